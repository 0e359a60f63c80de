import { registerWithPlan } from '../../entities/page/paths.ts';
import { PaypalButtons } from '../../entities/plan/paypal-buttons.tsx';
import { PlanChangeGate } from '../../entities/plan/plan-change-gate.tsx';
import { guestOf, readDraft } from '../../entities/session/account-draft.ts';
import { useSession } from '../../entities/session/use-session.ts';
import type { OrderOutcome } from '../../shared/api/openapi.gen.ts';
import { ButtonLink } from '../../shared/ui/button.tsx';
import { Card } from '../../shared/ui/card.tsx';

interface PayAgainProps {
  order: OrderOutcome;
  planName: string;
  next: 'dashboard' | 'reload';
}

/** The same plan and period once more, as a new order. */
export default function PayAgain({ order, planName, next }: PayAgainProps) {
  const { user } = useSession();
  const guest = user ? null : guestOf(readDraft());
  return (
    <Card className="mt-6 p-6 sm:p-8">
      <h2 className="mb-4 text-base">Pay for {planName}</h2>
      {user || guest ? (
        <div className="grid gap-4">
          <PlanChangeGate planId={order.plan_slug} planName={planName} billingPeriod={order.billing_period}>
            <PaypalButtons
              planId={order.plan_slug}
              billingPeriod={order.billing_period}
              guest={guest}
              next={next}
            />
          </PlanChangeGate>
        </div>
      ) : (
        <ButtonLink to={registerWithPlan(order.plan_slug)}>Try again</ButtonLink>
      )}
    </Card>
  );
}
