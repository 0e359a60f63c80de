import { ArrowLeft, LockKeyhole } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useMedia } from '../../shared/hooks/use-media.ts';
import { formatMoney } from '../../shared/lib/format.ts';
import { attempt } from '../../shared/ui/attempt.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Dialog } from '../../shared/ui/dialog.tsx';
import { ErrorState } from '../../shared/ui/error-state.tsx';
import { Skeleton } from '../../shared/ui/skeleton.tsx';
import { toast } from '../../shared/ui/toast.ts';
import { useUser } from '../session/use-session.ts';
import { useGetMySubscriptionQuery, useStartTrialMutation } from './billing-api.ts';
import { recommendedUpgrade } from './gated-features.ts';
import { PaymentMethods } from './payment-methods.tsx';
import { PaypalButtons } from './paypal-buttons.tsx';
import { PlanCard } from './plan-card.tsx';
import { PlanChangeGate } from './plan-change-gate.tsx';
import { type PlanView, SUMMARY_FEATURES } from './plan-features.ts';
import { ConfirmBeforeTrial } from './trial-offer.tsx';
import { usePlanViews } from './use-plans.ts';

const RELOAD_AFTER_MS = 1500;
const PAYPAL_ONLY =
  'Sorry about this technical issue, but for now we can only accept payments by PayPal. Other payment methods are temporarily unavailable.';

interface UpgradePlanDialogProps {
  onClose: () => void;
  onUpgraded?: () => void;
}

function bannerOf(plan: PlanView, current: string, recommended: string | null, selected: boolean) {
  if (plan.slug === current) return undefined;
  if (selected) return 'Selected';
  if (plan.slug === recommended) return 'Recommended Upgrade';
  return plan.slug === 'business' ? 'Most Popular' : undefined;
}

/** Where cards stand below each other, the one to choose comes first, what cannot be chosen last. */
function worthFirst(plans: readonly PlanView[], current: string, recommended: string | null): PlanView[] {
  const rank = ({ slug, price }: PlanView) => {
    if (slug === recommended) return 0;
    return slug === current || price === 0 ? 2 : 1;
  };
  return plans.toSorted((a, b) => rank(a) - rank(b));
}

/** Choose a plan, then pay for it. */
export default function UpgradePlanDialog({ onClose, onUpgraded }: UpgradePlanDialogProps) {
  const user = useUser();
  const { plans, isLoading, isError, refetch } = usePlanViews();
  const [selectedSlug, setSelectedSlug] = useState<string | null>(null);
  const [step, setStep] = useState<1 | 2>(1);
  const [processing, setProcessing] = useState(false);
  const reload = useRef<ReturnType<typeof setTimeout>>(undefined);
  const { data: subscription } = useGetMySubscriptionQuery();
  const [startTrial, trial] = useStartTrialMutation();
  const hasTrial = subscription?.trial_available === true;
  const canTry = hasTrial && user.email_confirmed;
  const recommended = recommendedUpgrade(user.plan);
  const isPhone = useMedia('(width < 40rem)');
  const shown = isPhone ? worthFirst(plans, user.plan, recommended) : plans;
  const selected = plans.find(({ slug }) => slug === selectedSlug);

  useEffect(() => () => clearTimeout(reload.current), []);

  const choose = (slug: string) => {
    setSelectedSlug(slug);
    // With a trial on offer there is something to decide first.
    if (!hasTrial) setStep(2);
  };

  const tryForFree = async (plan: PlanView) => {
    const started = await attempt(startTrial({ trialStart: { plan_id: plan.slug } }).unwrap(), {
      success: `Your 14-day trial of ${plan.name} has begun.`,
      failure: 'Failed to start the trial',
    });
    if (started) onClose();
  };

  const paid = () => {
    onUpgraded?.();
    reload.current = setTimeout(() => {
      onClose();
      window.location.reload();
    }, RELOAD_AFTER_MS);
  };

  return (
    <Dialog
      open
      onClose={onClose}
      size="xl"
      title="Upgrade your plan"
      description={step === 1 ? 'Step 1 of 2 · Choose Plan' : 'Step 2 of 2 · Payment'}
      footer={
        step === 1 ? (
          <>
            {canTry && selected && (
              <Button variant="secondary" busy={trial.isLoading} onClick={() => tryForFree(selected)}>
                Try {selected.name} for 14 days
              </Button>
            )}
            <Button disabled={!selected} onClick={() => setStep(2)}>
              Continue to Payment
            </Button>
          </>
        ) : (
          <>
            <Button
              variant="secondary"
              className="mr-auto"
              icon={<ArrowLeft className="size-4" />}
              onClick={() => setStep(1)}
            >
              Back to Plans
            </Button>
            <Button
              busy={processing}
              onClick={() => toast.info('Please use PayPal to complete your payment.')}
            >
              Upgrade to {selected?.name}
            </Button>
          </>
        )
      }
    >
      {isError && <ErrorState message="Failed to load plans" onRetry={refetch} />}
      {step === 1 && hasTrial && !canTry && <ConfirmBeforeTrial address={user.email} />}
      {step === 1 && (
        <div className="grid gap-4 pt-3 sm:grid-cols-2 xl:grid-cols-4">
          {isLoading && [0, 1, 2, 3].map((index) => <Skeleton key={index} className="h-96" />)}
          {shown.map((plan) => {
            const current = plan.slug === user.plan;
            const isSelected = plan.slug === selectedSlug;
            return (
              <PlanCard
                key={plan.id}
                plan={plan}
                banner={bannerOf(plan, user.plan, recommended, isSelected)}
                highlighted={isSelected || (!selected && plan.slug === recommended)}
                {...(current && { className: 'bg-sunken' })}
                action={
                  <Button
                    block
                    variant={plan.slug === recommended ? 'primary' : 'secondary'}
                    disabled={current || plan.price === 0}
                    onClick={() => choose(plan.slug)}
                  >
                    {current ? 'Current Plan' : isSelected ? 'Selected' : 'Select Plan'}
                  </Button>
                }
              />
            );
          })}
        </div>
      )}
      {step === 2 && selected && (
        <div className="grid gap-6 md:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
          <div className="grid content-start gap-5">
            <PaymentMethods notice={PAYPAL_ONLY} />
            <PlanChangeGate planId={selected.slug} planName={selected.name} billingPeriod="monthly">
              <PaypalButtons
                planId={selected.slug}
                billingPeriod="monthly"
                next="reload"
                onPaid={paid}
                onProcessing={setProcessing}
              />
            </PlanChangeGate>
            <p className="flex items-center gap-2 text-[0.8125rem] text-ink-faint">
              <LockKeyhole aria-hidden="true" className="size-4" />
              Your payment is protected by 256-bit SSL encryption.
            </p>
          </div>
          {/* On phones above how it is paid. */}
          <aside className="h-fit rounded-lg border border-line bg-sunken p-5 max-md:order-first">
            <h3 className="text-sm">{selected.name}</h3>
            <ul className="mt-3 grid gap-1.5 text-[0.8125rem] text-ink-muted">
              {selected.allFeatures
                .filter(({ included }) => included)
                .slice(0, SUMMARY_FEATURES)
                .map(({ text }) => (
                  <li key={text}>{text}</li>
                ))}
            </ul>
            <p className="mt-4 flex items-baseline justify-between border-t border-line pt-4 text-sm">
              Billed monthly
              <span className="tabular text-xl font-[660]">
                {formatMoney(selected.price, selected.currency)}
              </span>
            </p>
          </aside>
        </div>
      )}
    </Dialog>
  );
}
