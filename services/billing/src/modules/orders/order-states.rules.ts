export const ORDER_STATUSES = ['pending', 'completed', 'failed', 'cancelled'] as const;
export type OrderStatus = (typeof ORDER_STATUSES)[number];

/** What has become of an order, in the words that its buyer is told it in. */
export const ORDER_OUTCOMES = [
  /** Nothing was paid yet, and it can be. */
  'open',
  /** PayPal has the payment and has not decided, or has not said so: nothing else is to be paid meanwhile. */
  'pending',
  'paid',
  'declined',
  'cancelled',
  'failed',
  'refunded',
] as const;
export type OrderOutcome = (typeof ORDER_OUTCOMES)[number];

/**
 * What can happen to an order. note: it is still to be paid, and PayPal said something of it. complete: the money came. end: there
 * was none and there will be none. refund: the money went back.
 */
export type OrderVerb = 'note' | 'complete' | 'end' | 'refund';

interface StateRow {
  /** Both are in the order's row. `failure` is null where there is nothing to say. */
  status: OrderStatus;
  failure: string | null;
  outcome: OrderOutcome;
  /** What can still happen to it. */
  may: readonly OrderVerb[];
}

const awaited = (failure: string | null, outcome: OrderOutcome): StateRow => ({
  status: 'pending',
  failure,
  outcome,
  may: ['note', 'complete', 'end'],
});

/** Money that comes for an ended order counts all the same. */
const ended = (
  status: 'failed' | 'cancelled',
  failure: string,
  outcome: OrderOutcome = status,
): StateRow => ({ status, failure, outcome, may: ['complete'] });

/** Every state of an order, and all that leads from one to another: nothing else in this service knows either. */
export const ORDER_STATES = {
  open: awaited(null, 'open'),
  /** By the buyer's bank, who may approve again with another source. */
  declined: awaited('declined', 'declined'),
  /** PayPal has the money and decides whether it may be had. */
  under_review: awaited('under_review', 'pending'),
  /** PayPal was asked for the money and has not answered: it may have taken it. */
  unanswered: awaited('unanswered', 'pending'),

  paid: { status: 'completed', failure: null, outcome: 'paid', may: ['refund'] },
  refunded: { status: 'cancelled', failure: 'refunded', outcome: 'refunded', may: [] },

  /** The buyer turned back. */
  ended_by_buyer: ended('cancelled', 'buyer_cancelled'),
  /** The buyer approved nothing in the time for it, or ended the agreement before its first payment. */
  ended_unapproved: ended('cancelled', 'not_approved'),
  /** Nothing at PayPal ever belonged to it. */
  ended_unpaid: ended('cancelled', 'not_paid'),
  /** The account was closed or deactivated before its agreement's first payment. */
  ended_with_account: ended('cancelled', 'account_closed'),
  ended_declined: ended('failed', 'declined', 'declined'),
  /** PayPal made nothing for it. */
  ended_refused: ended('failed', 'paypal_refused'),
  /** PayPal's script in the browser said that it failed. */
  ended_by_error: ended('failed', 'paypal_error'),
  // What stands at PayPal is not what was asked for.
  ended_mismatch_intent: ended('failed', 'mismatch_intent'),
  ended_mismatch_units: ended('failed', 'mismatch_units'),
  ended_mismatch_owner: ended('failed', 'mismatch_owner'),
  ended_mismatch_amount: ended('failed', 'mismatch_amount'),
  ended_mismatch_currency: ended('failed', 'mismatch_currency'),
  ended_mismatch_agreement: ended('failed', 'mismatch_agreement'),
} as const satisfies Record<string, StateRow>;

export type OrderState = keyof typeof ORDER_STATES;
/** Still to be paid. */
export type AwaitedState = Exclude<OrderState, 'paid' | 'refunded' | EndedState>;
export type EndedState = Extract<OrderState, `ended_${string}`>;

const STATES = Object.keys(ORDER_STATES) as OrderState[];

/** While versions run side by side, a row may have a `failure` that this one does not know. */
const OF_ANOTHER_VERSION = {
  pending: 'open',
  completed: 'paid',
  failed: 'ended_refused',
  cancelled: 'ended_unpaid',
} as const satisfies Record<OrderStatus, OrderState>;

/** What of an order's row says its state. */
interface StateColumns {
  status: OrderStatus;
  failure: string | null;
  refundedAt: Date | null;
}

export function stateOf({ status, failure, refundedAt }: StateColumns): OrderState {
  if (refundedAt !== null) return 'refunded';
  const known = STATES.find(
    (state) => ORDER_STATES[state].status === status && ORDER_STATES[state].failure === failure,
  );
  return known ?? OF_ANOTHER_VERSION[status];
}

export const outcomeOf = (order: StateColumns): OrderOutcome => ORDER_STATES[stateOf(order)].outcome;

/** Somebody's paid order that would take more from them than it gives: it waits for their word. */
export const awaitsConsent = (
  order: StateColumns & { userId: string | null; activatedAt: Date | null },
): boolean => order.userId !== null && order.activatedAt === null && stateOf(order) === 'paid';

export function may(verb: OrderVerb, order: StateColumns): boolean {
  const verbs: readonly OrderVerb[] = ORDER_STATES[stateOf(order)].may;
  return verbs.includes(verb);
}

/** What an order's row has in a state. */
export function columnsOf(state: OrderState): Pick<StateColumns, 'status' | 'failure'> {
  const { status, failure } = ORDER_STATES[state];
  return { status, failure };
}
