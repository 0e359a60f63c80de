import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { cn } from '../../shared/lib/cn.ts';

export interface ShareRow {
  key: string;
  label: ReactNode;
  title?: string;
  /** Paths and addresses read better in equal widths. */
  mono?: boolean;
  value: string;
  note?: string;
  /** The value in the period that this one is compared with. */
  was?: string | undefined;
  /** 0 to 100. */
  share: number;
  /** Link to the requests in the log; null where they cannot be selected. */
  to?: string | null;
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
      {rows.map(({ key, label, title, mono, value, note, was, share, to }) => {
        const style = cn('min-w-0 truncate', mono && 'font-mono text-[0.8125rem]');
        return (
          <li key={key}>
            <div className="flex min-h-6 items-baseline justify-between gap-4 text-sm">
              {to ? (
                <Link to={to} title={title} className={cn(style, 'filter-link')}>
                  {label}
                </Link>
              ) : (
                <span title={title} className={style}>
                  {label}
                </span>
              )}
              <span className="tabular shrink-0 font-[600]">{value}</span>
            </div>
            <div aria-hidden="true" className="mt-1 h-1.5 overflow-hidden rounded-full bg-sunken">
              <div
                className={cn(
                  'h-full rounded-full',
                  tone === 'danger' ? 'bg-[var(--chart-2)]' : 'bg-[var(--chart-1)]',
                )}
                style={{ width: `${Math.max(share, 1)}%` }}
              />
            </div>
            {(note ?? was) !== undefined && (
              <p className="tabular mt-1 flex gap-4 text-xs">
                <span className="text-danger-text">{note}</span>
                {was !== undefined && <span className="ml-auto text-ink-muted">was {was}</span>}
              </p>
            )}
          </li>
        );
      })}
    </ul>
  );
}
