import { Activity, CircleCheck, Clock, ShieldBan } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { DomainSelect } from '../../entities/domain/domain-select.tsx';
import { useListDomainsQuery } from '../../entities/domain/domains-api.ts';
import { logLink } from '../../entities/log/log-filters.ts';
import { useStatsQuery } from '../../entities/log/logs-api.ts';
import { paths } from '../../entities/page/paths.ts';
import { useNowAsked } from '../../entities/site-state/now-api.ts';
import type { DashboardStats, Domain } from '../../shared/api/types.ts';
import { useSearchState } from '../../shared/hooks/use-search-state.ts';
import { formatCompact, formatDate, formatPercent, formatUptime } from '../../shared/lib/format.ts';
import { messageOf } from '../../shared/lib/problem.ts';
import { ButtonLink } from '../../shared/ui/button.tsx';
import { Card, CardBody, CardHeader } from '../../shared/ui/card.tsx';
import { Delta } from '../../shared/ui/delta.tsx';
import { EmptyState } from '../../shared/ui/empty-state.tsx';
import { ErrorState } from '../../shared/ui/error-state.tsx';
import { PageHeader } from '../../shared/ui/page-header.tsx';
import { Skeleton } from '../../shared/ui/skeleton.tsx';
import { PageSpinner } from '../../shared/ui/spinner.tsx';
import { StatCard } from '../../shared/ui/stat-card.tsx';
import { NowCard } from './now-card.tsx';
import { RecentThreats } from './recent-threats.tsx';
import { useLiveOverview } from './use-live-overview.ts';

const TrafficChart = lazy(async () => ({ default: (await import('./later.ts')).TrafficChart }));
const FirstSteps = lazy(async () => ({ default: (await import('./later.ts')).FirstSteps }));
const PlanNotices = lazy(async () => ({ default: (await import('./later.ts')).PlanNotices }));
const ThreatPie = lazy(async () => ({ default: (await import('./later.ts')).ThreatPie }));

/** How often figures are asked for that do not come by themselves. */
const STATS_MS = 30_000;

/** The period that the figures are compared with. */
const PERIOD = 'the day before';

const NOT_MEASURED = { uptime: 99.9, responseMs: 245 } as const;
const notMeasured = `Avg response: ${NOT_MEASURED.responseMs}ms · no traffic yet`;

function UptimeCard({ stats }: { stats: DashboardStats['stats'] }) {
  const { uptime_percentage: uptime, uptime_since: since } = stats;
  const response = stats.avg_response_time;
  const answered = response === null ? 'No answer today' : `Avg response: ${Math.round(response)}ms`;
  return (
    <StatCard
      label="Uptime"
      icon={<Clock />}
      muted={since === null}
      value={formatUptime(uptime ?? NOT_MEASURED.uptime)}
      note={since === null ? notMeasured : `${answered} · since ${formatDate(since)}`}
    />
  );
}

/** As the cards will look, so that nothing moves when their figures come. */
const waitingCards = [
  { label: 'Total Requests', icon: <Activity /> },
  { label: 'Blocked Threats', icon: <ShieldBan />, tone: 'danger' },
  { label: 'Allowed Requests', icon: <CircleCheck />, tone: 'ok' },
  { label: 'Uptime', icon: <Clock /> },
] as const;

function StatCards({ data }: { data: DashboardStats | undefined }) {
  if (!data) {
    return waitingCards.map(({ label, ...look }) => (
      <StatCard
        key={label}
        label={label}
        {...look}
        value=""
        loading
        note={<Skeleton className="mt-1.5 h-3.5 w-28" />}
        delta={label !== 'Uptime' && <Skeleton className="h-3.5 w-32" />}
      />
    ));
  }
  const { stats, before } = data;
  return (
    <>
      <StatCard
        label="Total Requests"
        icon={<Activity />}
        value={formatCompact(stats.total_requests)}
        note="Last 24 hours"
        delta={<Delta now={stats.total_requests} before={before?.total_requests} period={PERIOD} />}
      />
      <StatCard
        label="Blocked Threats"
        tone="danger"
        icon={<ShieldBan />}
        value={formatCompact(stats.blocked_threats)}
        note={`${formatPercent(stats.block_rate)} block rate`}
        delta={<Delta now={stats.blocked_threats} before={before?.blocked_threats} period={PERIOD} />}
      />
      <StatCard
        label="Allowed Requests"
        tone="ok"
        icon={<CircleCheck />}
        value={formatCompact(stats.allowed_requests)}
        note="Legitimate traffic"
        delta={<Delta now={stats.allowed_requests} before={before?.allowed_requests} period={PERIOD} />}
      />
      <UptimeCard stats={stats} />
    </>
  );
}

/** The one that its owner is busy with. */
const newest = (domains: readonly Domain[] = []): Domain | undefined =>
  domains.reduce<Domain | undefined>(
    (last, one) => (last && last.created_at > one.created_at ? last : one),
    undefined,
  );

const chartSkeleton = <Skeleton className="h-[300px] w-full" />;

export function OverviewPage() {
  const navigate = useNavigate();
  const [domain, setDomain] = useSearchState('domain', '');
  const domains = useListDomainsQuery();
  const hasDomains = (domains.data?.length ?? 0) > 0;
  const live = useLiveOverview(domain || null, domains.isLoading ? undefined : hasDomains);
  const { data: now } = useNowAsked(domain || null);
  const { data, error, refetch, isFetching } = useStatsQuery(domain || null, {
    live,
    pollingInterval: hasDomains ? STATS_MS : 0,
  });

  /** The overview has no choice of period: that is on the analytics page. */
  const zoomTo = (from: Date, to: Date) => {
    const query = { from: from.toISOString(), to: to.toISOString(), ...(domain && { domain }) };
    navigate(`${paths.analytics}?${new URLSearchParams(query)}`);
  };

  if (domains.isLoading) return <PageSpinner label="Loading your domains…" />;
  const chosen = domains.data?.find(({ domain_name }) => domain_name === domain) ?? newest(domains.data);
  const firstSteps = chosen && (
    <Suspense>
      <FirstSteps domain={chosen} />
    </Suspense>
  );
  // Missing steps of a site that already blocks attacks are below the figures, which they would otherwise push down
  // when they load. Current problems come before news.
  const isNew =
    chosen?.blocked_requests === 0 &&
    !now?.sites.some(({ attack, origin }) => attack !== null || origin?.down_since != null);
  const failure = error ? messageOf(error, 'Failed to load dashboard statistics') : null;

  return (
    <>
      <PageHeader
        title="Dashboard Overview"
        subtitle="Welcome back! Here's what's happening with your protected sites."
        actions={
          hasDomains && <DomainSelect domains={domains.data ?? []} value={domain} onChange={setDomain} />
        }
      />
      {hasDomains && <NowCard domains={domains.data ?? []} domain={domain} live={live} />}
      <Suspense>
        <PlanNotices />
      </Suspense>
      {isNew && firstSteps}
      {domains.error && (
        <Card className="mb-5">
          <ErrorState
            message={messageOf(domains.error, 'Failed to load domains')}
            onRetry={domains.refetch}
          />
        </Card>
      )}
      {!hasDomains && !domains.error && (
        <Card className="mb-5">
          <EmptyState
            icon={<ShieldBan />}
            title="Protect your first site"
            action={<ButtonLink to={`${paths.domains}?add=1`}>Add a domain</ButtonLink>}
          >
            Add a domain, verify it with one CNAME record, and its traffic appears here within seconds.
          </EmptyState>
        </Card>
      )}
      {failure && !data ? (
        <Card>
          <ErrorState message={failure} onRetry={refetch} />
        </Card>
      ) : (
        <div aria-busy={isFetching} className="grid gap-4 sm:gap-5">
          <div className="grid grid-cols-2 gap-3 sm:gap-5 xl:grid-cols-4">
            <StatCards data={data} />
          </div>
          <div className="grid gap-4 sm:gap-5 xl:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
            <Card className="flex flex-col">
              <CardHeader
                title="Weekly Traffic"
                description="Requests per day (UTC), total and blocked"
                action={
                  <Link
                    to={domain ? `${paths.analytics}?${new URLSearchParams({ domain })}` : paths.analytics}
                    className="link text-[0.8125rem] print:hidden"
                  >
                    Open analytics
                  </Link>
                }
              />
              <CardBody className="flex-1">
                {data ? (
                  <Suspense fallback={chartSkeleton}>
                    <TrafficChart days={data.weekly_traffic} onZoom={zoomTo} />
                  </Suspense>
                ) : (
                  chartSkeleton
                )}
              </CardBody>
            </Card>
            <Card>
              <CardHeader title="Threat Types Distribution" description="Attack types of blocked requests" />
              <CardBody>
                {!data && chartSkeleton}
                {data && data.threat_types.length === 0 && (
                  <EmptyState
                    className="h-[300px] max-sm:h-52 content-center"
                    icon={<CircleCheck />}
                    title="Nothing blocked yet"
                  >
                    Threats appear here by type as soon as the edge blocks one.
                  </EmptyState>
                )}
                {data && data.threat_types.length > 0 && (
                  <Suspense fallback={chartSkeleton}>
                    <ThreatPie slices={data.threat_types} />
                  </Suspense>
                )}
              </CardBody>
            </Card>
          </div>
          <Card className="overflow-hidden">
            <CardHeader
              title="Recent Blocked Threats"
              action={
                <Link to={logLink({ status: 'blocked', domain })} className="link text-[0.8125rem]">
                  Open WAF logs
                </Link>
              }
            />
            <RecentThreats logs={data?.recent_logs} />
          </Card>
        </div>
      )}
      {!isNew && <div className="mt-5 empty:hidden">{firstSteps}</div>}
    </>
  );
}
