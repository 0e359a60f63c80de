import { Link, useLocation } from 'react-router-dom';
import { paths, paymentOutcome } from '../../entities/page/paths.ts';
import { useGetMySubscriptionQuery } from '../../entities/plan/billing-api.ts';
import { useResendConfirmationMutation } from '../../entities/session/auth-api.ts';
import { useUser } from '../../entities/session/use-session.ts';
import { formatDate } from '../../shared/lib/format.ts';
import { attempt } from '../../shared/ui/attempt.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Notice } from '../../shared/ui/notice.tsx';

const billing = `${paths.settings}?tab=billing`;

/** Pending steps of the owner's plan, or its end: shown on the page that is opened first. */
export default function PlanNotices() {
  const user = useUser();
  const { state } = useLocation();
  const [resend, { isLoading: isSending }] = useResendConfirmationMutation();
  const sendAgain = () =>
    attempt(resend().unwrap(), {
      success: 'The mail is on its way.',
      failure: 'Failed to send the mail',
    });
  const { data: subscription } = useGetMySubscriptionQuery();
  const paidOrder = (state as { paidOrder?: string } | null)?.paidOrder;
  const endsAt = subscription?.status === 'trial' ? subscription.ends_at : null;
  return (
    <div className="mb-5 grid gap-3 empty:hidden">
      {paidOrder && (
        <Notice tone="ok" role="status" title="Your payment has arrived">
          <p>
            <Link className="link" to={`${paths.domains}?add=1`}>
              Add your domain
            </Link>{' '}
            next, or{' '}
            <Link className="link" to={paymentOutcome(paidOrder)}>
              look at the order
            </Link>
            .
          </p>
        </Notice>
      )}
      {subscription?.status === 'free' && !user.email_confirmed && (
        <Notice tone="warn" title="Please confirm your email address">
          <p>
            Follow the link that we sent to {user.email}. Then you can start a free trial. If you paid for a
            plan with this address before you signed up, it becomes active, too.
          </p>
          <Button size="sm" variant="secondary" className="mt-2" busy={isSending} onClick={sendAgain}>
            Send that mail again
          </Button>
        </Notice>
      )}
      {subscription && endsAt && (
        <Notice tone="info" title={`Your trial of ${subscription.plan.name} ends on ${formatDate(endsAt)}`}>
          <p>
            You are not charged automatically: your account then moves to the Free plan.{' '}
            <Link className="link" to={billing}>
              Keep {subscription.plan.name}
            </Link>
          </p>
        </Notice>
      )}
    </div>
  );
}
