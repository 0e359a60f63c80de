import type { ReactNode } from 'react';
import { cn } from '../../shared/lib/cn.ts';

interface ShareRow {
  key: string;
  label: ReactNode;
  title?: string;
  /** Paths and addresses read better in equal widths. */
  mono?: boolean;
  value: string;
  note?: string;
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
    <ul className="grid grid-cols-[minmax(0,1fr)] gap-3">
      {rows.map(({ key, label, title, mono, value, note, share }) => (
        <li key={key}>
          <div className="flex items-baseline justify-between gap-4 text-sm">
            <span title={title} className={cn('min-w-0 truncate', mono && 'font-mono text-[0.8125rem]')}>
              {label}
            </span>
            <span className="tabular shrink-0 font-[600]">
              {note !== undefined && <span className="mr-2 text-xs font-[400] text-danger-text">{note}</span>}
              {value}
            </span>
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
