import { addReplays } from './add-replays.ts';
import type { PolicyReplay } from './policy-replay.ts';
import { notReplayedText, unknownText, verdictOf } from './replay-text.ts';

const group: PolicyReplay['groups'][number] = {
  direction: 'passed',
  path: '/blog',
  reason: 'rule',
  rule_id: 1002,
  message: 'SQL injection',
  field: 'ARGS:q',
  requests: 3,
  stands_for: 3,
  look_like_attacks: 2,
  clients: ['192.0.2.1'],
  examples: [],
};
const replay: PolicyReplay = {
  judged: 100,
  stands_for: 100,
  recorded: 250,
  newly_refused: 1,
  newly_passed: 3,
  groups: [group],
  unknown: [{ cause: 'rates', requests: 2 }],
  not_replayed: [],
  next: 'x',
};

it('says in a sentence what a change would do', () => {
  expect(verdictOf(replay)).toBe(
    'It would block 1 request that passes now, and let 3 requests pass that are blocked now (2 of them look like attacks).',
  );
  expect(verdictOf({ ...replay, newly_refused: 0, newly_passed: 0, groups: [] })).toBe(
    'None of the other recorded requests would be handled differently.',
  );
  expect(verdictOf({ ...replay, newly_refused: 0, newly_passed: 0, groups: [], unknown: [] })).toBe(
    'None of the recorded requests would be handled differently.',
  );
  const all = [{ cause: 'certificate', requests: 100 }];
  expect(verdictOf({ ...replay, newly_refused: 0, newly_passed: 0, groups: [], unknown: all })).toMatch(
    /^The effect cannot be predicted/,
  );
  expect(verdictOf({ ...replay, judged: 0, next: null })).toBe('Nothing is recorded of this site yet.');
  expect(verdictOf({ ...replay, judged: 0, next: 'x' })).toBe('No recorded request has been judged yet.');
});

it('says what cannot be predicted, and why', () => {
  expect(unknownText(replay)).toBe(
    '2 requests cannot be predicted: for 2, it depends on how many requests came before (rate limits, bans, DDoS protection).',
  );
  expect(unknownText({ ...replay, unknown: [] })).toBe('');
  expect(notReplayedText({ ...replay, not_replayed: ['rate_limits'] })).toContain('rate limits');
  expect(notReplayedText({ ...replay, not_replayed: ['client_certificates'] })).toMatch(/^No certificates/);
});

it('answers of one replay add up, group by group', () => {
  const sum = addReplays(addReplays(null, replay), { ...replay, next: null });
  expect(sum).toMatchObject({
    judged: 200,
    newly_passed: 6,
    next: null,
    unknown: [{ cause: 'rates', requests: 4 }],
    groups: [{ requests: 6, look_like_attacks: 4, clients: ['192.0.2.1'] }],
  });
  expect(sum.groups).toHaveLength(1);
});
