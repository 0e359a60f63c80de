import { ArrowDownRight, ArrowRight, ArrowUpRight } from 'lucide-react';
import { changeOf } from '../lib/change.ts';

interface DeltaProps {
  now: number;
  /** Undefined or null where there is nothing to compare with. */
  before: number | null | undefined;
  /** What `before` is of: "the day before". */
  period: string;
}

const arrows = { more: ArrowUpRight, less: ArrowDownRight, same: ArrowRight } as const;

/** How a figure compares with the period before; nothing where that had none. */
export function Delta({ now, before, period }: DeltaProps) {
  const change = changeOf(now, before);
  if (change === null) return null;
  const Arrow = arrows[change.direction];
  return (
    <span className="flex items-start gap-1 text-xs text-ink-faint">
      <Arrow aria-hidden="true" className="mt-px size-3.5 shrink-0" />
      <span aria-hidden="true">
        <span className="tabular font-[560] text-ink-muted">{change.short}</span> vs. {period}
      </span>
      <span className="sr-only">
        {change.words} {period}
      </span>
    </span>
  );
}
