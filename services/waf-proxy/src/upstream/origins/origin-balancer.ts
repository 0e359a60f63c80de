import type { OriginReason } from '../../request/origin-reason.ts';
import type { OriginGroup, OriginMember } from './origin-group.ts';

/** Consecutive failures after which a member is not used for a while. */
const FAILURES_TO_REST = 3;
const FIRST_REST_MS = 5_000;
const MAX_REST_MS = 60_000;

/** Tolerance within which members count as equally fast, since check times vary by as much. */
const AS_FAST = { factor: 1.25, ms: 2 } as const;

/** Results of the node's health checks for a member. */
export interface MemberHealth {
  readonly healthy: boolean;
  /** Average duration of checks; 0: unknown. */
  readonly latencyMs: number;
}

interface MemberState extends MemberHealth {
  healthy: boolean;
  latencyMs: number;
  failures: number;
  restUntil: number;
  restMs: number;
  /** Current weight in smooth weighted round robin. */
  credit: number;
}

/** Properties of a visitor that the choice depends on. */
export interface Visitor {
  /** Value of the sticky cookie; '' if there is none. */
  readonly token: string;
  /** ISO 3166-1 alpha-2; '': unknown. */
  readonly country: string;
}
const ANYBODY: Visitor = Object.freeze({ token: '', country: '' });

export interface OriginChoice {
  readonly member: OriginMember;
  readonly reason: OriginReason;
}

/**
 * Chooses the origin of a request: smooth weighted round robin among the healthy members, preferring those for the
 * visitor's country. Backups are used when no other is healthy, and all members when none is, because a wrong health
 * verdict must not take a site down. A draining member keeps the visitors whose cookie points to it until its drain
 * time ends.
 */
export class OriginBalancer {
  private readonly sites = new Map<string, Map<string, MemberState>>();
  private readonly now: () => number;
  private readonly wallClock: () => number;

  constructor(now: () => number = () => performance.now(), wallClock: () => number = Date.now) {
    this.now = now;
    this.wallClock = wallClock;
  }

  /** @param tried members that have failed this request already; null when all of them have */
  pick(
    group: OriginGroup,
    visitor: Visitor = ANYBODY,
    tried: readonly OriginMember[] = [],
  ): OriginChoice | null {
    const left =
      tried.length === 0 ? group.members : group.members.filter((member) => !tried.includes(member));
    if (left.length === 0) return null;
    const states = this.statesOf(group.siteId);
    const now = this.now();
    const inUse = group.steered ? stillInUse(left, this.wallClock()) : left;
    const well = inUse.filter((member) => isWell(stateOf(states, member), now));
    const candidates = withoutReserve(well, inUse);
    if (visitor.token !== '') {
      // nosemgrep: no-timing-of-secrets -- tells which origin a visitor had, and is the visitor's own cookie
      const kept = candidates.find((member) => member.token === visitor.token);
      if (kept !== undefined) return { member: kept, reason: 'session' };
    }
    let open = candidates;
    let isNear = false;
    if (group.steered) {
      open = preferred(withoutReserve(well.filter(takesNew), candidates), takesNew);
      const near = open.filter(({ countries }) => countries?.has(visitor.country));
      isNear = near.length > 0;
      open = isNear ? near : preferred(open, isEverybodys);
    }
    const quick = group.fastest ? fastest(open, states) : open;
    const member = next(quick, states);
    if (well.length === 0) return { member, reason: 'none_well' };
    if (quick.length < open.length) return { member, reason: 'fastest' };
    return { member, reason: isNear ? 'country' : member.backup ? 'reserve' : 'weight' };
  }

  /** A request was answered. */
  answered(group: OriginGroup, member: OriginMember): void {
    const state = this.sites.get(group.siteId)?.get(member.name);
    if (state === undefined || state.failures === 0) return;
    state.failures = 0;
    state.restMs = 0;
  }

  /** A request was not answered: the connection failed or broke. */
  failed(group: OriginGroup, member: OriginMember): void {
    const state = stateOf(this.statesOf(group.siteId), member);
    state.failures++;
    if (state.failures < FAILURES_TO_REST) return;
    // Doubled each time, until a request succeeds.
    state.restMs = Math.min(MAX_REST_MS, state.restMs === 0 ? FIRST_REST_MS : state.restMs * 2);
    state.restUntil = this.now() + state.restMs;
  }

  setHealth(siteId: string, name: string, { healthy, latencyMs }: MemberHealth): void {
    const states = this.statesOf(siteId);
    const state = states.get(name) ?? newState();
    states.set(name, state);
    state.latencyMs = latencyMs;
    if (state.healthy === healthy) return;
    state.healthy = healthy;
    if (healthy) {
      state.failures = 0;
      state.restMs = 0;
      state.restUntil = 0;
    }
  }

  /** Drops the state of removed sites and origins: only members of `group` are kept. */
  settle(siteId: string, group: OriginGroup | null): void {
    const states = this.sites.get(siteId);
    if (states === undefined) return;
    const names = new Set(group?.members.map((member) => member.name));
    for (const [name, state] of states) {
      if (!names.has(name)) states.delete(name);
      // Without health checks nothing else would mark it healthy again.
      else if (group?.healthCheck === null) state.healthy = true;
    }
    if (states.size === 0) this.sites.delete(siteId);
  }

  private statesOf(siteId: string): Map<string, MemberState> {
    let states = this.sites.get(siteId);
    if (states === undefined) {
      states = new Map();
      this.sites.set(siteId, states);
    }
    return states;
  }
}

function newState(): MemberState {
  return { healthy: true, latencyMs: 0, failures: 0, restUntil: 0, restMs: 0, credit: 0 };
}

function stateOf(states: Map<string, MemberState>, member: OriginMember): MemberState {
  let state = states.get(member.name);
  if (state === undefined) {
    state = newState();
    states.set(member.name, state);
  }
  return state;
}

const isWell = (state: MemberState, now: number) => state.healthy && state.restUntil <= now;

const takesNew = ({ drainUntilMs }: OriginMember) => drainUntilMs === 0;
const isEverybodys = ({ countries }: OriginMember) => countries === null;

/** The members that satisfy a preference, or all if none does. */
function preferred(
  members: readonly OriginMember[],
  holds: (member: OriginMember) => boolean,
): readonly OriginMember[] {
  const some = members.filter(holds);
  return some.length > 0 ? some : members;
}

/** Leaves out members whose drain time has ended, unless that is true of all: a site still needs one. */
const stillInUse = (members: readonly OriginMember[], nowMs: number) =>
  preferred(members, (member) => takesNew(member) || member.drainUntilMs > nowMs);

/** The healthy regular members, else the healthy backups, else all. */
function withoutReserve(
  well: readonly OriginMember[],
  otherwise: readonly OriginMember[],
): readonly OriginMember[] {
  return well.length === 0 ? otherwise : preferred(well, ({ backup }) => !backup);
}

/** The members whose checks are about as fast as the fastest; all if no times are known. */
function fastest(
  members: readonly OriginMember[],
  states: Map<string, MemberState>,
): readonly OriginMember[] {
  let least = Number.POSITIVE_INFINITY;
  for (const member of members) {
    const { latencyMs } = stateOf(states, member);
    if (latencyMs > 0) least = Math.min(least, latencyMs);
  }
  const most = least * AS_FAST.factor + AS_FAST.ms;
  return preferred(members, (member) => {
    const { latencyMs } = stateOf(states, member);
    return latencyMs > 0 && latencyMs <= most;
  });
}

/** Everybody earns its weight; the richest pays the sum. Spreads requests evenly even with very different weights. */
function next(candidates: readonly OriginMember[], states: Map<string, MemberState>): OriginMember {
  let total = 0;
  let best: OriginMember | null = null;
  let bestState: MemberState | null = null;
  for (const member of candidates) {
    const state = stateOf(states, member);
    state.credit += member.weight;
    total += member.weight;
    if (bestState === null || state.credit > bestState.credit) {
      best = member;
      bestState = state;
    }
  }
  if (best === null || bestState === null) throw new Error('a choice among no origins');
  bestState.credit -= total;
  return best;
}
