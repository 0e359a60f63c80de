import { type ReactNode, useState } from 'react';
import { Pager } from './pager.tsx';

interface KeysetPages {
  /** Where the page before ended, as the server takes it; undefined: from the newest on. */
  before: string | undefined;
  /** The foot of the list; nothing where there is one page. @param next where this page ends, null at the end of the list */
  foot: (next: string | null) => ReactNode;
}

/**
 * Pages of a list whose server goes on behind the last row of the page before, newest first.
 *
 * @param question what the list is asked for: pages of another question are not pages of this one
 */
export function useKeysetPages(question = ''): KeysetPages {
  const [pages, setPages] = useState<{ of: string; cursors: readonly string[] }>({
    of: question,
    cursors: [],
  });
  const cursors = pages.of === question ? pages.cursors : [];
  const turn = (next: readonly string[]) => setPages({ of: question, cursors: next });
  return {
    before: cursors.at(-1),
    foot: (next) =>
      (cursors.length > 0 || next !== null) && (
        <Pager
          back={{ label: 'Newer', act: cursors.length === 0 ? null : () => turn(cursors.slice(0, -1)) }}
          on={{ label: 'Older', act: next === null ? null : () => turn([...cursors, next]) }}
        />
      ),
  };
}

/** Where a page ends that came without saying so: behind its last row, unless it is not full. */
export function nextOf<Row>(
  page: readonly Row[] | undefined,
  size: number,
  keyOf: (row: Row) => string | number,
): string | null {
  const last = page && page.length >= size ? page.at(-1) : undefined;
  return last === undefined ? null : String(keyOf(last));
}
