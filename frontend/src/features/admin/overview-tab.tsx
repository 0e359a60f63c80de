import { Globe, Mail, TrendingUp, Users } from 'lucide-react';
import { useGetAdminStatsQuery } from '../../shared/api/admin-api.ts';
import { formatCount, formatMoney } from '../../shared/lib/format.ts';
import { messageOf } from '../../shared/lib/problem.ts';
import { Card, CardBody, CardHeader } from '../../shared/ui/card.tsx';
import { ErrorState } from '../../shared/ui/error-state.tsx';
import { Skeleton } from '../../shared/ui/skeleton.tsx';
import { StatCard } from '../../shared/ui/stat-card.tsx';

/** Counts come from other services and may be away. */
const orDash = (count: number | null | undefined): string => (count == null ? '–' : formatCount(count));

export function OverviewTab() {
  const { data, error, isLoading, refetch } = useGetAdminStatsQuery();
  if (error && !data) {
    return (
      <Card>
        <ErrorState message={messageOf(error, 'Failed to load data')} onRetry={refetch} />
      </Card>
    );
  }
  const distribution = Object.entries(data?.plan_distribution ?? {});
  const total = distribution.reduce((sum, [, count]) => sum + count, 0);
  return (
    <div className="grid gap-5">
      <div className="grid grid-cols-2 gap-3 sm:gap-5 xl:grid-cols-5">
        <StatCard
          label="Total Users"
          icon={<Users />}
          loading={isLoading}
          value={orDash(data?.total_users)}
        />
        <StatCard
          label="Total Domains"
          icon={<Globe />}
          loading={isLoading}
          value={orDash(data?.total_domains)}
        />
        <StatCard
          label="Subscribers"
          icon={<Mail />}
          loading={isLoading}
          value={orDash(data?.total_subscribers)}
        />
        <StatCard
          label="MRR"
          tone="ok"
          icon={<TrendingUp />}
          loading={isLoading}
          value={formatMoney(data?.mrr ?? 0)}
        />
        <StatCard
          label="ARR"
          tone="ok"
          icon={<TrendingUp />}
          loading={isLoading}
          value={formatMoney(data?.arr ?? 0)}
        />
      </div>
      <Card>
        <CardHeader title="Plan Distribution" description="Accounts on each plan" />
        <CardBody>
          {isLoading && <Skeleton className="h-24" />}
          <ul className="grid max-w-2xl gap-3">
            {distribution.map(([plan, count]) => (
              <li key={plan} className="grid grid-cols-[6rem_minmax(0,1fr)_4rem] items-center gap-3 text-sm">
                <span className="capitalize">{plan}</span>
                <span aria-hidden="true" className="h-2 overflow-hidden rounded-full bg-sunken">
                  <span
                    className="block h-full rounded-full bg-[var(--chart-1)]"
                    style={{ width: `${total === 0 ? 0 : (count / total) * 100}%` }}
                  />
                </span>
                <span className="tabular text-right font-[600]">{formatCount(count)}</span>
              </li>
            ))}
          </ul>
        </CardBody>
      </Card>
    </div>
  );
}
