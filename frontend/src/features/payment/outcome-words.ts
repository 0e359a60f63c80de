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
          ? `We have your payment for ${planName}. It waits for the account that it is for.`
          : `${planName} is paid for.`,
        next: awaitsAccount
          ? 'Finish your account with the email address that you paid under, and the plan is active at once. Its link is in your receipt, too.'
          : 'A receipt is on its way to your inbox. Add a domain, and its traffic is protected as soon as its DNS points to us.',
        canPay: false,
      };
    case 'pending':
      return {
        tone: 'info',
        title: 'PayPal is reviewing your payment',
        happened: `PayPal has your payment for ${planName} and has not decided about it yet.`,
        next: 'There is nothing to do: this page follows, and your plan becomes active as soon as PayPal confirms. You cannot pay a second time meanwhile.',
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
        next: 'Try again. Should PayPal show a payment to us nevertheless, write to us and name the order.',
        canPay: true,
      };
    case 'refunded':
      return {
        tone: 'info',
        title: 'Your money went back',
        happened: `This payment for ${planName} was refunded.`,
        next: 'It takes your bank a few days to show it. The credit note is among your invoices.',
        canPay: false,
      };
    case 'open':
      return {
        tone: 'warn',
        title: 'This order is not paid yet',
        happened: NOTHING_TAKEN,
        next: 'Finish the payment here. An order that nobody pays for is cancelled after a few hours.',
        canPay: true,
      };
  }
}
