import { useState } from 'react';
import { OrderSummary } from '../../entities/plan/order-summary.tsx';
import { PaymentMethods } from '../../entities/plan/payment-methods.tsx';
import { PaypalButtons } from '../../entities/plan/paypal-buttons.tsx';
import { PlanChangeGate } from '../../entities/plan/plan-change-gate.tsx';
import { type PlanView, YEARLY_LABEL } from '../../entities/plan/plan-features.ts';
import { useLater } from '../../shared/hooks/use-later.ts';
import { Dialog } from '../../shared/ui/dialog.tsx';
import { Segmented } from '../../shared/ui/segmented.tsx';

const RELOAD_AFTER_MS = 1500;

interface CheckoutDialogProps {
  plan: PlanView;
  open: boolean;
  onClose: () => void;
}

export function CheckoutDialog({ plan, open, onClose }: CheckoutDialogProps) {
  const [period, setPeriod] = useState<'monthly' | 'yearly'>('monthly');
  const later = useLater();

  const paid = () => {
    onClose();
    later(RELOAD_AFTER_MS, () => window.location.reload());
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
        <div className="grid content-start gap-6">
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
            <PaypalButtons planId={plan.slug || plan.id} billingPeriod={period} onPaid={paid} />
          </PlanChangeGate>
        </div>
        <OrderSummary plan={plan} period={period} />
      </div>
    </Dialog>
  );
}
