import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { CHECK_INTERVAL_MS, MAX_SILENT_MS, MAX_STOPPED_MS } from '../watchdog/limits.ts';
import type { StallCause } from '../watchdog/stall-judge.ts';
import type { ThreadTimes } from '../watchdog/thread-times.ts';
import type { StallReport, VitalsMessage } from '../watchdog/vitals-message.ts';

/** Why a worker is stalled, as its watchdog reports or the supervisor finds. */
export type StallReason = StallCause | 'stopped' | 'silent';

export interface VitalsEvents {
  /** `report`: from the worker's watcher; null where the supervisor has found it itself. */
  onStall(stallReason: StallReason, report: StallReport | null): void;
  onRecovery(stalledMs: number): void;
}

/** State of one worker process, from its watcher and from the process itself. */
export class WorkerVitals {
  private readonly events: VitalsEvents;
  private reportedCause: StallReason | null = null;
  private seen: 'stopped' | 'silent' | null = null;
  private heard = false;
  private silentChecks = 0;
  private stoppedChecks = 0;

  /** @param channel null: the process could not be started */
  constructor(channel: Readable | null, events: VitalsEvents) {
    this.events = events;
    if (channel === null) return;
    // The process's own exit event reports its end.
    channel.on('error', () => undefined);
    createInterface({ input: channel }).on('line', (line) => {
      const message = parse(line);
      if (message !== null) this.hear(message);
    });
  }

  /** Null: no stall is known. */
  get stallReason(): StallReason | null {
    return this.seen ?? this.reportedCause;
  }

  /**
   * To be called every CHECK_INTERVAL_MS. Checks are counted and not the clock, so that a supervisor which was stopped itself does
   * not take its own absence for its workers'.
   */
  check(times: ThreadTimes | null): void {
    this.silentChecks = this.heard ? this.silentChecks + 1 : 0;
    this.stoppedChecks = times?.stopped ? this.stoppedChecks + 1 : 0;
    const before = this.seen;
    this.seen = this.judge();
    if (this.seen === before) return;
    if (this.seen !== null) this.events.onStall(this.seen, null);
    else if (this.reportedCause === null) this.events.onRecovery(0);
  }

  private judge(): 'stopped' | 'silent' | null {
    if (this.stoppedChecks * CHECK_INTERVAL_MS >= MAX_STOPPED_MS) return 'stopped';
    return this.silentChecks * CHECK_INTERVAL_MS >= MAX_SILENT_MS ? 'silent' : null;
  }

  private hear(message: VitalsMessage): void {
    this.heard = true;
    this.silentChecks = 0;
    switch (message.type) {
      case 'alive':
        return;
      case 'stalled':
        this.reportedCause = message.cause;
        this.events.onStall(message.cause, message);
        return;
      case 'resumed':
        this.reportedCause = null;
        this.events.onRecovery(message.stalledMs);
        return;
    }
  }
}

/** Null: the worker has ended in the middle of a line, and has said nothing by it. */
function parse(line: string): VitalsMessage | null {
  try {
    return JSON.parse(line) as VitalsMessage;
  } catch {
    return null;
  }
}
