import type { edgeV1 } from '@palisade/contracts';
import { DOWN_VALID_MS, type DownReport, OriginHealthBoard, OriginsDown } from '@palisade/edge-state';
import type { Redis } from 'ioredis';
import { OriginAddressPolicy, type OriginAddressRules } from '../../io/addresses/internal-addresses.ts';
import { log } from '../../io/log.ts';
import { EdgePools } from '../../io/shares/edge-pools.ts';
import { OriginClients } from '../../upstream/origin-clients.ts';
import { OriginConnector } from '../../upstream/origin-connect.ts';
import { OriginNames } from '../../upstream/origin-names.ts';
import {
  HealthMonitor,
  type OriginHealth,
  type OriginVerdict,
} from '../../upstream/origins/health-monitor.ts';
import { compileOriginGroup, primaryTarget } from '../../upstream/origins/origin-group.ts';

export interface OriginHealthWatchOptions {
  nodeId: string;
  originAddresses: OriginAddressRules;
  /** See `OriginClients`. */
  sealKeys: readonly string[];
  redis: Redis | null;
  /** How many nodes there are, as far as this one knows. */
  nodes(): number;
  /** An origin is up or down for this node from now on, or takes another time for its checks. */
  onVerdict(verdict: OriginVerdict): void;
}

/** Shown to people; it need not be newer than this. */
const BOARD_MS = 10_000;

/** Interval at which nodes exchange which origins are down: within it, and one check, all follow the majority. */
const AGREE_MS = 2_000;

/** This node's health checks: verdicts go to its workers at once, and to the board that the dashboard reads. */
export class OriginHealthWatch {
  private readonly monitor: HealthMonitor;
  private readonly clients: OriginClients;
  private readonly board: OriginHealthBoard | null;
  private readonly nodeId: string;
  private readonly options: OriginHealthWatchOptions;
  private readonly down: OriginsDown | null;
  /** What most nodes find down, by `keyOf`. */
  private agreedDown: ReadonlySet<string> = new Set();
  private agreeing: NodeJS.Timeout | null = null;
  private isAgreeing = false;
  /** `performance.now()` when the other nodes were last heard; null: not since the last fault. */
  private heardAt: number | null = null;
  private readonly writtenAt = new WeakMap<OriginHealth, number>();

  constructor(options: OriginHealthWatchOptions) {
    this.nodeId = options.nodeId;
    this.options = options;
    this.down = options.redis === null ? null : new OriginsDown(options.redis, options.nodeId);
    this.board = options.redis === null ? null : new OriginHealthBoard(options.redis);
    this.clients = new OriginClients(options.sealKeys, ({ siteId }, error) => {
      log('warn', 'a certificate for origins cannot be used in health checks', {
        siteId,
        error: String(error),
      });
    });
    const connector = new OriginConnector(
      new OriginAddressPolicy(options.originAddresses),
      new OriginNames(new EdgePools().originLookups),
      this.clients,
    );
    this.monitor = new HealthMonitor(connector, {
      onVerdict: (health) => {
        const { siteId, origin, healthy, problem } = health;
        log(healthy ? 'info' : 'warn', 'origin health changed', { siteId, origin, healthy, problem });
        this.writtenAt.delete(health);
        options.onVerdict(this.verdictOf(health));
      },
      onLatency: (health) => options.onVerdict(this.verdictOf(health)),
      onChecked: (health) => this.show(health),
    });
  }

  useKeys(sealKeys: readonly string[]): void {
    this.clients.useKeys(sealKeys);
  }

  /** A verified site document that is in force from now on. */
  follow(config: edgeV1.SiteConfig): void {
    const { origin, isActive } = config;
    const group = origin && isActive ? compileOriginGroup(config, primaryTarget(config, origin)) : null;
    this.monitor.watch(config.siteId, group);
    if (!group?.quorum) this.decideAlone(config.siteId);
    if (group?.quorum && this.down !== null && this.agreeing === null) {
      this.agreeing = setInterval(() => void this.agree(), AGREE_MS);
      this.agreeing.unref();
    }
  }

  /** What this node's own checks find down. */
  unhealthy(): OriginHealth[] {
    return this.monitor.unhealthy();
  }

  /** Origins that are down because most other nodes say so. */
  get agreedDownOnly(): number {
    return this.monitor.underQuorum().filter((health) => health.healthy && !this.verdictOf(health).healthy)
      .length;
  }

  /** Every verdict that differs from what a fresh worker assumes. */
  verdicts(): OriginVerdict[] {
    const known = new Set([
      ...this.monitor.unhealthy(),
      ...this.monitor.withLatency(),
      ...this.monitor.underQuorum(),
    ]);
    return [...known].map((health) => this.verdictOf(health));
  }

  get size(): number {
    return this.monitor.size;
  }

  stop(): void {
    if (this.agreeing !== null) clearInterval(this.agreeing);
    this.monitor.stop();
  }

  /** Down is what this node finds down, or most nodes do where the site's owner wants that. */
  private verdictOf(health: OriginHealth): OriginVerdict {
    const { siteId, origin, healthy, latencyMs } = health;
    return { siteId, origin, healthy: healthy && !this.agreedDown.has(keyOf(health)), latencyMs };
  }

  /** Without Redis a node goes by its own checks. */
  private async agree(): Promise<void> {
    // Old information is ignored.
    if (this.heardAt !== null && performance.now() - this.heardAt > DOWN_VALID_MS) this.followMost([]);
    if (this.down === null || this.isAgreeing) return;
    this.isAgreeing = true;
    try {
      const own = this.monitor.underQuorum();
      if (own.length > 0) this.followMost(await this.down.exchange(own.filter(({ healthy }) => !healthy)));
      this.heardAt = performance.now();
    } catch (error) {
      this.followMost([]);
      if (this.heardAt !== null)
        log('warn', 'reading origin health of other nodes failed', { error: String(error) });
      this.heardAt = null;
    } finally {
      this.isAgreeing = false;
    }
  }

  /** The owner does not want other nodes' word for this site any more. */
  private decideAlone(siteId: string): void {
    const others = [...this.agreedDown].filter((key) => !key.startsWith(`${siteId}|`));
    if (others.length === this.agreedDown.size) return;
    this.agreedDown = new Set(others);
    for (const health of this.monitor.ofSite(siteId)) this.options.onVerdict(this.verdictOf(health));
  }

  private followMost(reports: readonly DownReport[]): void {
    const before = this.agreedDown;
    this.agreedDown = downForMost(reports, this.options.nodes());
    for (const health of this.monitor.underQuorum()) {
      const key = keyOf(health);
      if (before.has(key) === this.agreedDown.has(key) || !health.healthy) continue;
      const { siteId, origin } = health;
      const verdict = this.verdictOf(health);
      log(verdict.healthy ? 'info' : 'warn', 'origin health quorum reached', {
        siteId,
        origin,
        healthy: verdict.healthy,
      });
      this.options.onVerdict(verdict);
    }
  }

  private show(health: OriginHealth): void {
    const now = Date.now();
    if (this.board === null || now - (this.writtenAt.get(health) ?? 0) < BOARD_MS) return;
    this.writtenAt.set(health, now);
    const { siteId, ...seen } = health;
    this.board.record(siteId, { node: this.nodeId, ...seen }).catch((error: Error) => {
      log('warn', 'publishing origin health failed', { siteId, error: error.message });
    });
  }
}

const keyOf = ({ siteId, origin }: Pick<OriginHealth, 'siteId' | 'origin'>): string => `${siteId}|${origin}`;

/** What more than half of all nodes report; half of two is not most. */
export function downForMost(reports: readonly DownReport[], nodes: number): ReadonlySet<string> {
  const byOrigin = new Map<string, Set<string>>();
  for (const report of reports) {
    const key = keyOf(report);
    const sayers = byOrigin.get(key) ?? new Set();
    byOrigin.set(key, sayers.add(report.node));
  }
  return new Set([...byOrigin].filter(([, { size }]) => size * 2 > nodes).map(([key]) => key));
}
