import type { ReactNode } from 'react';
import type { LogFilterName } from '../../entities/log/log-filters.ts';
import type { SetFilter } from './use-log-filters.ts';

interface FilterValueProps {
  name: LogFilterName | 'domain';
  value: string;
  /** Null: there are no entries beside it to be shown. */
  onFilter: SetFilter | null;
  /** What shows; the value itself without. */
  children?: ReactNode;
  className?: string;
}

/** A value in the details: pressed, only entries that share it are shown. */
export function FilterValue({ name, value, onFilter, children, className = '' }: FilterValueProps) {
  if (onFilter === null) return <span className={`wrap-anywhere ${className}`}>{children ?? value}</span>;
  return (
    <button
      type="button"
      title="Filter by this value"
      onClick={() => onFilter(name, value)}
      className={`min-h-6 rounded-sm text-left leading-5 wrap-anywhere underline decoration-ink-faint/60 decoration-dotted underline-offset-4 hover:decoration-ink ${className}`}
    >
      {children ?? value}
    </button>
  );
}
