import { lazy, memo, type ReactNode, Suspense } from 'react';
import { countryFilter, type LogFilterName } from '../../entities/log/log-filters.ts';
import { type Judgement, judge } from '../../entities/log/threat.ts';
import type { LogEntry } from '../../shared/api/types.ts';
import { countryName, formatDateTime, formatRelative, type TimeZoneChoice } from '../../shared/lib/format.ts';
import { badgeClass } from '../../shared/ui/badge.tsx';
import { Country } from '../../shared/ui/country.tsx';
import { LOG_COLUMNS } from './log-columns.tsx';
import type { SetFilter } from './use-log-filters.ts';

/** Only an open entry needs it; the first view of the log does not wait for it. */
const AttackDetails = lazy(async () => ({ default: (await import('./attack-details.tsx')).AttackDetails }));

const TONES: readonly Judgement['tone'][] = ['danger', 'warn', 'info', 'ok'];

// Every class of a row is put together here, once: joining them per cell cost more than the cells.
const [time, server, address, location, domain, request, status, threat, severityCell, details] =
  LOG_COLUMNS.map((column) => column.cell);
const pressed =
  'clipped min-h-6 min-w-6 rounded-sm text-left decoration-dotted underline-offset-4 hover:underline';
const filter = `${pressed} max-w-full`;
const classes = {
  time: `${time} text-ink-muted`,
  server: `${server} text-ink-muted`,
  request: `${request} flex items-center font-mono text-[0.8125rem]`,
  threat: `${threat} font-[560]`,
  filter: `${filter} block`,
  threatValue: `${filter} block max-md:ml-auto`,
  // A path gives way to the usual methods; one that somebody made up is cut.
  method: `${pressed} mr-2 max-w-[8ch] shrink-0 font-[600] text-ink-muted`,
  path: `${filter} min-w-0`,
  address: `${filter} block font-mono text-[0.78125rem] tracking-[-0.02em]`,
  status: `${status} tabular leading-4`,
  failed: `${status} tabular leading-4 font-[600] text-danger-text`,
  badges: Object.fromEntries(TONES.map((tone) => [tone, badgeClass(tone, 'px-2 text-2xs')])),
};

/** A value that filters the log when pressed. Its name says what it is; the title what it does. */
function Filterable({
  name,
  value,
  className,
  title,
  children,
  onFilter,
}: {
  name: LogFilterName | 'domain';
  value: string;
  className: string;
  title?: string;
  children?: ReactNode;
  onFilter: SetFilter;
}) {
  return (
    <button
      type="button"
      title={title ?? `Filter by ${value}`}
      onClick={() => onFilter(name, value)}
      className={className}
    >
      {children ?? value}
    </button>
  );
}

function pathOf(target: string): string {
  const query = target.indexOf('?');
  return query === -1 ? target : target.slice(0, query);
}

interface LogRowProps {
  log: LogEntry;
  /** Position in the whole list, the header being 1. */
  rowIndex: number;
  open: boolean;
  zone: TimeZoneChoice;
  onToggle: (id: string) => void;
  onFilter: SetFilter;
  onExclude: (log: LogEntry) => void;
}

/** One request of the log, and its explanation when it is open. */
export const LogRow = memo(function LogRow({
  log,
  rowIndex,
  open,
  zone,
  onToggle,
  onFilter,
  onExclude,
}: LogRowProps) {
  const { type, label, tone } = judge(log);
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
          <Filterable
            name="address"
            value={log.remote_addr}
            onFilter={onFilter}
            className={classes.address}
          />
        </td>
        <td className={location}>
          <Filterable
            name="country"
            value={countryFilter(log.geo_country)}
            title={
              log.geo_country ? `Filter by ${countryName(log.geo_country)}` : 'Filter by unknown country'
            }
            onFilter={onFilter}
            className={classes.filter}
          >
            <Country code={log.geo_country} narrow />
          </Filterable>
        </td>
        <td className={domain}>
          <Filterable name="domain" value={log.domain_name} onFilter={onFilter} className={classes.filter} />
        </td>
        <td className={classes.request}>
          <Filterable
            name="method"
            value={log.request_method}
            onFilter={onFilter}
            className={classes.method}
          />
          {log.request_uri.startsWith('/') ? (
            <Filterable
              name="path"
              value={pathOf(log.request_uri)}
              title={log.request_uri}
              onFilter={onFilter}
              className={classes.path}
            >
              {log.request_uri}
            </Filterable>
          ) : (
            <span title={log.request_uri}>{log.request_uri}</span>
          )}
        </td>
        <td className={(log.http_status ?? 0) >= 500 ? classes.failed : classes.status}>
          {log.http_status ?? '–'}
          {log.action === 'log_only' && (
            <span className="block text-2xs text-ink-muted" title="Would have been blocked (log only)">
              log only
            </span>
          )}
        </td>
        <td className={classes.threat}>
          <Filterable name="threat" value={type} onFilter={onFilter} className={classes.threatValue} />
        </td>
        <td className={severityCell}>
          <span className={classes.badges[tone]}>{label}</span>
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
            <Suspense>
              <AttackDetails log={log} zone={zone} onFilter={onFilter} onExclude={onExclude} />
            </Suspense>
          </td>
        </tr>
      )}
    </>
  );
});
