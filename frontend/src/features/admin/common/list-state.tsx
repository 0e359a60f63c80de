import type { ReactNode } from 'react';
import { type QueryLike, QueryState } from '../../../shared/ui/query-state.tsx';

interface ListStateProps {
  query: QueryLike;
  skeleton?: ReactNode;
  children: ReactNode;
}

/** What every list of the panel says when it cannot be had. */
export function ListState(props: ListStateProps) {
  return <QueryState failure="Failed to load data" {...props} />;
}
