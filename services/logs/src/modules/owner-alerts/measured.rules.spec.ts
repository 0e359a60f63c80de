import { type Condition, conditionSchema } from './condition.schema.ts';
import { isUncertain, judge } from './measured.rules.ts';

const condition = (more: object): Condition =>
  conditionSchema.parse({
    measure: 'requests',
    window_minutes: 5,
    compare: 'threshold',
    direction: 'above',
    value: 100,
    ...more,
  });
const measured = (value: number | null, more = {}) => ({
  value,
  requests: 1000,
  usual: null,
  detail: '',
  ...more,
});

it('compares with the threshold itself, which is not more than itself', () => {
  expect(judge(condition({}), measured(100))?.holds).toBe(false);
  expect(judge(condition({}), measured(101))).toEqual({ holds: true, value: 101, limit: 100 });
  expect(judge(condition({ direction: 'below' }), measured(99))?.holds).toBe(true);
});

it('compares with so many times the usual, and says nothing where none is known', () => {
  const usual = condition({ compare: 'usual', value: 3 });
  expect(judge(usual, measured(301, { usual: 100 }))).toEqual({ holds: true, value: 301, limit: 300 });
  expect(judge(usual, measured(299, { usual: 100 }))?.holds).toBe(false);
  expect(judge(usual, measured(1_000_000))).toBeNull();
});

it('does not judge by too few requests, nor the latency of none', () => {
  expect(judge(condition({ min_requests: 1001 }), measured(500))?.holds).toBe(false);
  const slow = condition({ measure: 'latency', direction: 'below', value: 5 });
  expect(judge(slow, measured(null))?.holds).toBe(false);
});

it('is uncertain only where requests that were not read could carry it past the limit', () => {
  const uncertain = (value: number, extent: 'all' | 'part' | 'at_least', more = {}) => {
    const found = { ...measured(value), extent };
    return isUncertain(found, judge(condition(more), found));
  };
  expect([uncertain(99, 'at_least'), uncertain(99, 'at_least', { direction: 'below' })]).toEqual([
    true,
    true,
  ]);
  expect([uncertain(101, 'at_least'), uncertain(101, 'at_least', { direction: 'below' })]).toEqual([
    false,
    false,
  ]);
  expect([uncertain(99, 'all'), uncertain(99, 'part')]).toEqual([false, false]);
});
