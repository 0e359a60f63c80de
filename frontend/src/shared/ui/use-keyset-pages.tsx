import { type ReactNode, useState } from 'react';
import { Pager } from './pager.tsx';

interface KeysetPages {
  /** Where the page before ended, as the server takes it; undefined: the first page. */
  before: string | undefined;
  /** How many pages stand before this one. */
  turned: number;
  /**
   * The foot of the list; nothing where there is one page.
   * @param next where this page ends, null at the end of the list
   * @param at where one is, such as "51–100 of 312"
   */
  foot: (next: string | null, at?: ReactNode) => ReactNode;
}

const BY_AGE = { back: 'Newer', on: 'Older' } as const;
/** For lists that are sorted as one likes. */
export const IN_TURN = { back: 'Previous', on: 'Next' } as const;

/**
 * Pages of a list whose server goes on behind the last row of the page before.
 *
 * @param question what the list is asked for: pages of another question are not pages of this one
 * @param labels of the steps; the list begins with the newest unless they say otherwise
 */
export function useKeysetPages(
  question = '',
  labels: Readonly<Record<'back' | 'on', string>> = BY_AGE,
): KeysetPages {
  const [pages, setPages] = useState<{ of: string; cursors: readonly string[] }>({
    of: question,
    cursors: [],
  });
  const cursors = pages.of === question ? pages.cursors : [];
  const turn = (next: readonly string[]) => setPages({ of: question, cursors: next });
  return {
    before: cursors.at(-1),
    turned: cursors.length,
    foot: (next, at) =>
      (cursors.length > 0 || next !== null) && (
        <Pager
          at={at}
          back={{ label: labels.back, act: cursors.length === 0 ? null : () => turn(cursors.slice(0, -1)) }}
          on={{ label: labels.on, act: next === null ? null : () => turn([...cursors, next]) }}
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
