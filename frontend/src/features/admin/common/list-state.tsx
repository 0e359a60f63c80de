import type { ReactNode } from 'react';
import { type QueryLike, QueryState } from '../../../shared/ui/query-state.tsx';

interface ListStateProps {
  query: QueryLike;
  skeleton?: ReactNode;
  children: ReactNode;
}

/** Loading and error states of the panel's lists. */
export function ListState(props: ListStateProps) {
  return <QueryState failure="Failed to load data" {...props} />;
}
