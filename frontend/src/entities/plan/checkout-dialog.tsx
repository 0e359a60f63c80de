import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { Dialog } from '../../shared/ui/dialog.tsx';
import { Segmented } from '../../shared/ui/segmented.tsx';
import { paymentOutcome } from '../page/paths.ts';
import type { AfterPayment } from './after-payment.ts';
import { useGetPayPalConfigState } from './billing-api.ts';
import { OrderSummary } from './order-summary.tsx';
import { PaymentMethods } from './payment-methods.tsx';
import { PaypalButtons } from './paypal-buttons.tsx';
import { PlanChangeGate } from './plan-change-gate.tsx';
import { type PlanView, YEARLY_LABEL } from './plan-features.ts';
import { TrialOffer } from './trial-offer.tsx';

interface CheckoutDialogProps {
  plan: PlanView;
  /** The selected billing cycle. */
  startWith: 'monthly' | 'yearly';
  open: boolean;
  onClose: () => void;
}

export function CheckoutDialog({ plan, startWith, open, onClose }: CheckoutDialogProps) {
  const [period, setPeriod] = useState(startWith);
  const navigate = useNavigate();
  const { data: paypal } = useGetPayPalConfigState();

  /** The payment's own page takes over, and reloads itself with the new plan. */
  const paid = ({ id, after }: { id: string; after: AfterPayment }) => {
    onClose();
    navigate(paymentOutcome(id), { state: after });
  };

  return (
    <Dialog
      open={open}
      onClose={onClose}
      size="xl"
      title="Complete Your Purchase"
      description={`${plan.name} plan`}
    >
      <div className="grid gap-8 md:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        {/* What is to be paid is read before how, also where one stands below the other. */}
        <OrderSummary
          plan={plan}
          period={period}
          renews={paypal?.renews}
          className="md:col-start-2 md:row-start-1"
        />
        <div className="grid content-start gap-6 md:row-start-1">
          <TrialOffer plan={plan} />
          <div>
            <p className="mb-2 text-[0.8125rem] font-[560]">Billing cycle</p>
            <Segmented
              label="Billing cycle"
              value={period}
              onChange={setPeriod}
              className="w-full"
              options={[
                { value: 'monthly', label: 'Monthly' },
                { value: 'yearly', label: 'Yearly', note: YEARLY_LABEL },
              ]}
            />
          </div>
          <PaymentMethods />
          <PlanChangeGate planId={plan.slug || plan.id} planName={plan.name} billingPeriod={period}>
            <PaypalButtons planId={plan.slug || plan.id} billingPeriod={period} next="reload" onPaid={paid} />
          </PlanChangeGate>
        </div>
      </div>
    </Dialog>
  );
}
