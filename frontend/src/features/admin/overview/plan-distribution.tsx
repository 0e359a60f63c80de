import { Link } from 'react-router-dom';
import type { AdminStats } from '../../../shared/api/types.ts';
import { formatCount, formatPercent } from '../../../shared/lib/format.ts';
import { Card, CardBody, CardHeader } from '../../../shared/ui/card.tsx';
import { Skeleton } from '../../../shared/ui/skeleton.tsx';

/** Number of accounts by plan. */
export function PlanDistribution({ stats }: { stats?: AdminStats }) {
  const distribution = Object.entries(stats?.plan_distribution ?? {});
  const total = distribution.reduce((sum, [, count]) => sum + count, 0);
  return (
    <Card>
      <CardHeader
        title="Plan Distribution"
        description="Accounts on each plan"
        action={
          <Link to="?tab=plans" className="link text-sm">
            Plans
          </Link>
        }
      />
      <CardBody>
        {!stats && <Skeleton className="h-40" />}
        <ul className="grid gap-4">
          {distribution.map(([plan, count]) => {
            const share = total === 0 ? 0 : (count / total) * 100;
            return (
              <li key={plan} className="text-sm">
                <p className="flex items-baseline justify-between gap-3">
                  <span className="capitalize">{plan}</span>
                  <span className="tabular">
                    <span className="font-[600]">{formatCount(count)}</span>{' '}
                    <span className="inline-block w-12 text-right text-ink-muted">
                      {formatPercent(share)}
                    </span>
                  </span>
                </p>
                <progress aria-hidden="true" max={100} value={share} className="meter mt-1.5 w-full" />
              </li>
            );
          })}
        </ul>
      </CardBody>
    </Card>
  );
}
