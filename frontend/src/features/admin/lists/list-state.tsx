import type { ReactNode } from 'react';
import { formatCount } from '../../../shared/lib/format.ts';
import { type QueryLike, QueryState } from '../../../shared/ui/query-state.tsx';

interface ListStateProps {
  query: QueryLike;
  /** Rows on this page that fit the search; undefined where nothing is searched for. */
  found?: number | undefined;
  skeleton?: ReactNode;
  children: ReactNode;
}

/** Loading and error states of the panel's lists; readers of the screen hear what a search has found. */
export function ListState({ found, ...props }: ListStateProps) {
  return (
    <>
      <p role="status" className="sr-only">
        {found !== undefined && `${formatCount(found)} ${found === 1 ? 'row' : 'rows'} found`}
      </p>
      <QueryState failure="Failed to load data" {...props} />
    </>
  );
}

/** @param search the list's text or filters, see `ListState` */
export const foundRows = (search: string, rows: readonly unknown[] | undefined): number | undefined =>
  search === '' ? undefined : rows?.length;
