import { Download, Printer } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { useListDomainsQuery } from '../../shared/api/domains-api.ts';
import { type AnalyticsRange, useAnalyticsQuery } from '../../shared/api/logs-api.ts';
import { useDownload } from '../../shared/api/use-download.ts';
import { usePageMeta } from '../../shared/hooks/use-page-meta.ts';
import { useSearchState } from '../../shared/hooks/use-search-state.ts';
import { formatBytes, formatCompact, formatCount, formatPercent } from '../../shared/lib/format.ts';
import { messageOf } from '../../shared/lib/problem.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Card, CardBody, CardHeader } from '../../shared/ui/card.tsx';
import { DomainSelect } from '../../shared/ui/domain-select.tsx';
import { ErrorState } from '../../shared/ui/error-state.tsx';
import { PageHeader } from '../../shared/ui/page-header.tsx';
import { Segmented } from '../../shared/ui/segmented.tsx';
import { Skeleton } from '../../shared/ui/skeleton.tsx';
import { StatCard } from '../../shared/ui/stat-card.tsx';
import { CountriesCard } from './countries-card.tsx';
import { RecentActivity } from './recent-activity.tsx';
import { ShareList } from './share-list.tsx';

const TrafficChart = lazy(() => import('../../shared/ui/charts/traffic-chart.tsx'));

const TOP = 8;
const ranges: readonly { value: AnalyticsRange; label: string; days: number }[] = [
  { value: '24h', label: '24 h', days: 1 },
  { value: '7d', label: '7 days', days: 7 },
  { value: '30d', label: '30 days', days: 30 },
  { value: '90d', label: '90 days', days: 90 },
];
/** In per cent of all. */
const shareOf = (part: number, whole: number) => (whole === 0 ? 0 : (100 * part) / whole);
const week = { value: '7d', label: '7 days', days: 7 } as const;

export function AnalyticsPage() {
  usePageMeta('Analytics & Reports');
  const [domain, setDomain] = useSearchState('domain', '');
  const [rangeText, setRange] = useSearchState('range', week.value);
  const range = ranges.find(({ value }) => value === rangeText) ?? week;
  const { data: domains = [] } = useListDomainsQuery();
  const { data, error, refetch } = useAnalyticsQuery(range.value, domain || null);
  const { download, busy } = useDownload();

  const exportCsv = () => {
    const query = new URLSearchParams({ days: String(range.days), ...(domain ? { domain } : {}) });
    const name = `palisade-${domain || 'all-domains'}-${new Date().toISOString().slice(0, 10)}.csv`;
    download(`/api/dashboard/logs/export?${query}`, name, 'Failed to export the logs');
  };

  const waiting = <Skeleton className="h-44" />;
  return (
    <>
      <PageHeader
        title="Analytics & Reports"
        subtitle="Where traffic comes from, and what it tries."
        actions={
          <>
            <Segmented label="Period" value={range.value} options={ranges} onChange={setRange} />
            {domains.length > 0 && <DomainSelect domains={domains} value={domain} onChange={setDomain} />}
            <Button
              variant="secondary"
              className="print:hidden"
              icon={<Printer className="size-4" />}
              onClick={() => window.print()}
            >
              Print
            </Button>
            <Button
              variant="secondary"
              className="print:hidden"
              icon={<Download className="size-4" />}
              busy={busy}
              onClick={exportCsv}
            >
              Export CSV
            </Button>
          </>
        }
      />
      {error && !data ? (
        <Card>
          <ErrorState message={messageOf(error, 'Failed to load dashboard statistics')} onRetry={refetch} />
        </Card>
      ) : (
        <div className="grid gap-4 sm:gap-5">
          <div className="grid grid-cols-2 gap-3 sm:gap-5 xl:grid-cols-4">
            <StatCard label="Requests" loading={!data} value={formatCompact(data?.totals.requests ?? 0)} />
            <StatCard
              label="Blocked"
              loading={!data}
              value={formatCompact(data?.totals.blocked ?? 0)}
              note={data && `${formatPercent(data.totals.block_rate)} block rate`}
            />
            <StatCard
              label="Sent to visitors"
              loading={!data}
              value={formatBytes(data?.totals.response_bytes ?? 0)}
            />
            <StatCard
              label="Response time, median"
              loading={!data}
              muted={data?.latency.p50 === null}
              value={data?.latency.p50 == null ? '–' : `${Math.round(data.latency.p50)} ms`}
              note={
                data?.latency.p99 == null ? undefined : `99 of 100 within ${Math.round(data.latency.p99)} ms`
              }
            />
          </div>
          <Card>
            <CardHeader
              title={`Traffic, last ${range.label}`}
              description={`Requests per ${data?.step ?? 'day'}`}
            />
            <CardBody>
              {data ? (
                <Suspense fallback={<Skeleton className="h-[300px]" />}>
                  <TrafficChart
                    step={data.step}
                    days={data.series.map(({ time, requests, blocked }) => ({
                      date: time,
                      total_requests: requests,
                      blocked_requests: blocked,
                    }))}
                  />
                </Suspense>
              ) : (
                <Skeleton className="h-[300px]" />
              )}
            </CardBody>
          </Card>
          <CountriesCard rows={data?.countries} />
          <div className="grid gap-4 sm:gap-5 md:grid-cols-2 xl:grid-cols-3">
            <Card>
              <CardHeader title="Top Threat Types" description="Share of the blocked requests" />
              <CardBody>
                {data ? (
                  <ShareList
                    tone="danger"
                    empty="Nothing blocked yet."
                    rows={data.threat_types.slice(0, TOP).map(({ threat_type, percentage, count }) => ({
                      key: threat_type,
                      label: threat_type,
                      value: formatCount(count),
                      share: percentage,
                    }))}
                  />
                ) : (
                  waiting
                )}
              </CardBody>
            </Card>
            <Card>
              <CardHeader title="Top Paths" description="Asked for most" />
              <CardBody>
                {data ? (
                  <ShareList
                    empty="No traffic yet."
                    rows={data.paths.slice(0, TOP).map(({ path, requests }) => ({
                      key: path,
                      label: path,
                      title: path,
                      mono: true,
                      value: formatCount(requests),
                      share: shareOf(requests, data.totals.requests),
                    }))}
                  />
                ) : (
                  waiting
                )}
              </CardBody>
            </Card>
            <Card>
              <CardHeader title="Top Addresses" description="Who asks most" />
              <CardBody>
                {data ? (
                  <ShareList
                    empty="No traffic yet."
                    rows={data.addresses.slice(0, TOP).map(({ address, requests, blocked }) => ({
                      key: address,
                      label: address,
                      mono: true,
                      value: formatCount(requests),
                      note: blocked > 0 ? `${formatCount(blocked)} blocked` : undefined,
                      share: shareOf(requests, data.totals.requests),
                    }))}
                  />
                ) : (
                  waiting
                )}
              </CardBody>
            </Card>
          </div>
          <RecentActivity domain={domain || null} />
        </div>
      )}
    </>
  );
}
