import { requestLogV1 } from '@palisade/contracts';
import type { PoolClient } from 'pg';
import { actionOf } from '../records/actions.rules.ts';
import { FIELD, type RecordView } from './record-view.ts';

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
/** Visitors' numbers are below this. */
const ALL_VISITORS = 2 ** 32;
/**
 * Maximum visitors followed per roll-out and share; beyond it only those in the lower half of the numbers are, and so
 * on.
 */
export const MAX_FOLLOWED = 100_000;
/** Maximum distinct visitors per transaction. */
const MAX_RULES = 1_000;
const FAILURE = 500;
/** Responses that a visitor wanted. What a scanner requests mostly does not exist, so blocking it harms nobody. */
const WANTED = { from: 200, below: 400 };
/** Share value of shadow rules, which decide nothing. */
const SHADOW_SHARE = 0;

const { ShadowVerdict } = requestLogV1;

interface Tally {
  rolloutId: string;
  share: number;
  siteNo: number;
  /** Requests, blocked ones and failed ones: by the active policy, then by the candidate. */
  counts: [number, number, number, number, number, number];
  visitors: Map<number, Seen>;
  /** Number of requests that each shadow rule would have blocked. */
  rules: Map<number, number>;
}

interface Seen {
  candidate: boolean;
  blocked: boolean;
  failed: boolean;
}

/**
 * Counts a transaction's records for roll-outs. Visitors are identified by the numbers that edges give them, and the
 * sample on a busy site depends on these alone, so that it is the same for both policies.
 */
export class RolloutTallies {
  private readonly tallies = new Map<string, Tally>();
  private readonly maxFollowed: number;

  constructor(maxFollowed = MAX_FOLLOWED) {
    this.maxFollowed = maxFollowed;
  }

  add(view: RecordView, siteNo: number): void {
    if (view.isEmpty(FIELD.rolloutId)) return;
    const rolloutId = view.latin1(FIELD.rolloutId);
    if (!UUID.test(rolloutId)) return;
    const verdict = view.value[FIELD.shadowVerdict]!;
    const share = verdict === 0 ? view.value[FIELD.rolloutShare]! : SHADOW_SHARE;
    if (verdict === 0 && !(share >= 1 && share <= 99)) return;
    const tally = this.tallyOf(rolloutId, share, siteNo);
    const seen = verdict === 0 ? judged(view) : shadowed(view, verdict);
    if (verdict !== 0 && seen.blocked) {
      const rule = view.value[FIELD.shadowRuleId]!;
      if (tally.rules.size < MAX_RULES || tally.rules.has(rule))
        tally.rules.set(rule, (tally.rules.get(rule) ?? 0) + 1);
    }
    const first = seen.candidate ? 3 : 0;
    tally.counts[first]!++;
    if (seen.blocked) tally.counts[first + 1]!++;
    if (seen.failed) tally.counts[first + 2]!++;
    const number = view.value[FIELD.rolloutVisitor]! % ALL_VISITORS;
    const visitor = tally.visitors.get(number);
    if (visitor === undefined) tally.visitors.set(number, seen);
    else {
      visitor.blocked ||= seen.blocked;
      visitor.failed ||= seen.failed;
    }
  }

  /** In the order of their keys, to avoid deadlocks between transactions. */
  async store(client: PoolClient): Promise<void> {
    for (const key of [...this.tallies.keys()].toSorted())
      await this.storeOne(client, this.tallies.get(key)!);
  }

  private tallyOf(rolloutId: string, share: number, siteNo: number): Tally {
    const key = `${rolloutId}/${share}`;
    let tally = this.tallies.get(key);
    if (tally === undefined) {
      tally = { rolloutId, share, siteNo, counts: [0, 0, 0, 0, 0, 0], visitors: new Map(), rules: new Map() };
      this.tallies.set(key, tally);
    }
    return tally;
  }

  private async storeOne(client: PoolClient, tally: Tally): Promise<void> {
    const { rolloutId, share, siteNo, counts } = tally;
    const { rows } = await client.query<{ followed_below: string; followed: number }>(
      `INSERT INTO rollout_tallies AS t (rollout_id, share_percent, site_no, live_requests, live_blocked, live_failed,
         candidate_requests, candidate_blocked, candidate_failed, followed_below)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, ${ALL_VISITORS})
       ON CONFLICT (rollout_id, share_percent) DO UPDATE SET
         live_requests = t.live_requests + excluded.live_requests,
         live_blocked = t.live_blocked + excluded.live_blocked,
         live_failed = t.live_failed + excluded.live_failed,
         candidate_requests = t.candidate_requests + excluded.candidate_requests,
         candidate_blocked = t.candidate_blocked + excluded.candidate_blocked,
         candidate_failed = t.candidate_failed + excluded.candidate_failed,
         announced = false, updated_at = now()
       RETURNING followed_below, followed`,
      [rolloutId, share, siteNo, ...counts],
    );
    const below = Number(rows[0]!.followed_below);
    const followed = rows[0]!.followed + (await this.storeVisitors(client, tally, below));
    await this.keepBound(client, tally, below, followed);
    await this.storeRules(client, tally);
  }

  private async storeRules(client: PoolClient, { rolloutId, share, rules }: Tally): Promise<void> {
    if (rules.size === 0) return;
    const sorted = [...rules].sort(([one], [other]) => one - other);
    await client.query(
      `INSERT INTO rollout_rules AS r (rollout_id, share_percent, rule_id, requests)
       SELECT $1, $2, * FROM unnest($3::bigint[], $4::bigint[])
       ON CONFLICT (rollout_id, share_percent, rule_id) DO UPDATE SET requests = r.requests + excluded.requests`,
      [rolloutId, share, sorted.map(([rule]) => rule), sorted.map(([, requests]) => requests)],
    );
  }

  /** @returns how many of them are new */
  private async storeVisitors(client: PoolClient, tally: Tally, below: number): Promise<number> {
    const some = [...tally.visitors].filter(([number]) => number < below);
    if (some.length === 0) return 0;
    const { rows } = await client.query<{ added: number }>(
      `WITH seen AS (
         INSERT INTO rollout_visitors AS v (rollout_id, share_percent, visitor, candidate, blocked, failed)
         SELECT $1, $2, * FROM unnest($3::bigint[], $4::boolean[], $5::boolean[], $6::boolean[])
         ON CONFLICT (rollout_id, share_percent, visitor) DO UPDATE SET
           blocked = v.blocked OR excluded.blocked, failed = v.failed OR excluded.failed
         RETURNING xmax = 0 AS is_new)
       SELECT count(*) FILTER (WHERE is_new)::int AS added FROM seen`,
      [
        tally.rolloutId,
        tally.share,
        some.map(([number]) => number),
        some.map(([, { candidate }]) => candidate),
        some.map(([, { blocked }]) => blocked),
        some.map(([, { failed }]) => failed),
      ],
    );
    return rows[0]!.added;
  }

  private async keepBound(
    client: PoolClient,
    { rolloutId, share }: Tally,
    below: number,
    followed: number,
  ): Promise<void> {
    let [bound, left] = [below, followed];
    while (left > this.maxFollowed && bound > 1) {
      bound = Math.floor(bound / 2);
      const { rowCount } = await client.query(
        'DELETE FROM rollout_visitors WHERE rollout_id = $1 AND share_percent = $2 AND visitor >= $3',
        [rolloutId, share, bound],
      );
      left -= rowCount ?? 0;
    }
    await client.query(
      'UPDATE rollout_tallies SET followed = $3, followed_below = $4 WHERE rollout_id = $1 AND share_percent = $2',
      [rolloutId, share, left, bound],
    );
  }
}

function judged(view: RecordView): Seen {
  const { blocked } = actionOf(view.value[FIELD.action]!);
  const failed = !blocked && view.value[FIELD.status]! >= FAILURE;
  return { candidate: view.value[FIELD.rolloutCandidate]! === 1, blocked, failed };
}

/** By shadow rules: `blocked` counts requests with a successful response that would have been lost. */
function shadowed(view: RecordView, verdict: number): Seen {
  const status = view.value[FIELD.status]!;
  const isWanted = status >= WANTED.from && status < WANTED.below;
  return {
    candidate: true,
    blocked: verdict === ShadowVerdict.WOULD_BLOCK && isWanted,
    failed: verdict === ShadowVerdict.FAILED,
  };
}
