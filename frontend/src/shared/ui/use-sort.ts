import { useSearchState } from '../hooks/use-search-state.ts';
import type { ColumnSort } from './table.tsx';

export interface Sort<Key extends string> {
  by: Key;
  order: 'asc' | 'desc';
}

const written = ({ by, order }: Sort<string>) => (order === 'desc' ? `-${by}` : by);

/**
 * A table's sort order, kept in the URL: a press on a column's header sorts by it, another press reverses the order.
 */
export function useSort<Key extends string>(
  keys: readonly Key[],
  usual: Sort<Key>,
): [Sort<Key>, (key: Key) => ColumnSort] {
  const [inAddress, sortBy] = useSearchState('sort', written(usual));
  const sorted =
    keys
      .flatMap((by): Sort<Key>[] => [
        { by, order: 'asc' },
        { by, order: 'desc' },
      ])
      .find((one) => written(one) === inAddress) ?? usual;
  const column = (by: Key): ColumnSort => ({
    direction: sorted.by !== by ? null : sorted.order === 'asc' ? 'ascending' : 'descending',
    onSort: () => sortBy(written({ by, order: sorted.by === by && sorted.order === 'asc' ? 'desc' : 'asc' })),
  });
  return [sorted, column];
}
