import { CalendarDays, Globe, Mail, TrendingUp, Users } from 'lucide-react';
import { formatCount, formatMoney } from '../../../shared/lib/format.ts';
import { messageOf } from '../../../shared/lib/problem.ts';
import { Card } from '../../../shared/ui/card.tsx';
import { ErrorState } from '../../../shared/ui/error-state.tsx';
import { StatCard } from '../../../shared/ui/stat-card.tsx';
import { useGetAdminStatsQuery } from '../api/admin-api.ts';
import { attentionOf } from './attention.ts';
import { AttentionCard } from './attention-card.tsx';
import { NewestOrders, NewestUsers } from './newest-cards.tsx';
import { PlanDistribution } from './plan-distribution.tsx';
import { useFacts } from './use-facts.ts';

/** Counts come from other services, which may be unavailable. */
const orDash = (count: number | null | undefined): string => (count == null ? '–' : formatCount(count));

function Figures() {
  const { data, error, isLoading, refetch } = useGetAdminStatsQuery(undefined, {
    refetchOnMountOrArgChange: true,
  });
  if (error && !data) {
    return (
      <Card>
        <ErrorState message={messageOf(error, 'Failed to load data')} onRetry={refetch} />
      </Card>
    );
  }
  const money = (value: number | undefined) =>
    data === undefined || value === undefined ? '–' : formatMoney(value, data.currency);
  const figures = [
    {
      label: 'Total Users',
      icon: <Users />,
      value: orDash(data?.total_users),
      note: data ? `${formatCount(data.trials)} on trial` : '\u00a0',
    },
    { label: 'Total Domains', icon: <Globe />, value: orDash(data?.total_domains), note: 'Of all accounts' },
    {
      label: 'Subscribers',
      icon: <Mail />,
      value: orDash(data?.total_subscribers),
      note: 'To the newsletter',
    },
    { label: 'MRR', icon: <TrendingUp />, value: money(data?.mrr), note: 'Revenue per month' },
    { label: 'ARR', icon: <CalendarDays />, value: money(data?.arr), note: 'Revenue per year' },
  ];
  return (
    <div className="grid grid-cols-2 gap-3 max-sm:*:last:col-span-2 sm:grid-cols-6 sm:gap-5 sm:max-xl:*:col-span-2 sm:max-xl:*:nth-[n+4]:col-span-3 xl:grid-cols-5">
      {figures.map((figure) => (
        <StatCard key={figure.label} loading={isLoading} {...figure} />
      ))}
    </div>
  );
}

function Distribution() {
  const { data, error } = useGetAdminStatsQuery();
  return error && !data ? null : <PlanDistribution stats={data} />;
}

/** The operator's start page: figures, problems, and new accounts. */
export function OverviewTab() {
  const { facts, isLooking } = useFacts();
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <Figures />
      <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
          <AttentionCard items={attentionOf(facts, Date.now())} isLooking={isLooking} />
          <NewestOrders />
        </div>
        <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
          <Distribution />
          <NewestUsers />
        </div>
      </div>
    </div>
  );
}
