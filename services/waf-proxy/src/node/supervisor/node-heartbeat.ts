import { readFileSync } from 'node:fs';
import path from 'node:path';
import { NodeBoard, type NodeReport, type SeenNode } from '@palisade/edge-state';
import type { Redis } from 'ioredis';
import { z } from 'zod';
import { log, messageWithCause } from '../../io/log.ts';
import type { ConfigKeeper } from '../sites/config-keeper.ts';
import type { LogShipper } from '../telemetry/log-shipper.ts';
import type { EdgeControlsWatch } from './edge-controls-watch.ts';
import type { WorkerPool } from './worker-pool.ts';

export interface NodeHeartbeatSources {
  nodeId: string;
  /** Null: without Redis nothing is reported. */
  redis: Redis | null;
  keeper: ConfigKeeper;
  pool: WorkerPool;
  shipper: LogShipper;
  controls: EdgeControlsWatch;
  ruleReleases(): NodeReport['ruleReleases'];
  helpers: NodeReport['helpers'];
  outboundAddresses(): string[];
  /** The node is being stopped. */
  isStopping(): boolean;
  /** Bans known. */
  bans(): number;
  configs(): Pick<NodeReport['configs'], 'comparedAtMs' | 'sequence' | 'sitesBehind'>;
  keys(): NodeReport['keys'];
  redisFingerprint: NodeReport['redisFingerprint'];
  /** These nodes report, this one among them. */
  onNodes(alive: readonly SeenNode[]): void;
}

const INTERVAL_MS = 5_000;

/** Tells the administrators' panel every few seconds how this node is, and looks who else does. */
export class NodeHeartbeat {
  private readonly sources: NodeHeartbeatSources;
  private readonly board: NodeBoard | null;
  private readonly version = readVersion();
  private readonly startedAtMs = Date.now();
  private beatAt = performance.now();
  private lastRefusal: NodeReport['configs']['lastRefusal'] = null;
  private cpu = { micros: 0, at: performance.now() };
  private timer: NodeJS.Timeout | null = null;
  private beating: Promise<void> = Promise.resolve();
  private stopped = false;
  private readonly onReady = () => this.next(0);

  constructor(sources: NodeHeartbeatSources) {
    this.sources = sources;
    this.board = sources.redis === null ? null : new NodeBoard(sources.redis);
  }

  /** Time since Redis accepted the last heartbeat, or the node started; null: there is no Redis. */
  get ageSeconds(): number | null {
    return this.board === null ? null : (performance.now() - this.beatAt) / 1_000;
  }

  noteRefusal(siteId: string, code: string): void {
    this.lastRefusal = { siteId, code, atMs: Date.now() };
  }

  start(): void {
    this.sources.redis?.on('ready', this.onReady);
    this.next(0);
  }

  /** Does not wait for the next beat. */
  tell(): void {
    this.next(0);
  }

  /** A node that leaves of its own accord is not to look like one that died. */
  async stop(): Promise<void> {
    const { redis, nodeId } = this.sources;
    this.stopped = true;
    redis?.off('ready', this.onReady);
    if (this.timer !== null) clearTimeout(this.timer);
    await this.beating;
    if (redis?.status !== 'ready') return;
    await this.board?.leave(nodeId).catch((error: Error) => {
      log('warn', 'removing the node heartbeat failed', { error: messageWithCause(error) });
    });
  }

  private next(afterMs: number): void {
    if (this.stopped || this.board === null) return;
    if (this.timer !== null) clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      this.beating = this.beating.then(() => this.beat());
      this.next(INTERVAL_MS);
    }, afterMs);
  }

  private async beat(): Promise<void> {
    const { redis, nodeId, onNodes } = this.sources;
    // The connection itself reports an outage of Redis.
    if (redis?.status !== 'ready' || this.board === null) return;
    try {
      await this.board.report(nodeId, this.report());
      onNodes(await this.board.alive());
      this.beatAt = performance.now();
    } catch (error) {
      log('warn', 'writing the node heartbeat failed', { error: messageWithCause(error) });
    }
  }

  private report(): NodeReport {
    const {
      keeper,
      pool,
      shipper,
      controls,
      ruleReleases,
      helpers,
      outboundAddresses,
      isStopping,
      bans,
      configs,
      keys,
      redisFingerprint,
    } = this.sources;
    const { slots } = pool;
    const { version, candidate } = controls.state;
    return {
      version: this.version,
      startedAtMs: this.startedAtMs,
      workersListening: slots.filter((slot) => slot.listening).length,
      workers: slots.length,
      sites: keeper.live,
      configs: { ...configs(), refused: keeper.refusals, lastRefusal: this.lastRefusal },
      spool: { bytes: shipper.state.bytes, segments: shipper.state.segments },
      bans: bans(),
      controlsVersion: version,
      candidateRolledBack: Boolean(candidate?.rolledBack),
      draining: controls.isDraining,
      stopping: isStopping(),
      ruleReleases: ruleReleases(),
      helpers,
      outboundAddresses: outboundAddresses(),
      keys: keys(),
      redisFingerprint,
      cpuPercent: this.cpuPercent(slots.reduce((sum, slot) => sum + (slot.report?.cpuMicros ?? 0), 0)),
      memoryBytes: slots.reduce(
        (sum, slot) => sum + (slot.report?.memoryBytes ?? 0),
        process.memoryUsage.rss(),
      ),
    };
  }

  /** A worker that ended takes its time with it; that is not less than nothing. */
  private cpuPercent(workersMicros: number): number {
    const { user, system } = process.cpuUsage();
    const before = this.cpu;
    this.cpu = { micros: workersMicros + user + system, at: performance.now() };
    const elapsedMicros = Math.max(1, (this.cpu.at - before.at) * 1_000);
    const share = Math.max(0, this.cpu.micros - before.micros) / elapsedMicros;
    return Math.round(share * 1_000) / 10;
  }
}

function readVersion(): string {
  const file = path.join(import.meta.dirname, '..', '..', '..', 'package.json');
  return z.object({ version: z.string() }).parse(JSON.parse(readFileSync(file, 'utf8'))).version;
}
