import type { OriginConnector } from '../origin-connect.ts';
import { type ProbeResult, probe } from './health-probe.ts';
import type { HealthCheck, OriginGroup, OriginMember } from './origin-group.ts';

/** Checks under way at once, over all sites. Beyond it a check waits for its next turn. */
const MAX_AT_ONCE = 256;

/** Of one check in the average. */
const NEWEST_COUNTS = 0.3;
/** What differs by less does not change which origin is the fastest. */
const MIN_CHANGE = { ms: 1, share: 0.1 } as const;

export interface OriginHealth {
  siteId: string;
  /** The member's name. */
  origin: string;
  healthy: boolean;
  /** Until the answer of a check, on average over the last ones that went well; 0: not known. */
  latencyMs: number;
  /** Of the newest check. */
  status: number;
  problem: string;
  checkedAtMs: number;
}

/** What workers are told of it. */
export type OriginVerdict = Pick<OriginHealth, 'siteId' | 'origin' | 'healthy' | 'latencyMs'>;

export interface HealthMonitorEvents {
  /** A verdict has changed. */
  onVerdict(health: OriginHealth): void;
  /** `latencyMs` is another one, by enough to matter, of a site that goes by it. */
  onLatency(health: OriginHealth): void;
  /** After every check. */
  onChecked(health: OriginHealth): void;
}

interface Watched {
  group: OriginGroup;
  member: OriginMember;
  check: HealthCheck;
  health: OriginHealth;
  /** Checks in a row that speak against the verdict. */
  against: number;
  /** The time that was last reported. */
  reportedMs: number;
  timer: NodeJS.Timeout | null;
}

/** Checks the origins of sites that ask for it, once per node, on behalf of all of its workers. */
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

  /** A site's configuration as it is from now on; null: gone, or nothing to check. Verdicts survive a change. */
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
        // Spread, so that thousands of sites do not ask in the same moment.
        this.plan(watched, Math.random() * Math.min(healthCheck.intervalMs, 1_000));
      }
      this.watched.set(siteId, now);
    }
    for (const old of before?.values() ?? []) if (old.timer !== null) clearTimeout(old.timer);
  }

  /** Every origin that checks find down. */
  unhealthy(): OriginHealth[] {
    return [...this.all()].filter(({ health }) => !health.healthy).map(({ health }) => health);
  }

  /** Of sites whose nodes agree: all origins. */
  underQuorum(): OriginHealth[] {
    return [...this.all()].filter(({ group }) => group.quorum).map(({ health }) => health);
  }

  ofSite(siteId: string): OriginHealth[] {
    return [...(this.watched.get(siteId)?.values() ?? [])].map(({ health }) => health);
  }

  /** Of sites that go by them: origins whose times are known. */
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
