import { type Condition, conditionSchema } from './condition.schema.ts';
import { sentenceOf } from './sentence.rules.ts';

const condition = (more: object): Condition =>
  conditionSchema.parse({
    measure: 'requests',
    window_minutes: 5,
    compare: 'threshold',
    direction: 'above',
    value: 100,
    ...more,
  });

it.each([
  [{ filter: { status: 'blocked' } }, 412, 100, '412 blocked requests in 5 minutes, more than 100'],
  [
    { compare: 'usual', value: 3, filter: { status: 'blocked' } },
    1204.44,
    300,
    '1,204.4 blocked requests in 5 minutes, more than 300, 3 times the usual',
  ],
  [
    { measure: 'share', filter: { http_status: '5xx' }, window_minutes: 60 },
    62.5,
    50,
    '62.5 % matching requests in an hour, more than 50',
  ],
  [
    { measure: 'latency', direction: 'below', window_minutes: 120 },
    12,
    20,
    '12 ms at the 95th percentile in 2 hours, less than 20',
  ],
])('says %j', (more, value, limit, expected) => {
  expect(sentenceOf(condition(more), value, limit)).toBe(expected);
});
