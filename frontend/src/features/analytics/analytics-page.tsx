import { Download, Printer } from 'lucide-react';
import { DomainSelect } from '../../entities/domain/domain-select.tsx';
import { useListDomainsQuery } from '../../entities/domain/domains-api.ts';
import { type AnalyticsRange, useAnalyticsQuery } from '../../entities/log/logs-api.ts';
import { useDownload } from '../../entities/session/use-download.ts';
import type { Analytics } from '../../shared/api/types.ts';
import { useSearchPatch, useSearchState } from '../../shared/hooks/use-search-state.ts';
import { useTimeZone } from '../../shared/hooks/use-time-zone.ts';
import { formatBytes, formatCompact, formatPercent } from '../../shared/lib/format.ts';
import { messageOf } from '../../shared/lib/problem.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Card } from '../../shared/ui/card.tsx';
import { Delta } from '../../shared/ui/delta.tsx';
import { ErrorState } from '../../shared/ui/error-state.tsx';
import { PageHeader } from '../../shared/ui/page-header.tsx';
import { Segmented } from '../../shared/ui/segmented.tsx';
import { StatCard } from '../../shared/ui/stat-card.tsx';
import { TimeZoneSwitch } from '../../shared/ui/time-zone-switch.tsx';
import { CountriesCard } from './countries-card.tsx';
import { rangeOf, ranges, timeRangeOf, timeRangeText } from './period.ts';
import { RecentActivity } from './recent-activity.tsx';
import { TopLists } from './top-lists.tsx';
import { TrafficCard } from './traffic-card.tsx';
import { useConfigMarkers } from './use-config-markers.ts';

function Figures({ data, before: period }: { data: Analytics | undefined; before: string }) {
  const { totals, before, latency } = data ?? {};
  return (
    <div className="grid grid-cols-2 gap-3 sm:gap-5 xl:grid-cols-4">
      <StatCard
        label="Requests"
        loading={!totals}
        value={formatCompact(totals?.requests ?? 0)}
        delta={totals && <Delta now={totals.requests} before={before?.requests} period={period} />}
      />
      <StatCard
        label="Blocked"
        loading={!totals}
        value={formatCompact(totals?.blocked ?? 0)}
        note={totals && `${formatPercent(totals.block_rate)} block rate`}
        delta={totals && <Delta now={totals.blocked} before={before?.blocked} period={period} />}
      />
      <StatCard
        label="Sent to visitors"
        loading={!totals}
        value={formatBytes(totals?.response_bytes ?? 0)}
        delta={
          totals && <Delta now={totals.response_bytes} before={before?.response_bytes} period={period} />
        }
      />
      <StatCard
        label="Response time, median"
        loading={!latency}
        muted={latency?.p50 === null}
        value={latency?.p50 == null ? '–' : `${Math.round(latency.p50)} ms`}
        note={latency?.p99 == null ? undefined : `99 of 100 within ${Math.round(latency.p99)} ms`}
      />
    </div>
  );
}

export function AnalyticsPage() {
  const [domain, setDomain] = useSearchState('domain', '');
  const [rangeText] = useSearchState('range', '7d');
  const [from] = useSearchState('from', '');
  const [to] = useSearchState('to', '');
  const change = useSearchPatch();
  const { zone } = useTimeZone();
  const range = rangeOf(rangeText);
  const timeRange = timeRangeOf(from, to);
  const { data: domains = [] } = useListDomainsQuery();
  const { data, error, refetch, isFetching } = useAnalyticsQuery(timeRange ?? range.value, domain || null);
  const markers = useConfigMarkers(domains, domain);
  const { download, busy } = useDownload();

  const resetZoom = () => change({ from: null, to: null });
  const setRange = (value: AnalyticsRange | 'chosen') =>
    change({ range: value === '7d' ? null : value, from: null, to: null });
  const zoomTo = (first: Date, last: Date) => change({ from: first.toISOString(), to: last.toISOString() });
  // What is looked up in the log is looked up in the time that is shown here.
  const within = { ...(domain && { domain }), ...(timeRange ?? (data && { from: data.from })) };

  const exportCsv = () => {
    const query = new URLSearchParams({
      ...(timeRange ?? { days: String(range.days) }),
      ...(domain && { domain }),
    });
    const name = `palisade-${domain || 'all-domains'}-${new Date().toISOString().slice(0, 10)}.csv`;
    download(`/api/dashboard/logs/export?${query}`, name, 'Failed to export the logs');
  };

  return (
    <>
      <PageHeader
        title="Analytics & Reports"
        subtitle="Where traffic comes from, and what it tries."
        actions={
          <>
            {domains.length > 0 && <DomainSelect domains={domains} value={domain} onChange={setDomain} />}
            <Button
              variant="secondary"
              className="max-sm:flex-1 print:hidden"
              icon={<Printer className="size-4" />}
              onClick={() => window.print()}
            >
              Print
            </Button>
            <Button
              variant="secondary"
              className="max-sm:flex-1 print:hidden"
              icon={<Download className="size-4" />}
              busy={busy}
              onClick={exportCsv}
            >
              Export CSV
            </Button>
          </>
        }
      />
      <div className="mb-4 flex flex-wrap items-center justify-between gap-3 sm:mb-5">
        <Segmented
          label="Period"
          className="max-sm:w-full"
          value={timeRange ? 'chosen' : range.value}
          options={ranges}
          onChange={setRange}
        />
        <TimeZoneSwitch className="print:hidden" />
      </div>
      {error && !data ? (
        <Card>
          <ErrorState message={messageOf(error, 'Failed to load dashboard statistics')} onRetry={refetch} />
        </Card>
      ) : (
        <div aria-busy={isFetching} className="grid gap-4 sm:gap-5">
          <Figures data={data} before={timeRange ? 'the time before' : range.before} />
          <TrafficCard
            data={data}
            period={
              timeRange ? timeRangeText(data ?? timeRange, data?.step ?? 'hour', zone) : `last ${range.label}`
            }
            markers={markers}
            onZoom={zoomTo}
            onReset={timeRange && resetZoom}
          />
          <CountriesCard rows={data?.countries} within={within} />
          <TopLists data={data} within={within} />
          <RecentActivity domain={domain || null} timeRange={timeRange} within={within} />
        </div>
      )}
    </>
  );
}
