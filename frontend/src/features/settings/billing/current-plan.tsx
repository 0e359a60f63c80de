import { CreditCard } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useGetMySubscriptionQuery } from '../../../entities/plan/billing-api.ts';
import { ChangePlanButton } from '../../../entities/plan/change-plan-button.tsx';
import { FeatureList } from '../../../entities/plan/plan-card.tsx';
import { toPlanView } from '../../../entities/plan/plan-features.ts';
import type { Subscription } from '../../../shared/api/types.ts';
import { formatMoney } from '../../../shared/lib/format.ts';
import { Badge } from '../../../shared/ui/badge.tsx';
import { Button } from '../../../shared/ui/button.tsx';
import { Card, CardBody, CardHeader } from '../../../shared/ui/card.tsx';
import { QueryState } from '../../../shared/ui/query-state.tsx';
import { Skeleton } from '../../../shared/ui/skeleton.tsx';
import { subscriptionStatusOf } from './subscription-status.ts';

const CheckoutDialog = lazy(() =>
  import('../../../entities/plan/checkout-dialog.tsx').then(({ CheckoutDialog: Component }) => ({
    default: Component,
  })),
);

function Next({ subscription }: { subscription: Subscription }) {
  const { next, explanation, canPayOn } = subscriptionStatusOf(subscription, Date.now());
  return (
    <div className="mt-5 flex flex-wrap items-center gap-x-8 gap-y-3 border-t border-line pt-4">
      <dl className="min-w-40">
        <dt className="text-[0.8125rem] text-ink-muted">{next.label}</dt>
        <dd className="tabular text-base font-[640]">{next.value}</dd>
      </dl>
      <p className="min-w-0 flex-1 basis-64 text-sm text-ink-muted">{explanation}</p>
      {canPayOn && <PayOn subscription={subscription} />}
    </div>
  );
}

/** Extends the plan, for the period that was paid last unless the customer chooses the other one. */
function PayOn({ subscription: { plan, billing_period: period } }: { subscription: Subscription }) {
  // Null: never opened, so that the dialog's code is not loaded.
  const [open, setOpen] = useState<boolean | null>(null);
  return (
    <>
      <Button
        size="sm"
        onClick={() => setOpen(true)}
        icon={<CreditCard aria-hidden="true" className="size-4" />}
      >
        Pay for {plan.name}
      </Button>
      {open !== null && (
        <Suspense>
          <CheckoutDialog
            plan={toPlanView(plan)}
            startWith={period ?? 'monthly'}
            open={open}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </>
  );
}

/** The amount paid for the current period; without a payment, the plan's current price. */
function costOf({ plan, paid, billing_period: period }: Subscription): string {
  const { amount, currency } = paid ?? { amount: plan.price, currency: plan.currency };
  return `${formatMoney(amount, currency)} per ${paid !== null && period === 'yearly' ? 'year' : 'month'}`;
}

/** The current plan, its price, and the next charge. */
export function CurrentPlan() {
  const query = useGetMySubscriptionQuery(undefined, { refetchOnMountOrArgChange: true });
  // Also one that is offered to nobody else any more.
  const plan = query.data && toPlanView(query.data.plan);
  const badge = query.data ? subscriptionStatusOf(query.data, Date.now()).badge : null;
  return (
    <Card>
      <CardHeader title="Current Plan" action={<ChangePlanButton />} />
      <CardBody>
        {query.isLoading && <Skeleton className="h-20 w-64" />}
        {plan && (
          <div className="grid gap-5 sm:grid-cols-[12rem_minmax(0,1fr)]">
            <div>
              <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1 text-2xl font-[660] tracking-[-0.03em]">
                {plan.name}
                {badge && (
                  <Badge tone={badge.tone} className="tracking-normal">
                    {badge.label}
                  </Badge>
                )}
              </p>
              <p className="text-sm text-ink-muted">{query.data && costOf(query.data)}</p>
            </div>
            <FeatureList
              lines={plan.cardFeatures.filter(({ included }) => included)}
              className="content-start sm:grid-cols-2"
            />
          </div>
        )}
        <QueryState
          query={query}
          failure="Failed to load your subscription"
          skeleton={<Skeleton className="mt-5 h-12" />}
        >
          {query.data && <Next subscription={query.data} />}
        </QueryState>
      </CardBody>
    </Card>
  );
}
