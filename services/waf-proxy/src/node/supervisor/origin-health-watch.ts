import type { edgeV1 } from '@palisade/contracts';
import { OriginHealthBoard } from '@palisade/edge-state';
import type { Redis } from 'ioredis';
import { OriginAddressPolicy, type OriginAddressRules } from '../../io/addresses/internal-addresses.ts';
import { log } from '../../io/log.ts';
import { EdgePools } from '../../io/shares/edge-pools.ts';
import { OriginConnector } from '../../upstream/origin-connect.ts';
import { OriginNames } from '../../upstream/origin-names.ts';
import { HealthMonitor, type OriginHealth } from '../../upstream/origins/health-monitor.ts';
import { compileOriginGroup, primaryTarget } from '../../upstream/origins/origin-group.ts';

export interface OriginHealthWatchOptions {
  nodeId: string;
  originAddresses: OriginAddressRules;
  redis: Redis | null;
  onVerdict(health: OriginHealth): void;
}

/** People look at it; it need not be newer than this. */
const BOARD_MS = 10_000;

/** This node's health checks: verdicts go to its workers at once, and to the board that the dashboard reads. */
export class OriginHealthWatch {
  private readonly monitor: HealthMonitor;
  private readonly board: OriginHealthBoard | null;
  private readonly nodeId: string;
  private readonly writtenAt = new WeakMap<OriginHealth, number>();

  constructor(options: OriginHealthWatchOptions) {
    this.nodeId = options.nodeId;
    this.board = options.redis === null ? null : new OriginHealthBoard(options.redis);
    const connector = new OriginConnector(
      new OriginAddressPolicy(options.originAddresses),
      new OriginNames(new EdgePools().originLookups),
    );
    this.monitor = new HealthMonitor(connector, {
      onVerdict: (health) => {
        const { siteId, origin, healthy, problem } = health;
        log(healthy ? 'info' : 'warn', 'an origin changed its health', { siteId, origin, healthy, problem });
        this.writtenAt.delete(health);
        options.onVerdict(health);
      },
      onChecked: (health) => this.show(health),
    });
  }

  /** A verified site document that is in force from now on. */
  follow(config: edgeV1.SiteConfig): void {
    const { origin, isActive } = config;
    const group = origin && isActive ? compileOriginGroup(config, primaryTarget(config, origin)) : null;
    this.monitor.watch(config.siteId, group);
  }

  unhealthy(): OriginHealth[] {
    return this.monitor.unhealthy();
  }

  get size(): number {
    return this.monitor.size;
  }

  stop(): void {
    this.monitor.stop();
  }

  private show(health: OriginHealth): void {
    const now = Date.now();
    if (this.board === null || now - (this.writtenAt.get(health) ?? 0) < BOARD_MS) return;
    this.writtenAt.set(health, now);
    const { siteId, ...seen } = health;
    this.board.record(siteId, { node: this.nodeId, ...seen }).catch((error: Error) => {
      log('warn', 'what a health check found cannot be shown', { siteId, error: error.message });
    });
  }
}
