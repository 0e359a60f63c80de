import type { ReactNode } from 'react';
import { Button } from './button.tsx';

interface PagerProps {
  /** Where one is, such as "Page 2" or "51–100 of 312". */
  at?: ReactNode;
  back: { label: string; act: (() => void) | null };
  on: { label: string; act: (() => void) | null };
}

/** The foot of a long list: a step back, a step on; what leads nowhere is disabled. */
export function Pager({ at, back, on }: PagerProps) {
  return (
    <div className="flex items-center justify-end gap-2 border-t border-line px-5 py-3">
      {at && <span className="tabular mr-auto text-sm text-ink-muted">{at}</span>}
      {[back, on].map(({ label, act }) => (
        <Button key={label} size="sm" variant="secondary" disabled={act === null} onClick={act ?? undefined}>
          {label}
        </Button>
      ))}
    </div>
  );
}
