import type { ReactNode } from 'react';
import { messageOf } from '../../shared/lib/problem.ts';
import { ErrorState } from '../../shared/ui/error-state.tsx';
import { Skeleton } from '../../shared/ui/skeleton.tsx';

interface ListStateProps {
  query: { isLoading: boolean; error?: unknown; data?: unknown; refetch: () => unknown };
  children: ReactNode;
}

/** The three states of a list: on its way, failed, there. */
export function ListState({ query, children }: ListStateProps) {
  if (query.error && query.data === undefined)
    return <ErrorState message={messageOf(query.error, 'Failed to load data')} onRetry={query.refetch} />;
  if (query.isLoading)
    return (
      <div role="status" aria-label="Loading" className="grid gap-2 p-5">
        {[0, 1, 2, 3].map((row) => (
          <Skeleton key={row} className="h-10" />
        ))}
      </div>
    );
  return children;
}
