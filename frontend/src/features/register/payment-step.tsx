import { ArrowLeft } from 'lucide-react';
import { Link } from 'react-router-dom';
import { paths } from '../../entities/page/paths.ts';
import { OrderSummary } from '../../entities/plan/order-summary.tsx';
import { PaymentMethods } from '../../entities/plan/payment-methods.tsx';
import { PaypalButtons } from '../../entities/plan/paypal-buttons.tsx';
import { PlanChangeGate } from '../../entities/plan/plan-change-gate.tsx';
import { YEARLY_LABEL, yearlyPrice } from '../../entities/plan/plan-features.ts';
import { TrialOffer } from '../../entities/plan/trial-offer.tsx';
import { formatMoney } from '../../shared/lib/format.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Card } from '../../shared/ui/card.tsx';
import { PaidCard } from './paid-card.tsx';
import type { RegisterWizard } from './use-register-wizard.ts';

type Wizard = Pick<
  RegisterWizard,
  'plan' | 'guest' | 'pay' | 'busy' | 'goTo' | 'user' | 'renews' | 'hasPaid' | 'takePayment'
>;

export function PaymentStep({ wizard }: { wizard: Wizard }) {
  const { plan, guest, pay, busy, goTo, user, renews, hasPaid } = wizard;
  if (user && hasPaid) return <PaidCard wizard={wizard} />;
  if (!plan) {
    return (
      <Card className="mx-auto max-w-lg p-8 text-center">
        <p>Please select a plan before proceeding</p>
        <Button className="mt-4" onClick={() => goTo(2)}>
          Choose a plan
        </Button>
      </Card>
    );
  }
  if (!user && !guest) {
    return (
      <Card className="mx-auto max-w-lg p-8 text-center">
        <p>Please enter your email address before paying: your account will use it.</p>
        <Button className="mt-4" onClick={() => goTo(1)}>
          Back to Account
        </Button>
      </Card>
    );
  }
  return (
    <section>
      <h1 className="text-center text-3xl">Complete Your Purchase</h1>
      <div className="mt-8 grid gap-8 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        {/* What is to be paid is read before how, also where one stands below the other. */}
        <OrderSummary
          plan={plan}
          period="monthly"
          renews={renews}
          priceLabel="Monthly subscription"
          className="lg:col-start-2 lg:row-start-1"
        />
        <Card className="grid content-start gap-6 p-5 sm:p-7 lg:row-start-1">
          <TrialOffer plan={plan} />
          <fieldset>
            <legend className="mb-2 text-[0.8125rem] font-[560]">Billing cycle</legend>
            <div className="grid grid-cols-2 gap-3">
              <div className="rounded-md border border-brand-text bg-brand-soft px-4 py-3">
                <p className="text-sm font-[600]">Monthly</p>
                <p className="tabular text-sm text-ink-muted">
                  {formatMoney(plan.price, plan.currency)}/month
                </p>
              </div>
              <div
                aria-disabled="true"
                className="rounded-md border border-line bg-sunken px-4 py-3 text-ink-muted"
              >
                <p className="flex flex-wrap items-center gap-2 text-sm font-[600]">
                  Yearly <span className="text-2xs text-ok-text">{YEARLY_LABEL}</span>
                </p>
                <p className="tabular text-sm">
                  {formatMoney(yearlyPrice(plan.price).total, plan.currency)}/year
                </p>
              </div>
            </div>
            <p className="mt-2 text-[0.8125rem] text-ink-muted">
              To pay yearly, choose the plan under{' '}
              <Link className="link" to={paths.pricing}>
                Pricing
              </Link>{' '}
              once you have an account.
            </p>
          </fieldset>
          <PaymentMethods />
          <PlanChangeGate planId={plan.slug || plan.id} planName={plan.name} billingPeriod="monthly">
            <PaypalButtons
              planId={plan.slug || plan.id}
              billingPeriod="monthly"
              guest={guest}
              next="dashboard"
            />
          </PlanChangeGate>
        </Card>
      </div>
      <div className="mt-8 flex flex-wrap items-center justify-between gap-3">
        <Button variant="secondary" icon={<ArrowLeft className="size-4" />} onClick={() => goTo(1)}>
          Back to Account
        </Button>
        <Button size="lg" busy={busy} onClick={pay}>
          Pay {formatMoney(plan.price, plan.currency)}
        </Button>
      </div>
    </section>
  );
}
