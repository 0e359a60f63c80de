import type { PolicyReplay } from '@palisade/site-policy/replay';
import { ApiRefusal } from '../base/api.ts';
import { replayMarkdown, replayRecorded, replayText } from './replay.ts';

const answer = (over: Partial<PolicyReplay>): PolicyReplay => ({
  judged: 2_000,
  stands_for: 2_000,
  recorded: 4_000,
  newly_refused: 0,
  newly_passed: 0,
  groups: [],
  unknown: [],
  not_replayed: [],
  next: null,
  ...over,
});
const group: PolicyReplay['groups'][number] = {
  direction: 'refused',
  path: '/blog/<b>',
  reason: 'custom:1',
  rule_id: 0,
  message: 'Blog | @everyone',
  field: '',
  requests: 3,
  stands_for: 3,
  look_like_attacks: 0,
  clients: [],
  examples: [],
};
const refusal = (code: string) =>
  new ApiRefusal({ status: 422, code, detail: 'Such sites cannot be tried.' });

/** Answers one after another; the last again and again. */
function apiOf(...answers: (PolicyReplay | Error)[]) {
  const asked: (string | null)[] = [];
  const tryChange = async (_domain: string, _change: object, after: string | null) => {
    asked.push(after);
    const next = answers.length > 1 ? answers.shift()! : answers[0]!;
    if (next instanceof Error) throw next;
    return next;
  };
  return { asked, tryChange };
}
const file = { domain: 'shop.example', policyConfig: {} };

it('goes through all that is recorded, and adds up', async () => {
  const api = apiOf(answer({ next: 'a', newly_refused: 1 }), answer({ newly_refused: 2, groups: [group] }));
  const replayed = await replayRecorded(api, 'shop.example', file);
  expect(api.asked).toEqual([null, 'a']);
  expect(replayed).toMatchObject({ whole: true, refusal: null, result: { judged: 4_000, newly_refused: 3 } });
  expect(replayText(replayed)).toBe(
    '\nOn the traffic that is recorded:\n\n  It would block 3 requests that pass now.\n  refused: /blog/<b>, Blog | @everyone, 3\n',
  );
  expect(replayMarkdown(replayed)).not.toMatch(/<b>|@everyone|Blog \|/);
});

it('says how far it has come when the time is over', async () => {
  const replayed = await replayRecorded(apiOf(answer({ next: 'a' })), 'shop.example', file, 0.001);
  expect(replayed.whole).toBe(false);
  const result = await replayRecorded(
    apiOf(answer({ next: 'a' }), refusal('replay_rule_set')),
    'shop.example',
    file,
  );
  expect(replayText(result)).toContain('Judged: the newest 2,000 of 4,000 recorded requests.');
  expect(replayText(result)).toContain('Such sites cannot be tried.');
});

it('is no part of a plan without the option', () => {
  expect(replayText(null) + replayMarkdown(null)).toBe('');
});
