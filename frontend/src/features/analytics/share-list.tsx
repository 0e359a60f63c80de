import type { ReactNode } from 'react';
import { cn } from '../../shared/lib/cn.ts';

interface ShareRow {
  key: string;
  label: ReactNode;
  value: string;
  /** 0 to 100. */
  share: number;
}

export function ShareList({
  rows,
  empty,
  tone,
}: {
  rows: readonly ShareRow[];
  empty: string;
  tone?: 'danger';
}) {
  if (rows.length === 0) return <p className="py-8 text-center text-sm text-ink-muted">{empty}</p>;
  return (
    <ul className="grid gap-3">
      {rows.map(({ key, label, value, share }) => (
        <li key={key}>
          <div className="flex items-baseline justify-between gap-4 text-sm">
            <span className="min-w-0 truncate">{label}</span>
            <span className="tabular font-[600]">{value}</span>
          </div>
          <div aria-hidden="true" className="mt-1.5 h-1.5 overflow-hidden rounded-full bg-sunken">
            <div
              className={cn(
                'h-full rounded-full',
                tone === 'danger' ? 'bg-[var(--chart-2)]' : 'bg-[var(--chart-1)]',
              )}
              style={{ width: `${Math.max(share, 1)}%` }}
            />
          </div>
        </li>
      ))}
    </ul>
  );
}
