import { type ReactNode, startTransition, useState } from 'react';
import { Button } from './button.tsx';

/** The first few of a list, and the press that shows all of it: the press shows before hundreds of rows are made. */
export function useFirstRows<Row>(
  rows: readonly Row[] | undefined,
  first = 6,
): {
  shown: readonly Row[];
  more: ReactNode;
} {
  const [all, setAll] = useState(false);
  if (!rows || rows.length <= first || all) return { shown: rows ?? [], more: null };
  return {
    shown: rows.slice(0, first),
    more: (
      <div className="border-t border-line p-3 text-center">
        <Button size="sm" variant="ghost" onClick={() => startTransition(() => setAll(true))}>
          Show all {rows.length}
        </Button>
      </div>
    ),
  };
}
