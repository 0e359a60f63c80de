import type { ReactNode } from 'react';
import { cn } from '../lib/cn.ts';
import { Skeleton } from './skeleton.tsx';

interface StatCardProps {
  label: string;
  value: ReactNode;
  note?: ReactNode;
  /** How it compares with the period before. */
  delta?: ReactNode;
  icon?: ReactNode;
  tone?: 'plain' | 'danger' | 'ok';
  /** Greys the figure: it is a default, not a measurement. */
  muted?: boolean;
  loading?: boolean;
}

const tones = {
  plain: 'text-ink-muted bg-sunken',
  danger: 'text-danger-text bg-danger-soft',
  ok: 'text-ok-text bg-ok-soft',
} as const;

export function StatCard({ label, value, note, delta, icon, tone = 'plain', muted, loading }: StatCardProps) {
  return (
    <div className="min-w-0 rounded-lg border border-line bg-surface p-4 shadow-1 sm:p-5">
      <div className="flex items-center justify-between gap-3">
        <p className="min-w-0 text-[0.8125rem] font-[560] text-ink-muted">{label}</p>
        {icon && (
          <span
            className={cn(
              'hidden size-8 shrink-0 sm:grid place-items-center rounded-md [&_svg]:size-4',
              tones[tone],
            )}
          >
            {icon}
          </span>
        )}
      </div>
      {loading ? (
        <Skeleton className="mt-2 h-8 w-24" />
      ) : (
        <p
          data-testid="stat-value"
          className={cn(
            'tabular mt-1 text-[1.75rem] leading-9 font-[640] tracking-[-0.03em]',
            muted && 'text-ink-faint',
          )}
        >
          {value}
        </p>
      )}
      {note && <div className="mt-0.5 text-[0.8125rem] text-ink-faint">{note}</div>}
      {delta && <div className="mt-1.5 empty:hidden">{delta}</div>}
    </div>
  );
}
