import type { OriginGroup, OriginMember } from './origin-group.ts';

/** So many failures in a row, and a member is left alone for a while. */
const FAILURES_TO_REST = 3;
const FIRST_REST_MS = 5_000;
const MAX_REST_MS = 60_000;

interface MemberState {
  /** By the health check. */
  healthy: boolean;
  failures: number;
  restUntil: number;
  restMs: number;
  /** Of smooth weighted round robin. */
  credit: number;
}

/**
 * Chooses which of a site's origins gets a request: smooth weighted round robin among those that are well, backups when
 * no other is, and everybody when nobody is, because a wrong verdict must not take a site down.
 */
export class OriginBalancer {
  private readonly sites = new Map<string, Map<string, MemberState>>();
  private readonly now: () => number;

  constructor(now: () => number = () => performance.now()) {
    this.now = now;
  }

  /**
   * @param wanted the token of a sticky cookie, or ''
   * @param tried members that have failed this request already; null when all of them have
   */
  pick(group: OriginGroup, wanted: string, tried: readonly OriginMember[] = []): OriginMember | null {
    const left =
      tried.length === 0 ? group.members : group.members.filter((member) => !tried.includes(member));
    if (left.length === 0) return null;
    const states = this.statesOf(group.siteId);
    const now = this.now();
    const well = left.filter((member) => isWell(stateOf(states, member), now));
    const regular = well.filter((member) => !member.backup);
    const candidates = regular.length > 0 ? regular : well.length > 0 ? well : left;
    // nosemgrep: no-timing-of-secrets -- tells which origin a visitor had, and is the visitor's own cookie
    const kept = wanted === '' ? undefined : candidates.find((member) => member.token === wanted);
    if (kept !== undefined) return kept;
    return next(candidates, states);
  }

  /** A request got an answer. */
  answered(group: OriginGroup, member: OriginMember): void {
    const state = this.sites.get(group.siteId)?.get(member.name);
    if (state === undefined || state.failures === 0) return;
    state.failures = 0;
    state.restMs = 0;
  }

  /** A request got no answer: the connection failed, or broke without one. */
  failed(group: OriginGroup, member: OriginMember): void {
    const state = stateOf(this.statesOf(group.siteId), member);
    state.failures++;
    if (state.failures < FAILURES_TO_REST) return;
    // Longer each time, until a request gets through.
    state.restMs = Math.min(MAX_REST_MS, state.restMs === 0 ? FIRST_REST_MS : state.restMs * 2);
    state.restUntil = this.now() + state.restMs;
  }

  /** A verdict of the health check. */
  setHealth(siteId: string, name: string, healthy: boolean): void {
    const states = this.statesOf(siteId);
    const state = states.get(name) ?? newState();
    states.set(name, state);
    state.healthy = healthy;
    if (healthy) {
      state.failures = 0;
      state.restMs = 0;
      state.restUntil = 0;
    }
  }

  /** The site is gone, or its origins are others now: only what `group` names is remembered. */
  settle(siteId: string, group: OriginGroup | null): void {
    const states = this.sites.get(siteId);
    if (states === undefined) return;
    const names = new Set(group?.members.map((member) => member.name));
    for (const [name, state] of states) {
      if (!names.has(name)) states.delete(name);
      // Without a check nobody would ever say that it is well again.
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
  return { healthy: true, failures: 0, restUntil: 0, restMs: 0, credit: 0 };
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
