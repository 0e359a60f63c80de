import type { PolicyReplay, ReplayGroup } from './policy-replay.ts';

/** Groups that are kept of a replay, the largest. */
const MAX_GROUPS = 100;
const MAX_NAMED = 5;

/** Answers of one replay, put together. */
export function addReplays(sum: PolicyReplay | null, next: PolicyReplay): PolicyReplay {
  if (sum === null) return next;
  return {
    judged: sum.judged + next.judged,
    stands_for: sum.stands_for + next.stands_for,
    recorded: Math.max(sum.recorded, next.recorded),
    newly_refused: sum.newly_refused + next.newly_refused,
    newly_passed: sum.newly_passed + next.newly_passed,
    groups: addGroups(sum.groups, next.groups),
    unknown: addCounts(sum.unknown, next.unknown),
    not_replayed: next.not_replayed,
    next: next.next,
  };
}

function addGroups(sum: readonly ReplayGroup[], next: readonly ReplayGroup[]): ReplayGroup[] {
  const groups = new Map(sum.map((group) => [keyOf(group), group]));
  for (const group of next) {
    const known = groups.get(keyOf(group));
    groups.set(keyOf(group), known === undefined ? group : together(known, group));
  }
  return [...groups.values()].sort((a, b) => b.stands_for - a.stands_for).slice(0, MAX_GROUPS);
}

export const keyOf = ({ direction, path, reason, rule_id, field }: ReplayGroup): string =>
  JSON.stringify([direction, path, reason, rule_id, field]);

const together = (a: ReplayGroup, b: ReplayGroup): ReplayGroup => ({
  ...a,
  requests: a.requests + b.requests,
  stands_for: a.stands_for + b.stands_for,
  look_like_attacks: a.look_like_attacks + b.look_like_attacks,
  clients: [...new Set([...a.clients, ...b.clients])].slice(0, MAX_NAMED),
  examples: [...a.examples, ...b.examples].slice(0, MAX_NAMED),
});

function addCounts(sum: PolicyReplay['unknown'], next: PolicyReplay['unknown']): PolicyReplay['unknown'] {
  const counts = new Map(sum.map(({ cause, requests }) => [cause, requests]));
  for (const { cause, requests } of next) counts.set(cause, (counts.get(cause) ?? 0) + requests);
  return [...counts].map(([cause, requests]) => ({ cause, requests }));
}
