import { ArrowLeft } from 'lucide-react';
import { PlanCard } from '../../entities/plan/plan-card.tsx';
import { Button } from '../../shared/ui/button.tsx';
import { Card } from '../../shared/ui/card.tsx';
import { ErrorState } from '../../shared/ui/error-state.tsx';
import { Skeleton } from '../../shared/ui/skeleton.tsx';
import type { RegisterWizard } from './use-register-wizard.ts';

export function PlanStep({ wizard }: { wizard: RegisterWizard }) {
  const { plans, plan, plansLoading, plansFailed, reloadPlans, choosePlan, free, forward, goTo, busy } =
    wizard;
  return (
    <section>
      <div className="text-center">
        <h1 className="text-3xl">Choose Your Plan</h1>
        <p className="mt-2 text-ink-muted">All plans include a 14-day free trial.</p>
      </div>
      {plansFailed && plans.length === 0 && (
        <Card className="mt-8">
          <ErrorState message="Failed to load plans" onRetry={reloadPlans} />
        </Card>
      )}
      <div className="mt-10 grid gap-5 sm:grid-cols-2 lg:grid-cols-4">
        {plansLoading && [0, 1, 2, 3].map((index) => <Skeleton key={index} className="h-96" />)}
        {plans.map((item) => {
          const chosen = item.slug === plan?.slug;
          return (
            <PlanCard
              heading="h2"
              key={item.id}
              plan={item}
              banner={item.popular ? 'Most Popular' : undefined}
              highlighted={chosen}
              action={
                <Button
                  block
                  variant={chosen ? 'primary' : 'secondary'}
                  aria-pressed={chosen}
                  aria-label={chosen ? `${item.name} SELECTED` : `Select ${item.name}`}
                  onClick={() => choosePlan(item.slug)}
                >
                  {chosen ? 'SELECTED' : 'Select'}
                </Button>
              }
            />
          );
        })}
      </div>
      <div className="mt-8 flex flex-wrap items-center justify-between gap-3">
        <Button variant="secondary" icon={<ArrowLeft className="size-4" />} onClick={() => goTo(1)}>
          Back
        </Button>
        <Button size="lg" disabled={!plan} busy={busy} onClick={forward}>
          {free ? 'Create Free Account' : 'Continue to Payment →'}
        </Button>
      </div>
    </section>
  );
}
