import { useListDomainsQuery } from '../../../entities/domain/domains-api.ts';
import { NEAR_FULL } from '../../../entities/plan/bandwidth-share.ts';
import { useGetMySubscriptionQuery } from '../../../entities/plan/billing-api.ts';
import { cn } from '../../../shared/lib/cn.ts';
import { formatBytes, formatCount } from '../../../shared/lib/format.ts';
import { Card, CardBody, CardHeader } from '../../../shared/ui/card.tsx';
import { QueryState } from '../../../shared/ui/query-state.tsx';
import { Skeleton } from '../../../shared/ui/skeleton.tsx';

interface UsageProps {
  label: string;
  used: number;
  /** `null`: without limit. */
  included: number | null;
  format: (value: number) => string;
  /** Said beside a full or overfull mark. */
  whenFull: (over: number) => string;
}

function Usage({ label, used, included, format, whenFull }: UsageProps) {
  const share = included === null || included === 0 ? 0 : used / included;
  const isFull = included !== null && used >= included;
  const isNear = !isFull && share >= NEAR_FULL;
  return (
    <div>
      <p className="flex flex-wrap justify-between gap-x-4 text-sm">
        <span className="text-ink-muted">{label}</span>
        <span className="tabular">
          <span className="font-[600]">{format(used)}</span>{' '}
          <span className="text-ink-muted">of {included === null ? 'unlimited' : format(included)}</span>
        </span>
      </p>
      {included !== null && (
        <progress
          aria-label={`${label} used`}
          max={included}
          value={Math.min(used, included)}
          className={cn('meter mt-2 w-full', isNear && 'meter-warn', isFull && 'meter-full')}
        />
      )}
      {included !== null && isFull && (
        <p className="mt-1.5 text-[0.8125rem] text-ink-muted">{whenFull(used - included)}</p>
      )}
    </div>
  );
}

const overBandwidth = (over: number): string =>
  over > 0
    ? `${formatBytes(over)} over the plan. Your sites stay online; please consider the next plan.`
    : 'All of it is used. Your sites stay online.';

/** What this month used of what the plan includes. */
export function UsageCard() {
  const query = useGetMySubscriptionQuery();
  const { data: domains } = useListDomainsQuery();
  const { data } = query;
  return (
    <Card>
      <CardHeader
        title="Usage this month"
        description="Traffic over the limit is never blocked; we warn you before you reach it."
      />
      <CardBody>
        <QueryState
          query={query}
          failure="Failed to load usage"
          skeleton={
            <div className="grid gap-5 sm:grid-cols-2">
              <Skeleton className="h-10" />
              <Skeleton className="h-10" />
            </div>
          }
        >
          {data && (
            <div className="grid items-start gap-x-8 gap-y-5 sm:grid-cols-2">
              <Usage
                label="Bandwidth"
                used={data.bandwidth.used_bytes}
                included={data.bandwidth.included_bytes}
                format={formatBytes}
                whenFull={overBandwidth}
              />
              {domains && (
                <Usage
                  label="Domains"
                  used={domains.length}
                  included={data.plan.entitlements.max_domains}
                  format={formatCount}
                  whenFull={(over) =>
                    over > 0
                      ? `${formatCount(over)} more than the plan includes; no further one can be added.`
                      : 'Your plan allows no more domains.'
                  }
                />
              )}
            </div>
          )}
        </QueryState>
      </CardBody>
    </Card>
  );
}
