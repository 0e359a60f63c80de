import { memo } from 'react';
import type { LogEntry } from '../../shared/api/types.ts';
import { countryName, formatDateTime, formatRelative, type TimeZoneChoice } from '../../shared/lib/format.ts';
import { classify, type Severity } from '../../shared/lib/threat.ts';
import { type BadgeTone, badgeClass } from '../../shared/ui/badge.tsx';
import { Country } from '../../shared/ui/country.tsx';
import { AttackDetails } from './attack-details.tsx';
import { LOG_COLUMNS } from './log-columns.tsx';

const severityTones: Record<Severity, BadgeTone> = {
  CRITICAL: 'danger',
  HIGH: 'warn',
  MEDIUM: 'info',
  SAFE: 'ok',
};

// Every class of a row is put together here, once: joining them per cell cost more than the cells.
const [time, server, address, location, domain, request, threat, severityCell, details] = LOG_COLUMNS.map(
  (column) => column.cell,
);
const classes = {
  time: `${time} text-ink-muted`,
  server: `${server} text-ink-muted`,
  request: `${request} font-mono text-[0.8125rem]`,
  threat: `${threat} font-[560]`,
  filter:
    'clipped block min-h-6 max-w-full rounded-sm text-left decoration-dotted underline-offset-4 hover:underline',
  address: 'font-mono text-[0.78125rem] tracking-[-0.02em]',
  badges: Object.fromEntries(
    Object.entries(severityTones).map(([severity, tone]) => [severity, badgeClass(tone, 'px-2 text-2xs')]),
  ),
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
      className={className ? `${classes.filter} ${className}` : classes.filter}
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
      <tr aria-rowindex={rowIndex} className={open ? 'log-row bg-sunken/60' : 'log-row'}>
        <td className={classes.time} title={formatDateTime(log.timestamp, zone)}>
          {formatRelative(log.timestamp, Date.now(), zone)}
        </td>
        <td className={classes.server} title={log.server_name}>
          {log.server_name}
        </td>
        <td className={address}>
          <Filterable value={log.remote_addr} onFilter={onFilter} className={classes.address} />
        </td>
        <td className={location} title={log.geo_country ? countryName(log.geo_country) : undefined}>
          <Country code={log.geo_country} narrow />
        </td>
        <td className={domain}>
          <Filterable value={log.domain_name} onFilter={onFilter} />
        </td>
        <td className={classes.request} title={log.request_uri}>
          <span className="mr-2 font-[600] text-ink-muted">{log.request_method}</span>
          {log.request_uri}
        </td>
        <td className={classes.threat} title={type}>
          {type}
        </td>
        <td className={severityCell}>
          <span className={classes.badges[severity]}>{severity}</span>
        </td>
        <td className={details}>
          <button
            type="button"
            aria-expanded={open}
            aria-controls={open ? detailsId : undefined}
            onClick={() => onToggle(log.id)}
            className="group inline-flex min-h-8 min-w-6 items-center gap-0.5 rounded-sm text-[0.8125rem] font-[560] text-brand-text"
          >
            <span
              aria-hidden="true"
              className="chevron size-4 transition-transform group-aria-expanded:rotate-90"
            />
            <span className="max-md:sr-only">{open ? 'Hide' : 'Details'}</span>
          </button>
        </td>
      </tr>
      {open && (
        <tr id={detailsId} className="block">
          <td colSpan={LOG_COLUMNS.length} className="block border-b border-line bg-sunken/60 p-0">
            <AttackDetails log={log} zone={zone} />
          </td>
        </tr>
      )}
    </>
  );
});
