import type { ReactNode } from 'react';
import { messageOf } from '../lib/problem.ts';
import { ErrorState } from './error-state.tsx';
import { Skeleton } from './skeleton.tsx';

export interface QueryLike {
  isLoading: boolean;
  error?: unknown;
  data?: unknown;
  refetch: () => unknown;
}

interface QueryStateProps {
  query: QueryLike;
  /** Said where the server gives no reason. */
  failure: string;
  /** Placeholder in the shape of the content; rows of a list by default. */
  skeleton?: ReactNode;
  children: ReactNode;
}

const WAITING_ROWS = [0, 1, 2, 3];

function RowsSkeleton() {
  return (
    <div className="grid gap-2 px-5 pt-1 pb-5">
      {WAITING_ROWS.map((row) => (
        <Skeleton key={row} className="h-10" />
      ))}
    </div>
  );
}

/** The three states of what is asked for: on its way, failed, there. What was there stays while it is asked for again. */
export function QueryState({ query, failure, skeleton = <RowsSkeleton />, children }: QueryStateProps) {
  if (query.error && query.data === undefined)
    return <ErrorState message={messageOf(query.error, failure)} onRetry={query.refetch} />;
  if (query.isLoading)
    return (
      <div role="status" aria-label="Loading">
        {skeleton}
      </div>
    );
  return children;
}
