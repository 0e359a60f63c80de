import {
  columnsOf,
  HELD_BY_PAYPAL,
  may,
  ORDER_STATES,
  type OrderState,
  type OrderStatus,
  outcomeOf,
  stateOf,
} from './order-states.rules.ts';

const ALL = Object.keys(ORDER_STATES) as OrderState[];
const rowOf = (state: OrderState) => ({
  ...columnsOf(state),
  refundedAt: state === 'refunded' ? new Date() : null,
});
const statesThatMay = (verb: Parameters<typeof may>[0]) => ALL.filter((state) => may(verb, rowOf(state)));

describe('the state of an order', () => {
  it.each(ALL)('%s is read from its row as it was written', (state) => {
    expect(stateOf(rowOf(state))).toBe(state);
  });

  it('is refunded once the money went back, whatever else the row says', () => {
    expect(stateOf({ status: 'completed', failure: null, refundedAt: new Date() })).toBe('refunded');
  });

  it.each([
    ['pending', 'open'],
    ['completed', 'paid'],
    ['failed', 'failed'],
    ['cancelled', 'cancelled'],
  ] as const)('with a reason of another version goes by its status: %s is %s', (status, outcome) => {
    expect(outcomeOf({ status, failure: 'not_known_here', refundedAt: null })).toBe(outcome);
  });
});

describe('what can happen to an order', () => {
  const awaited = ['open', 'declined', 'under_review', 'unanswered'];

  it('while it is to be paid: anything but a refund', () => {
    expect(statesThatMay('note')).toEqual(awaited);
    expect(statesThatMay('end')).toEqual(awaited);
  });

  it('money that comes counts, once, also after its end', () => {
    expect(statesThatMay('complete')).toEqual(ALL.filter((it) => it !== 'paid' && it !== 'refunded'));
  });

  it('only what is paid can be refunded, once', () => {
    expect(statesThatMay('refund')).toEqual(['paid']);
  });
});

describe('the outcome of an order', () => {
  it('is pending where PayPal may have the money', () => {
    expect(HELD_BY_PAYPAL).toEqual(['under_review', 'unanswered']);
  });

  const outcome = (status: OrderStatus, failure: string | null) =>
    outcomeOf({ status, failure, refundedAt: null });

  it.each([
    ['pending', null, 'open'],
    ['pending', 'under_review', 'pending'],
    ['pending', 'unanswered', 'pending'],
    ['pending', 'declined', 'declined'],
    ['completed', null, 'paid'],
    ['failed', 'declined', 'declined'],
    ['failed', 'mismatch_amount', 'failed'],
    ['failed', 'paypal_refused', 'failed'],
    ['cancelled', 'not_approved', 'cancelled'],
    ['cancelled', 'not_paid', 'cancelled'],
  ] as const)('%s with the note %s is %s', (status, failure, expected) => {
    expect(outcome(status, failure)).toBe(expected);
  });

  it('is told apart from a cancellation when the money went back', () => {
    expect(outcomeOf({ status: 'cancelled', failure: 'refunded', refundedAt: new Date() })).toBe('refunded');
  });
});
