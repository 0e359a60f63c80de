import fc from 'fast-check';
import type { Period } from './purse.ts';

/** What can become of a payment. */
export const WAYS = [
  'paid',
  'declined',
  'reviewed',
  'refused after review',
  'answer lost',
  'given up',
  'left',
] as const;

/** What a customer, PayPal, the operator or time does. */
export type Step =
  | { do: 'buy'; plan: string; period: Period; way: (typeof WAYS)[number] }
  /** The browser or PayPal says once more what it said of an order. */
  | { do: 'repeat'; order: number }
  | { do: 'refund'; order: number; by: 'customer' | 'operator' | 'PayPal' }
  | { do: 'try'; plan: string }
  | { do: 'cancel' }
  | { do: 'give'; plan: string; isMeant: boolean }
  | { do: 'wait'; days: number };

const PLANS = ['starter', 'business', 'enterprise'];
const plan = fc.constantFrom(...PLANS);
const order = fc.nat(7);

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      do: fc.constant('buy' as const),
      plan,
      period: fc.constantFrom('monthly' as const, 'yearly' as const),
      way: fc.oneof(
        { weight: 6, arbitrary: fc.constant('paid' as const) },
        { weight: 4, arbitrary: fc.constantFrom(...WAYS) },
      ),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('repeat' as const), order }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('refund' as const),
      order,
      by: fc.constantFrom('customer' as const, 'operator' as const, 'PayPal' as const),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('try' as const), plan }) },
  { weight: 1, arbitrary: fc.constant({ do: 'cancel' as const }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('give' as const),
      plan: fc.constantFrom('free', ...PLANS),
      isMeant: fc.boolean(),
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('wait' as const),
      days: fc.oneof(
        fc.double({ min: 0, max: 20, noNaN: true }),
        fc.double({ min: 0, max: 400, noNaN: true }),
      ),
    }),
  },
);

export const sequences = fc.array(step, { minLength: 1, maxLength: 9 });
