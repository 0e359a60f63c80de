export const ORDER_STATUSES = ['pending', 'completed', 'failed', 'cancelled'] as const;
export type OrderStatus = (typeof ORDER_STATUSES)[number];

/** The outcome of an order, as it is shown to its buyer. */
export const ORDER_OUTCOMES = [
  /** Not paid yet, and can be paid. */
  'open',
  /** PayPal has the payment but has not decided, or not reported, yet. The buyer must not pay again meanwhile. */
  'pending',
  'paid',
  'declined',
  'cancelled',
  'failed',
  'refunded',
] as const;
export type OrderOutcome = (typeof ORDER_OUTCOMES)[number];

/**
 * Transitions of an order. note: not paid yet, and PayPal reported something. complete: the money arrived. end: there
 * was no payment and there will be none. refund: the money was returned.
 */
export type OrderVerb = 'note' | 'complete' | 'end' | 'refund';

interface StateRow {
  /** Columns of the order's row. `failure` is null if there is nothing to report. */
  status: OrderStatus;
  failure: string | null;
  outcome: OrderOutcome;
  /** Transitions that are still possible. */
  may: readonly OrderVerb[];
}

const awaited = (failure: string | null, outcome: OrderOutcome): StateRow => ({
  status: 'pending',
  failure,
  outcome,
  may: ['note', 'complete', 'end'],
});

/** Money that arrives for an ended order still counts. */
const ended = (
  status: 'failed' | 'cancelled',
  failure: string,
  outcome: OrderOutcome = status,
): StateRow => ({ status, failure, outcome, may: ['complete'] });

/** All states of an order and all transitions; nothing else in this service knows either. */
export const ORDER_STATES = {
  open: awaited(null, 'open'),
  /** Declined by the buyer's bank; the buyer may approve again with another source. */
  declined: awaited('declined', 'declined'),
  /** PayPal reviews the payment. */
  under_review: awaited('under_review', 'pending'),
  /** PayPal was asked to capture and has not answered, so it may have taken the money. */
  unanswered: awaited('unanswered', 'pending'),

  paid: { status: 'completed', failure: null, outcome: 'paid', may: ['refund'] },
  refunded: { status: 'cancelled', failure: 'refunded', outcome: 'refunded', may: [] },

  /** The buyer cancelled. */
  ended_by_buyer: ended('cancelled', 'buyer_cancelled'),
  /** The buyer did not approve in time, or ended the agreement before its first payment. */
  ended_unapproved: ended('cancelled', 'not_approved'),
  /** Nothing at PayPal belongs to it. */
  ended_unpaid: ended('cancelled', 'not_paid'),
  /** The account was closed or deactivated before its agreement's first payment. */
  ended_with_account: ended('cancelled', 'account_closed'),
  ended_declined: ended('failed', 'declined', 'declined'),
  /** PayPal refused to create it. */
  ended_refused: ended('failed', 'paypal_refused'),
  /** PayPal's script in the browser reported an error. */
  ended_by_error: ended('failed', 'paypal_error'),
  // The order at PayPal is not the one that was requested.
  ended_mismatch_intent: ended('failed', 'mismatch_intent'),
  ended_mismatch_units: ended('failed', 'mismatch_units'),
  ended_mismatch_owner: ended('failed', 'mismatch_owner'),
  ended_mismatch_amount: ended('failed', 'mismatch_amount'),
  ended_mismatch_currency: ended('failed', 'mismatch_currency'),
  ended_mismatch_agreement: ended('failed', 'mismatch_agreement'),
} as const satisfies Record<string, StateRow>;

export type OrderState = keyof typeof ORDER_STATES;
/** Not paid yet. */
export type AwaitedState = Exclude<OrderState, 'paid' | 'refunded' | EndedState>;
export type EndedState = Extract<OrderState, `ended_${string}`>;

const STATES = Object.keys(ORDER_STATES) as OrderState[];

/** `failure` of pending orders whose money PayPal may have taken, or may still take. */
export const HELD_BY_PAYPAL = STATES.map((state) => ORDER_STATES[state])
  .filter(({ outcome }) => outcome === 'pending')
  .map(({ failure }) => failure);

/** While versions run side by side, a row may have a `failure` that this one does not know. */
const OF_ANOTHER_VERSION = {
  pending: 'open',
  completed: 'paid',
  failed: 'ended_refused',
  cancelled: 'ended_unpaid',
} as const satisfies Record<OrderStatus, OrderState>;

/** The columns of an order's row that make up its state. */
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

/** Whether a paid order would take more from its owner than it gives, so that it waits for consent. */
export const awaitsConsent = (
  order: StateColumns & { userId: string | null; activatedAt: Date | null },
): boolean => order.userId !== null && order.activatedAt === null && stateOf(order) === 'paid';

export function may(verb: OrderVerb, order: StateColumns): boolean {
  const verbs: readonly OrderVerb[] = ORDER_STATES[stateOf(order)].may;
  return verbs.includes(verb);
}

/** The column values of a state. */
export function columnsOf(state: OrderState): Pick<StateColumns, 'status' | 'failure'> {
  const { status, failure } = ORDER_STATES[state];
  return { status, failure };
}
