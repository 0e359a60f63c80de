import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { AnalyticsBreakdowns } from '../../shared/api/types.ts';
import { formatCompact, formatPercent } from '../../shared/lib/format.ts';
import { StatCard } from '../../shared/ui/stat-card.tsx';
import { type LogFilters, logLink } from '../log/log-filters.ts';
import { shareOf } from './list-card.tsx';

interface FailureFiguresProps {
  data: AnalyticsBreakdowns | undefined;
  before: AnalyticsBreakdowns | undefined;
  within: LogFilters & { domain?: string };
}

const was = (figure: string | undefined): ReactNode =>
  figure === undefined ? undefined : <span className="text-xs text-ink-muted">was {figure}</span>;
const milliseconds = (value: number | null | undefined): string =>
  value == null ? '–' : `${Math.round(value)} ms`;

/** What goes wrong, and how much the cache and the edge take of it. */
export function FailureFigures({ data, before, within }: FailureFiguresProps) {
  const look = (filters: LogFilters, text = 'View in the logs') => (
    <Link to={logLink({ ...within, ...filters })} className="filter-link">
      {text}
    </Link>
  );
  const { failures, cache, latency } = data ?? {};
  return (
    <div className="grid grid-cols-2 gap-3 sm:gap-5 xl:grid-cols-4">
      <StatCard
        label="Server errors (5xx)"
        loading={!failures}
        value={formatCompact(failures?.server_errors ?? 0)}
        note={failures && failures.server_errors > 0 && look({ http_status: '5xx' })}
        delta={was(before && formatCompact(before.failures.server_errors))}
      />
      <StatCard
        label="Origin errors"
        loading={!failures}
        value={formatCompact(failures?.origin_failures ?? 0)}
        note={
          failures &&
          failures.origin_failures > 0 &&
          look(
            { reason: 'origin:*' },
            `${formatPercent(shareOf(failures.origin_failures, failures.origin_requests))} of requests to the origin`,
          )
        }
        delta={was(before && formatCompact(before.failures.origin_failures))}
      />
      <StatCard
        label="Cache hit rate"
        loading={!cache}
        muted={cache?.hit_rate === null}
        value={cache?.hit_rate == null ? '–' : formatPercent(cache.hit_rate)}
        note={cache?.hit_rate == null ? 'The cache was not asked' : look({ cache: 'hit' }, 'Hits in the log')}
        delta={was(before?.cache.hit_rate == null ? undefined : formatPercent(before.cache.hit_rate))}
      />
      <StatCard
        label="Time in the edge, median"
        loading={!latency}
        muted={latency?.edge.p50 == null}
        value={milliseconds(latency?.edge.p50)}
        note={latency?.origin.p50 == null ? undefined : `Origin: ${milliseconds(latency.origin.p50)}`}
        delta={was(before?.latency.edge.p50 == null ? undefined : milliseconds(before.latency.edge.p50))}
      />
    </div>
  );
}
