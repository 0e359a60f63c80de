import type { Difference } from './replay-batch.ts';

export interface ReplayGroup {
  direction: Difference['direction'];
  path: string;
  reason: string;
  rule_id: number;
  message: string;
  field: string;
  requests: number;
  /** Number of requests that these stand for. */
  stands_for: number;
  look_like_attacks: number;
  clients: string[];
  examples: { request_id: string; timestamp: string; method: string; target: string; client: string }[];
}

/** Maximum clients and examples of a group. */
const MAX_NAMED = 5;
/** Maximum groups of one response; the largest are kept. */
const MAX_GROUPS = 100;

/** Differences by path, cause and field; the largest groups first. */
export function groupsOf(differences: readonly Difference[]): ReplayGroup[] {
  const groups = new Map<string, ReplayGroup>();
  for (const difference of differences) {
    const path = difference.target.split('?', 1)[0]!;
    const { direction, reason, ruleId, field } = difference;
    const key = JSON.stringify([direction, path, reason, ruleId, field]);
    const group = groups.get(key) ?? newGroup(difference, path);
    groups.set(key, group);
    add(group, difference);
  }
  return [...groups.values()].sort((a, b) => b.stands_for - a.stands_for).slice(0, MAX_GROUPS);
}

function newGroup({ direction, reason, ruleId, message, field }: Difference, path: string): ReplayGroup {
  return {
    direction,
    path,
    reason,
    rule_id: ruleId,
    message,
    field,
    requests: 0,
    stands_for: 0,
    look_like_attacks: 0,
    clients: [],
    examples: [],
  };
}

function add(group: ReplayGroup, difference: Difference): void {
  group.requests++;
  group.stands_for += difference.weight;
  if (difference.looksLikeAttack) group.look_like_attacks++;
  const { client } = difference;
  if (group.clients.length < MAX_NAMED && !group.clients.includes(client)) group.clients.push(client);
  if (group.examples.length === MAX_NAMED) return;
  group.examples.push({
    request_id: difference.requestId,
    timestamp: new Date(difference.receivedAtMs).toISOString(),
    method: difference.method,
    target: difference.target,
    client,
  });
}
