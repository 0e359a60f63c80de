import type { OriginConnector } from '../origin-connect.ts';
import { type ProbeResult, probe } from './health-probe.ts';
import type { HealthCheck, OriginGroup, OriginMember } from './origin-group.ts';

/** Maximum concurrent checks over all sites; further ones wait for their next turn. */
const MAX_AT_ONCE = 256;

/** Weight of the newest check in the average. */
const NEWEST_COUNTS = 0.3;
/** Smaller differences do not change which origin is fastest. */
const MIN_CHANGE = { ms: 1, share: 0.1 } as const;

export interface OriginHealth {
  siteId: string;
  /** The member's name. */
  origin: string;
  healthy: boolean;
  /** Average duration of recent successful checks; 0: unknown. */
  latencyMs: number;
  /** Status of the newest check. */
  status: number;
  problem: string;
  checkedAtMs: number;
}

/** The part that workers need. */
export type OriginVerdict = Pick<OriginHealth, 'siteId' | 'origin' | 'healthy' | 'latencyMs'>;

export interface HealthMonitorEvents {
  /** A verdict has changed. */
  onVerdict(health: OriginHealth): void;
  /** `latencyMs` has changed enough to matter, on a site that chooses by it. */
  onLatency(health: OriginHealth): void;
  /** Called after every check. */
  onChecked(health: OriginHealth): void;
}

interface Watched {
  group: OriginGroup;
  member: OriginMember;
  check: HealthCheck;
  health: OriginHealth;
  /** Consecutive checks that contradict the verdict. */
  against: number;
  /** The latency that was reported last. */
  reportedMs: number;
  timer: NodeJS.Timeout | null;
}

/** Checks the origins of sites that ask for it, once per node, for all of its workers. */
export class HealthMonitor {
  private readonly connector: OriginConnector;
  private readonly events: HealthMonitorEvents;
  private readonly watched = new Map<string, Map<string, Watched>>();
  private underWay = 0;
  private stopped = false;

  constructor(connector: OriginConnector, events: HealthMonitorEvents) {
    this.connector = connector;
    this.events = events;
  }

  /** Sets a site's configuration; null: removed, or nothing to check. Verdicts survive a change. */
  watch(siteId: string, group: OriginGroup | null): void {
    const before = this.watched.get(siteId);
    this.watched.delete(siteId);
    if (group?.healthCheck && !this.stopped) {
      const { healthCheck } = group;
      const now = new Map<string, Watched>();
      for (const member of group.members) {
        const known = before?.get(member.name);
        const watched: Watched = {
          group,
          member,
          check: healthCheck,
          health: known?.health ?? unchecked(siteId, member),
          against: known?.against ?? 0,
          reportedMs: known?.group.fastest ? known.reportedMs : 0,
          timer: null,
        };
        now.set(member.name, watched);
        // Spread, so that thousands of sites are not checked at the same moment.
        this.plan(watched, Math.random() * Math.min(healthCheck.intervalMs, 1_000));
      }
      this.watched.set(siteId, now);
    }
    for (const old of before?.values() ?? []) if (old.timer !== null) clearTimeout(old.timer);
  }

  /** All origins that are down. */
  unhealthy(): OriginHealth[] {
    return [...this.all()].filter(({ health }) => !health.healthy).map(({ health }) => health);
  }

  /** All origins of sites that use a quorum of nodes. */
  underQuorum(): OriginHealth[] {
    return [...this.all()].filter(({ group }) => group.quorum).map(({ health }) => health);
  }

  ofSite(siteId: string): OriginHealth[] {
    return [...(this.watched.get(siteId)?.values() ?? [])].map(({ health }) => health);
  }

  /** Origins with known latency, of sites that choose by it. */
  withLatency(): OriginHealth[] {
    return [...this.all()]
      .filter(({ group, health }) => group.fastest && health.latencyMs > 0)
      .map(({ health }) => health);
  }

  get size(): number {
    let size = 0;
    for (const members of this.watched.values()) size += members.size;
    return size;
  }

  stop(): void {
    this.stopped = true;
    for (const { timer } of this.all()) if (timer !== null) clearTimeout(timer);
    this.watched.clear();
  }

  private *all(): IterableIterator<Watched> {
    for (const members of this.watched.values()) yield* members.values();
  }

  private plan(watched: Watched, inMs: number): void {
    watched.timer = setTimeout(() => void this.turn(watched), inMs);
    watched.timer.unref();
  }

  private async turn(watched: Watched): Promise<void> {
    const { check, member, group } = watched;
    if (this.underWay < MAX_AT_ONCE) {
      this.underWay++;
      const startedAt = performance.now();
      const result = await probe(this.connector, group, member, check);
      const tookMs = performance.now() - startedAt;
      this.underWay--;
      if (this.watched.get(group.siteId)?.get(member.name) !== watched) return;
      if (result.ok) this.measured(watched, tookMs);
      this.judge(watched, result);
    }
    this.plan(watched, check.intervalMs);
  }

  private measured(watched: Watched, tookMs: number): void {
    const { health, group } = watched;
    health.latencyMs =
      health.latencyMs === 0 ? tookMs : health.latencyMs + (tookMs - health.latencyMs) * NEWEST_COUNTS;
    const change = Math.abs(health.latencyMs - watched.reportedMs);
    if (!group.fastest || change < Math.max(MIN_CHANGE.ms, watched.reportedMs * MIN_CHANGE.share)) return;
    watched.reportedMs = health.latencyMs;
    this.events.onLatency(health);
  }

  private judge(watched: Watched, result: ProbeResult): void {
    const { health, check } = watched;
    health.status = result.status;
    health.problem = result.problem;
    health.checkedAtMs = Date.now();
    watched.against = result.ok === health.healthy ? 0 : watched.against + 1;
    if (watched.against >= (result.ok ? check.healthyAfter : check.unhealthyAfter)) {
      watched.against = 0;
      health.healthy = result.ok;
      this.events.onVerdict(health);
    }
    this.events.onChecked(health);
  }
}

function unchecked(siteId: string, member: OriginMember): OriginHealth {
  return { siteId, origin: member.name, healthy: true, latencyMs: 0, status: 0, problem: '', checkedAtMs: 0 };
}
