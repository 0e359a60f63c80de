import type { edgeV1 } from '@palisade/contracts';
import { OriginHealthBoard } from '@palisade/edge-state';
import type { Redis } from 'ioredis';
import { EdgePools } from '../limits/edge-pools.ts';
import { HealthMonitor, type OriginHealth } from '../origins/health-monitor.ts';
import { compileOriginGroup, primaryTarget } from '../origins/origin-group.ts';
import { OriginAddressPolicy, type OriginAddressRules } from '../proxy/upstream/internal-addresses.ts';
import { OriginConnector } from '../proxy/upstream/origin-connect.ts';
import { OriginNames } from '../proxy/upstream/origin-names.ts';
import { log } from './log.ts';

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
  readonly #monitor: HealthMonitor;
  readonly #board: OriginHealthBoard | null;
  readonly #nodeId: string;
  readonly #writtenAt = new WeakMap<OriginHealth, number>();

  constructor(options: OriginHealthWatchOptions) {
    this.#nodeId = options.nodeId;
    this.#board = options.redis === null ? null : new OriginHealthBoard(options.redis);
    const connector = new OriginConnector(
      new OriginAddressPolicy(options.originAddresses),
      new OriginNames(new EdgePools().originLookups),
    );
    this.#monitor = new HealthMonitor(connector, {
      onVerdict: (health) => {
        const { siteId, origin, healthy, problem } = health;
        log(healthy ? 'info' : 'warn', 'an origin changed its health', { siteId, origin, healthy, problem });
        this.#writtenAt.delete(health);
        options.onVerdict(health);
      },
      onChecked: (health) => this.#show(health),
    });
  }

  /** A verified site document that is in force from now on. */
  follow(config: edgeV1.SiteConfig): void {
    const { origin, isActive } = config;
    const group = origin && isActive ? compileOriginGroup(config, primaryTarget(config, origin)) : null;
    this.#monitor.watch(config.siteId, group);
  }

  unhealthy(): OriginHealth[] {
    return this.#monitor.unhealthy();
  }

  get size(): number {
    return this.#monitor.size;
  }

  stop(): void {
    this.#monitor.stop();
  }

  #show(health: OriginHealth): void {
    const now = Date.now();
    if (this.#board === null || now - (this.#writtenAt.get(health) ?? 0) < BOARD_MS) return;
    this.#writtenAt.set(health, now);
    const { siteId, ...seen } = health;
    this.#board.record(siteId, { node: this.#nodeId, ...seen }).catch((error: Error) => {
      log('warn', 'what a health check found cannot be shown', { siteId, error: error.message });
    });
  }
}
