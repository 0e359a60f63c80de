import { lazy, Suspense, useEffect, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { registerWithPlan } from '../../entities/page/paths.ts';
import { PlanCard } from '../../entities/plan/plan-card.tsx';
import { type PlanView, YEARLY_LABEL, yearlyPrice } from '../../entities/plan/plan-features.ts';
import { usePlanViews } from '../../entities/plan/use-plans.ts';
import { useSession } from '../../entities/session/use-session.ts';
import { formatMoney } from '../../shared/lib/format.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Card } from '../../shared/ui/card.tsx';
import { ErrorState } from '../../shared/ui/error-state.tsx';
import { Questions } from '../../shared/ui/faq.tsx';
import { Section } from '../../shared/ui/section.tsx';
import { Segmented } from '../../shared/ui/segmented.tsx';
import { Skeleton } from '../../shared/ui/skeleton.tsx';
import { toast } from '../../shared/ui/toast.ts';
import { PlanComparison } from './plan-comparison.tsx';
import { marketedPlanRows, PRICING_LEAD, pricingFaq } from './pricing-content.ts';
import { ProductComparison } from './product-comparison.tsx';

const CheckoutDialog = lazy(() =>
  import('../../entities/plan/checkout-dialog.tsx').then(({ CheckoutDialog: Component }) => ({
    default: Component,
  })),
);
type BillingPeriod = 'monthly' | 'yearly';

const FAILED = 'Failed to load pricing plans';

/** A plan's card with the price of the selected period. */
const priced = (plan: PlanView, period: BillingPeriod): PlanView =>
  period === 'monthly' ? plan : { ...plan, price: yearlyPrice(plan.price).total, period: 'year' };

/**
 * The saving of a year against twelve months; of equal height for all plans and periods, so that the switch moves
 * nothing.
 */
function YearlySaving({ plan, period }: { plan: PlanView; period: BillingPeriod }) {
  const { total, discount } = yearlyPrice(plan.price);
  return (
    <p className="mb-3 min-h-5 text-[0.8125rem] text-ink-muted">
      {period === 'yearly' &&
        plan.price > 0 &&
        `${formatMoney(total / 12, plan.currency)} a month, you save ${formatMoney(discount, plan.currency)}`}
    </p>
  );
}

export function PricingPage() {
  const navigate = useNavigate();
  const { user } = useSession();
  const { plans, isLoading, isError, refetch } = usePlanViews();
  const [chosen, setChosen] = useState<PlanView | null>(null);
  const [open, setOpen] = useState(false);
  const [period, setPeriod] = useState<BillingPeriod>('monthly');

  useEffect(() => {
    if (isError) toast.error(FAILED);
  }, [isError]);

  const choose = (plan: PlanView) => {
    if (!user) {
      navigate(registerWithPlan(plan.slug));
      return;
    }
    setChosen(plan);
    setOpen(true);
  };

  return (
    <>
      <div className="mx-auto max-w-7xl px-4 pt-14 sm:px-6 sm:pt-20">
        <h1 className="max-w-2xl text-4xl leading-[1.08] tracking-[-0.03em] sm:text-5xl">
          Plans that say what they include
        </h1>
        <p className="mt-4 max-w-2xl text-lg text-ink-muted">{PRICING_LEAD}</p>
        {isError && plans.length === 0 ? (
          <Card className="mt-10">
            <ErrorState message={FAILED} onRetry={refetch} />
          </Card>
        ) : (
          <div className="mt-8">
            <Segmented
              label="Prices by"
              value={period}
              onChange={setPeriod}
              options={[
                { value: 'monthly', label: 'Monthly' },
                { value: 'yearly', label: 'Yearly', note: YEARLY_LABEL },
              ]}
            />
            <div className="mt-8 grid gap-5 sm:grid-cols-2 xl:grid-cols-4">
              {isLoading && [0, 1, 2, 3].map((index) => <Skeleton key={index} className="h-[26rem]" />)}
              {plans.map((plan) => (
                <PlanCard
                  heading="h2"
                  key={plan.id}
                  plan={priced(plan, period)}
                  banner={plan.slug === 'business' ? 'Most Popular' : undefined}
                  highlighted={plan.slug === 'business'}
                  action={
                    <>
                      <YearlySaving plan={plan} period={period} />
                      <Button
                        block
                        size="lg"
                        variant={plan.slug === 'business' ? 'primary' : 'secondary'}
                        disabled={user !== null && (plan.price === 0 || plan.slug === user.plan)}
                        onClick={() => choose(plan)}
                      >
                        {user?.plan === plan.slug ? 'Current Plan' : 'Choose Plan'}
                      </Button>
                    </>
                  }
                />
              ))}
            </div>
          </div>
        )}
      </div>
      {plans.length > 0 && (
        <Section title="Compare the plans">
          <PlanComparison plans={plans} marketed={marketedPlanRows} />
        </Section>
      )}
      <ProductComparison />
      <Questions title="Questions about plans" questions={pricingFaq} className="pt-0 sm:pt-0" />
      {chosen && (
        <Suspense>
          <CheckoutDialog
            key={period}
            plan={chosen}
            startWith={period}
            open={open}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </>
  );
}
