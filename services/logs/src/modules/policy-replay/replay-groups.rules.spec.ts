import type { Difference } from './replay-batch.ts';
import { groupsOf } from './replay-groups.rules.ts';

const difference = (change: Partial<Difference> = {}): Difference => ({
  direction: 'refused',
  requestId: 'r',
  receivedAtMs: 0,
  method: 'GET',
  target: '/a?x=1',
  client: '192.0.2.1',
  reason: 'rule',
  ruleId: 1002,
  message: 'SQL injection',
  field: 'ARGS:x',
  weight: 1,
  looksLikeAttack: false,
  ...change,
});

it('puts together what is the same, and the largest first', () => {
  const groups = groupsOf([
    difference({ target: '/b' }),
    difference(),
    difference({ target: '/a?x=2', client: '192.0.2.2', weight: 10, looksLikeAttack: true }),
    difference({ direction: 'passed' }),
  ]);
  expect(groups).toHaveLength(3);
  expect(groups[0]).toMatchObject({
    path: '/a',
    direction: 'refused',
    requests: 2,
    stands_for: 11,
    look_like_attacks: 1,
    clients: ['192.0.2.1', '192.0.2.2'],
  });
});

it('names a few clients and examples, and counts all', () => {
  const many = Array.from({ length: 50 }, (_, index) => difference({ client: `192.0.2.${index}` }));
  const [group] = groupsOf(many);
  expect(group).toMatchObject({ requests: 50 });
  expect([group!.clients.length, group!.examples.length]).toEqual([5, 5]);
});
