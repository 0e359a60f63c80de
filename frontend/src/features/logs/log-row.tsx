import { ChevronRight } from 'lucide-react';
import { memo } from 'react';
import type { LogEntry } from '../../shared/api/types.ts';
import { cn } from '../../shared/lib/cn.ts';
import { countryName, formatDateTime, formatRelative, type TimeZoneChoice } from '../../shared/lib/format.ts';
import { classify, type Severity } from '../../shared/lib/threat.ts';
import { Badge, type BadgeTone } from '../../shared/ui/badge.tsx';
import { Country } from '../../shared/ui/country.tsx';
import { AttackDetails } from './attack-details.tsx';
import { LOG_COLUMNS, LogCell, onPhonesInDetails } from './log-columns.tsx';

const severityTones: Record<Severity, BadgeTone> = {
  CRITICAL: 'danger',
  HIGH: 'warn',
  MEDIUM: 'info',
  SAFE: 'ok',
};

/** A value that filters the table by itself when pressed. */
function Filterable({
  value,
  className,
  onFilter,
}: {
  value: string;
  className?: string;
  onFilter: (text: string) => void;
}) {
  return (
    <button
      type="button"
      title={`Filter by ${value}`}
      onClick={() => onFilter(value)}
      className={cn(
        'block min-h-6 max-w-full truncate rounded-sm text-left decoration-dotted underline-offset-4 hover:underline',
        className,
      )}
    >
      {value}
    </button>
  );
}

interface LogRowProps {
  log: LogEntry;
  /** Position in the whole list, the header being 1. */
  rowIndex: number;
  open: boolean;
  zone: TimeZoneChoice;
  onToggle: (id: string) => void;
  onFilter: (text: string) => void;
}

/** One request of the log, and its explanation when it is open. */
export const LogRow = memo(function LogRow({ log, rowIndex, open, zone, onToggle, onFilter }: LogRowProps) {
  const { type, severity } = classify(log);
  const detailsId = `details-${log.id}`;
  return (
    <>
      <tr
        aria-rowindex={rowIndex}
        className={cn('transition-colors hover:bg-sunken/60', open && 'bg-sunken/60')}
      >
        <LogCell className="whitespace-nowrap text-ink-muted" title={formatDateTime(log.timestamp, zone)}>
          {formatRelative(log.timestamp, Date.now(), zone)}
        </LogCell>
        <LogCell className={cn('truncate text-ink-muted', onPhonesInDetails)} title={log.server_name}>
          {log.server_name}
        </LogCell>
        <LogCell className={onPhonesInDetails}>
          <Filterable
            value={log.remote_addr}
            onFilter={onFilter}
            className="font-mono text-[0.78125rem] tracking-[-0.02em]"
          />
        </LogCell>
        <LogCell
          className={cn('truncate', onPhonesInDetails)}
          title={log.geo_country ? countryName(log.geo_country) : undefined}
        >
          <Country code={log.geo_country} narrow />
        </LogCell>
        <LogCell className={onPhonesInDetails}>
          <Filterable value={log.domain_name} onFilter={onFilter} />
        </LogCell>
        <LogCell
          className="w-full max-w-0 truncate font-mono text-[0.8125rem] md:w-auto"
          title={log.request_uri}
        >
          <span className="mr-2 font-[600] text-ink-muted">{log.request_method}</span>
          {log.request_uri}
        </LogCell>
        <LogCell className={cn('truncate font-[560]', onPhonesInDetails)} title={type}>
          {type}
        </LogCell>
        <LogCell>
          <Badge tone={severityTones[severity]} className="px-2 text-2xs">
            {severity}
          </Badge>
        </LogCell>
        <LogCell>
          <button
            type="button"
            aria-expanded={open}
            aria-controls={open ? detailsId : undefined}
            onClick={() => onToggle(log.id)}
            className="inline-flex min-h-8 min-w-6 items-center gap-0.5 rounded-sm text-[0.8125rem] font-[560] text-brand-text"
          >
            <ChevronRight
              aria-hidden="true"
              className={cn('size-4 transition-transform', open && 'rotate-90')}
            />
            <span className="max-md:sr-only">{open ? 'Hide' : 'Details'}</span>
          </button>
        </LogCell>
      </tr>
      {open && (
        <tr id={detailsId}>
          <td colSpan={LOG_COLUMNS.length} className="border-b border-line bg-sunken/60 p-0">
            <AttackDetails log={log} zone={zone} />
          </td>
        </tr>
      )}
    </>
  );
});
