import { readFile } from 'node:fs/promises';
import {
  EDGE_KEYS,
  type EdgeControls,
  RollbackBoard,
  type TrustedKeys,
  verifyEdgeControls,
} from '@palisade/edge-state';
import type { Redis } from 'ioredis';
import { writeFileAtomically } from '../../io/atomic-file.ts';
import { log, messageWithCause } from '../../io/log.ts';
import { type ControlsInForce, NO_CONTROLS } from '../../pipeline/site-controls.ts';
import type { WorkerCounters } from '../../pipeline/worker-counters.ts';
import { judgeCandidate } from './candidate-judge.ts';

export interface EdgeControlsWatchOptions {
  nodeId: string;
  keys: TrustedKeys;
  /** Null: the controls on disk apply. */
  redis: Redis | null;
  /** The last good document, for a start without Redis. */
  file: string;
  /** Hash of the candidate rule sets; null: none. */
  release(): string | null;
  totals(): Partial<WorkerCounters>;
  onChange(controls: ControlsInForce): void;
  /** The operator drains this node, or ends the drain. */
  onDraining(isDraining: boolean): void;
}

const POLL_MS = 500;

/** Follows the operator's controls, and rolls back a candidate rule set that causes harm. */
export class EdgeControlsWatch {
  private readonly options: EdgeControlsWatchOptions;
  private readonly board: RollbackBoard | null;
  private controls: EdgeControls | null = null;
  private text = '';
  private refusedText = '';
  private rolledBack = '';
  /** The candidate that `rolledBack` refers to. */
  private release: string | null;
  /** Why this node rolled the candidate back, until Redis has it. */
  private unreported = '';
  private storedInForce = NO_CONTROLS;
  private storedDraining = false;
  private before: Partial<WorkerCounters> = {};
  private timer: NodeJS.Timeout | null = null;
  private stopped = false;

  constructor(options: EdgeControlsWatchOptions) {
    this.options = options;
    this.release = options.release();
    this.board = options.redis === null ? null : new RollbackBoard(options.redis);
  }

  get inForce(): ControlsInForce {
    return this.storedInForce;
  }

  /** Whether the operator drains this node. */
  get isDraining(): boolean {
    return this.storedDraining;
  }

  get state() {
    const { release } = this;
    return {
      version: this.controls?.version ?? null,
      ...this.storedInForce,
      draining: this.storedDraining,
      candidate: release === null ? null : { release, rolledBack: this.rolledBack || null },
    };
  }

  async loadFromDisk(): Promise<void> {
    try {
      this.accept(await readFile(this.options.file, 'utf8'));
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return;
      log('error', 'edge controls on disk rejected', { error: messageWithCause(error) });
    }
  }

  start(): void {
    this.timer = setTimeout(() => void this.turn(), POLL_MS);
  }

  stop(): void {
    this.stopped = true;
    if (this.timer !== null) clearTimeout(this.timer);
  }

  private async turn(): Promise<void> {
    this.followCandidate();
    try {
      await this.poll();
    } catch (error) {
      // Redis outages are reported by the connection; the controls stay in force.
      if (this.options.redis?.status === 'ready') {
        log('error', 'reading edge controls failed', { error: messageWithCause(error) });
      }
    }
    await this.judge();
    if (!this.stopped) this.start();
  }

  private async poll(): Promise<void> {
    const { redis, file } = this.options;
    const { release } = this;
    if (redis === null || redis.status !== 'ready') return;
    const text = await redis.get(EDGE_KEYS.controls);
    if (text !== null && text !== this.text && text !== this.refusedText) {
      try {
        this.accept(text);
        await writeFileAtomically(file, Buffer.from(text));
      } catch (error) {
        this.refusedText = text;
        log('error', 'edge controls rejected; keeping the previous ones', { error: messageWithCause(error) });
      }
    }
    if (release === null) return;
    const rollback = (await this.board?.read())?.find((entry) => entry.release === release);
    if (rollback !== undefined) this.settle(`${rollback.reason} (node ${rollback.node})`);
    else if (this.unreported === '') this.settle('');
    else await this.tell();
  }

  /** Resets the state for another candidate. */
  private followCandidate(): void {
    const release = this.options.release();
    if (release === this.release) return;
    this.release = release;
    this.unreported = '';
    this.before = { ...this.options.totals() };
    this.settle('');
  }

  private accept(text: string): void {
    const controls = verifyEdgeControls(text, this.options.keys);
    if (this.controls !== null && controls.version < this.controls.version) {
      throw new Error(`version ${controls.version} came after ${this.controls.version}`);
    }
    this.text = text;
    this.controls = controls;
    this.settle(this.rolledBack);
    this.settleDrain(controls.draining?.includes(this.options.nodeId) ?? false);
  }

  private settleDrain(isDraining: boolean): void {
    if (isDraining === this.storedDraining) return;
    this.storedDraining = isDraining;
    log('warn', isDraining ? 'drain requested by the operator' : 'drain cancelled by the operator', {});
    this.options.onDraining(isDraining);
  }

  private settle(rolledBack: string): void {
    if (rolledBack !== '' && this.rolledBack === '') {
      log('error', 'candidate rule set rolled back', {
        release: this.release,
        reason: rolledBack,
      });
    }
    this.rolledBack = rolledBack;
    const wanted = this.controls?.candidatePercent ?? 0;
    const usable = this.release !== null && rolledBack === '';
    const next = {
      switchedOff: this.controls?.switchedOff ?? [],
      candidatePercent: usable ? wanted : 0,
      ...(rolledBack !== '' && { candidatesTakenBack: true }),
    };
    if (JSON.stringify(next) === JSON.stringify(this.storedInForce)) return;
    this.storedInForce = next;
    this.before = { ...this.options.totals() };
    log('warn', 'edge controls changed', next);
    this.options.onChange(next);
  }

  private async judge(): Promise<void> {
    const { totals } = this.options;
    const { release } = this;
    if (release === null || this.storedInForce.candidatesTakenBack) return;
    const now = totals();
    const since = (name: keyof WorkerCounters) => (now[name] ?? 0) - (this.before[name] ?? 0);
    // The engine may also fail on sites that have promoted the candidate themselves.
    if (this.storedInForce.candidatePercent === 0 && since('candidateFailures') === 0) return;
    const all = this.storedInForce.candidatePercent === 100;
    const reason = judgeCandidate({
      candidateInspected: since('candidateInspected'),
      candidateBlocked: since('candidateBlocked'),
      candidateFailures: since('candidateFailures'),
      presentInspected: all ? (this.before.rulesInspected ?? 0) : since('rulesInspected'),
      presentBlocked: all ? (this.before.rulesBlocked ?? 0) : since('rulesBlocked'),
    });
    if (reason === null) return;
    // At once here; the other nodes follow through Redis.
    this.unreported = reason;
    this.settle(reason);
  }

  private async tell(): Promise<void> {
    const { nodeId } = this.options;
    const { release } = this;
    if (release === null) return;
    await this.board?.record({ release, node: nodeId, reason: this.unreported, atMs: Date.now() });
    this.unreported = '';
  }
}
