import type { OrderOutcome } from '../../shared/api/openapi.gen.ts';

interface OutcomeWords {
  tone: 'ok' | 'info' | 'warn' | 'danger';
  title: string;
  /** What happened. */
  happened: string;
  /** What happens next. */
  next: string;
  /** The same plan can be paid for on the spot. */
  canPay: boolean;
}

const NOTHING_TAKEN = 'Nothing was charged, and your plan is what it was before.';

/** The texts about an order, for its buyer. */
export function outcomeWords(
  { outcome, awaits_account: awaitsAccount }: Pick<OrderOutcome, 'outcome' | 'awaits_account'>,
  planName: string,
): OutcomeWords {
  switch (outcome) {
    case 'paid':
      return {
        tone: 'ok',
        title: awaitsAccount ? 'Paid. One step is left' : 'Your payment has arrived',
        happened: awaitsAccount
          ? `We have received your payment for ${planName}. It is waiting for your account.`
          : `${planName} is paid for.`,
        next: awaitsAccount
          ? 'Finish your account with the email address that you paid under, and the plan is active at once. The link is also in your receipt.'
          : 'A receipt is on its way to your inbox. Add a domain, and its traffic is protected as soon as its DNS points to us.',
        canPay: false,
      };
    case 'pending':
      return {
        tone: 'info',
        title: 'PayPal is reviewing your payment',
        happened: `PayPal has received your payment for ${planName} and is still reviewing it.`,
        next: 'There is nothing to do: this page updates itself, and your plan becomes active as soon as PayPal confirms. You cannot pay a second time in the meantime.',
        canPay: false,
      };
    case 'declined':
      return {
        tone: 'danger',
        title: 'The payment was declined',
        happened: `The bank or card behind your PayPal account declined it. ${NOTHING_TAKEN}`,
        next: 'Try again, and choose another way to pay in PayPal’s window.',
        canPay: true,
      };
    case 'cancelled':
      return {
        tone: 'warn',
        title: 'The payment was cancelled',
        happened: NOTHING_TAKEN,
        next: `You can still pay for ${planName} here, or choose another plan.`,
        canPay: true,
      };
    case 'failed':
      return {
        tone: 'danger',
        title: 'The payment did not go through',
        happened: 'Your plan is what it was before.',
        next: 'Try again. If PayPal nevertheless shows a payment to us, write to us and mention the order.',
        canPay: true,
      };
    case 'refunded':
      return {
        tone: 'info',
        title: 'Your money went back',
        happened: `This payment for ${planName} was refunded.`,
        next: 'It may take your bank a few days to show it. The credit note is with your invoices.',
        canPay: false,
      };
    case 'open':
      return {
        tone: 'warn',
        title: 'This order is not paid yet',
        happened: NOTHING_TAKEN,
        next: 'Finish the payment here. Unpaid orders are cancelled after a few hours.',
        canPay: true,
      };
  }
}
