import type { ReactNode } from 'react';
import { cacheTexts, countryFilter, type LogFilterName } from '../../entities/log/log-filters.ts';
import { type Judgement, judge } from '../../entities/log/threat.ts';
import type { LogEntry } from '../../shared/api/types.ts';
import { countryName, formatDateTime, formatRelative, type TimeZoneChoice } from '../../shared/lib/format.ts';
import { badgeClass } from '../../shared/ui/badge.tsx';
import { Country } from '../../shared/ui/country.tsx';
import type { LogColumnId } from './log-columns.tsx';
import type { LogView } from './log-view.ts';
import type { SetFilter } from './use-log-filters.ts';

const TONES: readonly Judgement['tone'][] = ['danger', 'warn', 'info', 'ok'];

// Every class of a cell is put together here, once: joining them per cell cost more than the cells.
const pressed =
  'clipped min-h-6 min-w-6 rounded-sm text-left decoration-dotted underline-offset-4 hover:underline';
const filter = `${pressed} max-w-full`;
const classes = {
  filter: `${filter} block`,
  long: `${filter} block log-lines`,
  threatValue: `${filter} block max-md:ml-auto`,
  // A path gives way to the usual methods; one that somebody made up is cut.
  method: `${pressed} mr-2 max-w-[8ch] shrink-0 font-[600] text-ink-muted`,
  path: `${filter} min-w-0 log-lines`,
  address: `${filter} block log-lines font-mono text-[0.78125rem] tracking-[-0.02em]`,
  number: `${filter} block tabular leading-4`,
  failed: `${filter} block tabular leading-4 font-[600] text-danger-text`,
  badges: Object.fromEntries(TONES.map((tone) => [tone, badgeClass(tone, 'px-2 text-2xs')])),
};

/** A cell's properties besides its entry. */
export interface CellContext {
  zone: TimeZoneChoice;
  times: LogView['times'];
  onFilter: SetFilter;
}

interface Cell {
  /** Beyond the column's own classes. */
  className?: string;
  title?: (log: LogEntry, context: CellContext) => string;
  content: (log: LogEntry, context: CellContext) => ReactNode;
}

/** A value that filters the log when pressed. Its name says what it is; the title what it does. */
function Filterable({
  name,
  value,
  className = classes.filter,
  title,
  children,
  onFilter,
}: {
  name: LogFilterName | 'domain';
  value: string;
  className?: string;
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

const NOTHING = '–';
const BOT = /^(?:bot|challenge|crawler):/;

/** The edge's classification of the client; null where it is no bot. */
export const botOf = ({ reason }: Pick<LogEntry, 'reason'>): string | null =>
  BOT.test(reason) ? reason.replace(BOT, '').replaceAll(/[_:]/g, ' ') : null;

/** The inside of each column's cells. The way into an entry is its row's own. */
export const CELLS: Readonly<Record<Exclude<LogColumnId, 'details'>, Cell>> = {
  time: {
    className: 'text-ink-muted tabular',
    title: (log, { zone }) => formatDateTime(log.timestamp, zone),
    content: (log, { zone, times }) =>
      times === 'absolute'
        ? formatDateTime(log.timestamp, zone)
        : formatRelative(log.timestamp, Date.now(), zone),
  },
  server: {
    className: 'text-ink-muted',
    title: (log) => log.server_name,
    content: (log) => log.server_name,
  },
  address: {
    content: (log, { onFilter }) => (
      <Filterable name="address" value={log.remote_addr} onFilter={onFilter} className={classes.address} />
    ),
  },
  location: {
    content: (log, { onFilter }) => (
      <Filterable
        name="country"
        value={countryFilter(log.geo_country)}
        title={log.geo_country ? `Filter by ${countryName(log.geo_country)}` : 'Filter by unknown country'}
        onFilter={onFilter}
      >
        <Country code={log.geo_country} narrow />
      </Filterable>
    ),
  },
  network: {
    content: (log, { onFilter }) =>
      log.asn === null ? (
        NOTHING
      ) : (
        <Filterable
          name="network"
          value={String(log.asn)}
          title={`Filter by AS${log.asn} ${log.asn_name ?? ''}`}
          onFilter={onFilter}
        >
          {log.asn_name ?? `AS${log.asn}`}
        </Filterable>
      ),
  },
  domain: {
    content: (log, { onFilter }) => (
      <Filterable name="domain" value={log.domain_name} onFilter={onFilter} className={classes.long} />
    ),
  },
  request: {
    className: 'flex items-center font-mono text-[0.8125rem]',
    content: (log, { onFilter }) => (
      <>
        <Filterable name="method" value={log.request_method} onFilter={onFilter} className={classes.method} />
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
          <span title={log.request_uri} className="log-lines">
            {log.request_uri}
          </span>
        )}
      </>
    ),
  },
  status: {
    content: (log, { onFilter }) => (
      <>
        {log.http_status === null ? (
          NOTHING
        ) : (
          <Filterable
            name="http_status"
            value={String(log.http_status)}
            onFilter={onFilter}
            className={log.http_status >= 500 ? classes.failed : classes.number}
          />
        )}
        {log.action === 'log_only' && (
          <span
            className="block text-2xs leading-3 text-ink-muted in-[[data-density=compact]]:hidden"
            title="Would have been blocked (log only)"
          >
            log only
          </span>
        )}
      </>
    ),
  },
  cache: {
    content: (log, { onFilter }) => (
      <Filterable name="cache" value={log.cache_status ?? 'none'} onFilter={onFilter}>
        {log.cache_status === null ? NOTHING : (cacheTexts[log.cache_status] ?? log.cache_status)}
      </Filterable>
    ),
  },
  bot: {
    content: (log, { onFilter }) => {
      const bot = botOf(log);
      return bot === null ? (
        NOTHING
      ) : (
        <Filterable name="reason" value={log.reason} onFilter={onFilter}>
          {bot}
        </Filterable>
      );
    },
  },
  rule: {
    title: (log) => log.modsec_message ?? '',
    content: (log, { onFilter }) =>
      log.modsec_rule_id === null || log.modsec_rule_id === 0 ? (
        NOTHING
      ) : (
        <Filterable
          name="rule"
          value={String(log.modsec_rule_id)}
          onFilter={onFilter}
          className={classes.number}
        />
      ),
  },
  score: { className: 'tabular', content: (log) => (log.inbound_score > 0 ? log.inbound_score : NOTHING) },
  threat: {
    className: 'font-[560]',
    content: (log, { onFilter }) => (
      <Filterable name="threat" value={judge(log).type} onFilter={onFilter} className={classes.threatValue} />
    ),
  },
  severity: {
    content: (log) => {
      const { label, tone } = judge(log);
      return <span className={classes.badges[tone]}>{label}</span>;
    },
  },
};
