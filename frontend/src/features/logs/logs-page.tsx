import {
  Activity,
  ArrowUp,
  CircleCheck,
  Columns3,
  Percent,
  RefreshCw,
  ShieldBan,
  SlidersHorizontal,
} from 'lucide-react';
import { lazy, Suspense, useCallback, useDeferredValue, useMemo, useState } from 'react';
import { DomainSelect } from '../../entities/domain/domain-select.tsx';
import { useListDomainsQuery } from '../../entities/domain/domains-api.ts';
import { recogniseFilter } from '../../entities/log/log-filters.ts';
import { type LogFilter, useStatsQuery } from '../../entities/log/logs-api.ts';
import type { DashboardStats, LogEntry } from '../../shared/api/types.ts';
import { useSearchPatch, useSearchState, useSearchText } from '../../shared/hooks/use-search-state.ts';
import { useTimeZone } from '../../shared/hooks/use-time-zone.ts';
import { cn } from '../../shared/lib/cn.ts';
import { formatCompact, formatPercent } from '../../shared/lib/format.ts';
import { messageOf } from '../../shared/lib/problem.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Card } from '../../shared/ui/card.tsx';
import { PageHeader } from '../../shared/ui/page-header.tsx';
import { Segmented } from '../../shared/ui/segmented.tsx';
import { StatCard } from '../../shared/ui/stat-card.tsx';
import { TimeZoneSwitch } from '../../shared/ui/time-zone-switch.tsx';
import { toast } from '../../shared/ui/toast.ts';
import { LogTable } from './log-table.tsx';
import { useLogView } from './log-view.ts';
import { useLogFilters } from './use-log-filters.ts';
import { useLogStream } from './use-log-stream.ts';

// The bare log is there before what only a filtered one shows.
const ErrorState = lazy(async () => ({
  default: (await import('../../shared/ui/error-state.tsx')).ErrorState,
}));
const AutoRefresh = lazy(async () => ({ default: (await import('./later.ts')).AutoRefresh }));
const ExportButton = lazy(async () => ({ default: (await import('./later.ts')).ExportButton }));
const FilterChips = lazy(async () => ({ default: (await import('./later.ts')).FilterChips }));
const SavedViews = lazy(async () => ({ default: (await import('./later.ts')).SavedViews }));
const ViewDialog = lazy(() => import('./view-dialog.tsx'));
const ExcludeRequestDialog = lazy(() => import('./log-exclusion.tsx'));

const REFRESH_MS = 10_000;

function statusFilter(value: string): LogFilter['status'] {
  return value === 'blocked' || value === 'allowed' ? value : null;
}

const STATUS_CLASSES = [
  { value: 'any', label: 'Any' },
  ...['2xx', '3xx', '4xx', '5xx'].map((value) => ({ value, label: value })),
];

const sentenceOf = ({
  total_requests: total,
  blocked_threats: blocked,
  block_rate: rate,
}: DashboardStats['stats']): string =>
  total === 0
    ? 'No requests in the last 24 hours.'
    : `${formatCompact(total)} ${total === 1 ? 'request' : 'requests'} in the last 24 hours, ${formatCompact(blocked)} blocked (${formatPercent(rate)}).`;

export function LogsPage() {
  const [status, setStatus] = useSearchState('status', 'all');
  const [domain, setDomain] = useSearchState('domain', '');
  const [search, setSearch, emptySearch] = useSearchText('q');
  const [autoRefresh, setAutoRefresh] = useState(true);
  const { values, set: setFilter, clear: clearFilters } = useLogFilters();
  const change = useSearchPatch();
  const { zone } = useTimeZone();
  const { data: domains = [] } = useListDomainsQuery();
  const refreshMs = autoRefresh ? REFRESH_MS : 0;
  const filter = useMemo(
    () => ({ status: statusFilter(status), domain: domain || null, values }),
    [status, domain, values],
  );
  const [view, setView] = useLogView();
  // The pressed control changes before the table follows.
  const shownView = useDeferredValue(view);
  /** On phones only: most read the log before they filter it. */
  const [unfolded, setUnfolded] = useState(false);
  const [choosingView, setChoosingView] = useState(false);
  const offered = recogniseFilter(search);
  const [reading, setReading] = useState(false);
  // Held here: its row may leave the list while the dialog is open.
  const [excludedFrom, setExcludedFrom] = useState<LogEntry | null>(null);
  const logs = useLogStream(filter, { refreshMs, reading });
  const stats = useStatsQuery(domain || null, { pollingInterval: refreshMs });
  const entries = useMemo(
    () => logs.newest && (logs.older.length === 0 ? logs.newest : [...logs.newest, ...logs.older]),
    [logs.newest, logs.older],
  );
  // The field stays quick while a long list is searched behind it.
  const wanted = useDeferredValue(search);

  const takeOffered = () => {
    if (!offered) return;
    emptySearch();
    change({ [offered.name]: offered.value, q: null });
  };
  const clear = useCallback(() => {
    emptySearch();
    clearFilters();
  }, [emptySearch, clearFilters]);
  const toNewest = () => window.scrollTo({ top: 0, behavior: 'instant' });

  const refresh = async () => {
    toNewest();
    const [logsResult, statsResult] = await Promise.all([logs.refetch(), stats.refetch()]);
    if (logsResult.error) toast.error(messageOf(logsResult.error, 'Failed to load WAF logs'));
    else if (statsResult.error) toast.error(messageOf(statsResult.error, 'Failed to load statistics'));
    else toast.success('Logs refreshed');
  };

  const figures = stats.data?.stats;
  return (
    <>
      <PageHeader
        title="WAF Activity Logs"
        subtitle={
          <>
            <span className="max-sm:hidden">
              Every request the edge handled, and why it was allowed or blocked.
            </span>
            <span className="sm:hidden">{figures ? sentenceOf(figures) : 'The last 24 hours…'}</span>
          </>
        }
        actions={
          <>
            <Suspense fallback={<span className="min-w-[9.25rem] text-sm font-[560]">Auto-refresh</span>}>
              <AutoRefresh isOn={autoRefresh} onChange={setAutoRefresh} />
            </Suspense>
            <Suspense
              fallback={
                <Button variant="secondary" className="max-sm:ml-auto" disabled>
                  Export
                </Button>
              }
            >
              <ExportButton filter={filter} />
            </Suspense>
            <Button
              variant="secondary"
              onClick={refresh}
              icon={<RefreshCw className={logs.isFetching ? 'size-4 animate-spin' : 'size-4'} />}
            >
              <span className="max-sm:sr-only">Refresh Now</span>
            </Button>
          </>
        }
      />
      {stats.error && !figures ? (
        <Card className="mb-4">
          <Suspense>
            <ErrorState
              message={messageOf(stats.error, 'Failed to load statistics')}
              onRetry={stats.refetch}
            />
          </Suspense>
        </Card>
      ) : (
        // On phones the sentence above says the same, so that the newest entries are in the first screen.
        <div className="mb-5 grid grid-cols-2 gap-5 max-sm:hidden xl:grid-cols-4">
          <StatCard
            label="Total Requests (24h)"
            icon={<Activity />}
            loading={!figures}
            value={formatCompact(figures?.total_requests ?? 0)}
            note="Last 24 hours"
          />
          <StatCard
            label="Blocked"
            tone="danger"
            icon={<ShieldBan />}
            loading={!figures}
            value={formatCompact(figures?.blocked_threats ?? 0)}
            note="Last 24 hours"
          />
          <StatCard
            label="Allowed"
            tone="ok"
            icon={<CircleCheck />}
            loading={!figures}
            value={formatCompact(figures?.allowed_requests ?? 0)}
            note="Last 24 hours"
          />
          <StatCard
            label="Block Rate"
            icon={<Percent />}
            loading={!figures}
            value={formatPercent(figures?.block_rate ?? 0)}
            note="Last 24 hours"
          />
        </div>
      )}
      <Card className="overflow-hidden">
        <div className="flex flex-wrap items-center gap-3 border-b border-line p-3 sm:px-5">
          <Segmented
            label="Status"
            value={status}
            onChange={setStatus}
            options={[
              { value: 'all', label: 'All' },
              { value: 'blocked', label: 'Blocked' },
              { value: 'allowed', label: 'Allowed' },
            ]}
          />
          <Button
            variant="secondary"
            className="ml-auto px-3 sm:hidden"
            aria-expanded={unfolded}
            aria-controls="log-filters"
            icon={<SlidersHorizontal className="size-4" />}
            onClick={() => setUnfolded(!unfolded)}
          >
            Filters
          </Button>
          <div id="log-filters" className={cn('contents', !unfolded && 'max-sm:hidden')}>
            <DomainSelect domains={domains} value={domain} onChange={setDomain} />
            <input
              type="search"
              dir="auto"
              aria-label="Filter the loaded entries"
              placeholder="Filter by address, path, rule, request id…"
              value={search}
              onChange={(event) => setSearch(event.target.value)}
              onKeyDown={(event) => event.key === 'Enter' && takeOffered()}
              className="h-10 min-w-0 grow basis-full rounded-md border border-field-line bg-surface px-3 text-sm placeholder:text-ink-faint sm:basis-56"
            />
            <Segmented
              label="HTTP status"
              value={values.http_status ?? 'any'}
              onChange={(value) => setFilter('http_status', value === 'any' ? null : value)}
              options={STATUS_CLASSES}
            />
            <TimeZoneSwitch />
            <Button
              variant="secondary"
              icon={<Columns3 className="size-4" />}
              onClick={() => setChoosingView(true)}
            >
              View
            </Button>
          </div>
        </div>
        <Suspense>
          <SavedViews />
          <FilterChips
            values={values}
            offered={offered}
            onTake={takeOffered}
            onSet={setFilter}
            onClear={clear}
          />
        </Suspense>
        {logs.error && !logs.newest ? (
          <Suspense>
            <ErrorState message={messageOf(logs.error, 'Failed to load WAF logs')} onRetry={logs.refetch} />
          </Suspense>
        ) : (
          <LogTable
            logs={entries}
            search={wanted}
            zone={zone}
            view={shownView}
            askedFor={values.id}
            onFilter={setFilter}
            onExclude={setExcludedFrom}
            onClear={clear}
            filteredByServer={Object.keys(values).length > 0}
            searchedTo={logs.searchedTo}
            outdated={logs.outdated}
            hasOlder={logs.hasOlder}
            loadingOlder={logs.loadingOlder}
            onLoadOlder={logs.loadOlder}
            onReading={setReading}
          />
        )}
      </Card>
      {choosingView && (
        <Suspense>
          <ViewDialog view={view} onChange={setView} onClose={() => setChoosingView(false)} />
        </Suspense>
      )}
      {excludedFrom && (
        <Suspense>
          <ExcludeRequestDialog log={excludedFrom} onClose={() => setExcludedFrom(null)} />
        </Suspense>
      )}
      {reading && (
        <div
          data-sticky-foot=""
          className="pointer-events-none fixed inset-x-0 bottom-5 z-20 flex justify-center print:hidden"
        >
          <Button
            size="sm"
            variant="secondary"
            className="pointer-events-auto h-9 rounded-full shadow-3"
            icon={<ArrowUp className="size-4" />}
            onClick={toNewest}
          >
            {autoRefresh ? 'Paused while you read · to the newest' : 'To the newest'}
          </Button>
        </div>
      )}
    </>
  );
}
