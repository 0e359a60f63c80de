import { useNavigate } from 'react-router-dom';
import { formatDate, formatMoney } from '../../shared/lib/format.ts';
import { attempt } from '../../shared/ui/attempt.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Notice } from '../../shared/ui/notice.tsx';
import { paths } from '../page/paths.ts';
import { useResendConfirmationMutation } from '../session/auth-api.ts';
import { useSession } from '../session/use-session.ts';
import { useGetMySubscriptionQuery, useStartTrialMutation } from './billing-api.ts';
import type { PlanView } from './plan-features.ts';
import { TRIAL_DAYS } from './trial.ts';

const DAY_MS = 86_400_000;

export const TRIAL_ONCE = 'One trial per account, email address and domain.';

/** An unconfirmed address gets no trial: shown instead of a button that could only fail. */
export function ConfirmBeforeTrial({ address }: { address: string }) {
  const [resend, { isLoading }] = useResendConfirmationMutation();
  const sendAgain = () =>
    attempt(resend().unwrap(), { success: 'The mail is on its way.', failure: 'Failed to send the mail' });
  return (
    <Notice tone="info" title={`${TRIAL_DAYS} days free once your email address is confirmed`}>
      <p className="wrap-anywhere">
        Follow the link in the email sent to {address}, come back here, and start the trial. No card or PayPal
        needed. {TRIAL_ONCE}
      </p>
      <Button size="sm" variant="secondary" className="mt-2" busy={isLoading} onClick={sendAgain}>
        Send that mail again
      </Button>
    </Notice>
  );
}

/** The free trial, for users who have not had one: shown before the payment, since it costs nothing. */
export function TrialOffer({ plan }: { plan: PlanView }) {
  const { user } = useSession();
  const { data: subscription } = useGetMySubscriptionQuery(undefined, { skip: user === null });
  const [startTrial, { isLoading }] = useStartTrialMutation();
  const navigate = useNavigate();
  if (user === null || !subscription?.trial_available || plan.price === 0) return null;
  if (!user.email_confirmed) return <ConfirmBeforeTrial address={user.email} />;

  const start = async () => {
    const started = await attempt(startTrial({ trialStart: { plan_id: plan.slug } }).unwrap(), {
      success: `Your ${TRIAL_DAYS}-day trial of ${plan.name} has begun.`,
      failure: 'Failed to start the trial',
    });
    if (started) navigate(paths.dashboard);
  };
  const endsAt = new Date(Date.now() + TRIAL_DAYS * DAY_MS).toISOString();
  return (
    <section
      aria-label="Free trial"
      className="flex flex-wrap items-center justify-between gap-4 rounded-md border border-ok-line bg-ok-soft p-4"
    >
      <div className="min-w-0 flex-1 basis-56 text-sm">
        <p className="font-[600]">
          {TRIAL_DAYS} days free: <span className="tabular">{formatMoney(0, plan.currency)} today</span>
        </p>
        <p className="text-ink-muted">
          No card, no PayPal. The trial of {plan.name} ends on {formatDate(endsAt)} automatically. We email
          you a week before. Pay then to keep it, or your account moves to the Free plan. {TRIAL_ONCE}
        </p>
      </div>
      <Button busy={isLoading} onClick={start}>
        Start free trial
      </Button>
    </section>
  );
}
