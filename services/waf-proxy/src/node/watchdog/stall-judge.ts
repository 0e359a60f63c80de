import { CHECK_INTERVAL_MS, MAX_ASLEEP_MS, MAX_BUSY_MS, MAX_UNKNOWN_MS } from './limits.ts';
import type { ThreadTimes } from './thread-times.ts';

/** Why an event loop is blocked: it computes, it waits for something that is not an event, or it is unknown. */
export type StallCause = 'busy' | 'asleep' | 'unknown';

export interface Stall {
  cause: StallCause;
  /** Since the last sign of life, as the watcher has lived through it. */
  stalledMs: number;
  /** CPU time of the main thread since then; null: not known here. */
  cpuMs: number | null;
}

/** Judges from regular samples whether an event loop is blocked. */
export class StallJudge {
  private beats = -1;
  private stalledMs = 0;
  private asleepMs = 0;
  private cpuAtBeatMs: number | null = null;

  /**
   * @param beats how often the loop has come round.
   * @param elapsedMs since the last look. What goes beyond two looks counts as two: the watcher itself was held up then,
   *   by a stop of the whole process or machine, and has seen nothing of the thread.
   * @returns null while all is well
   */
  check(beats: number, elapsedMs: number, times: ThreadTimes | null): Stall | null {
    if (beats !== this.beats) {
      this.beats = beats;
      this.stalledMs = 0;
      this.asleepMs = 0;
      this.cpuAtBeatMs = times?.cpuMs ?? null;
      return null;
    }
    const seenMs = Math.min(elapsedMs, 2 * CHECK_INTERVAL_MS);
    this.stalledMs += seenMs;
    if (times?.asleep) this.asleepMs += seenMs;
    const cpuMs = times === null || this.cpuAtBeatMs === null ? null : times.cpuMs - this.cpuAtBeatMs;
    const cause = this.cause(cpuMs);
    return cause === null ? null : { cause, stalledMs: this.stalledMs, cpuMs };
  }

  private cause(cpuMs: number | null): StallCause | null {
    if (cpuMs === null) return this.stalledMs >= MAX_UNKNOWN_MS ? 'unknown' : null;
    if (cpuMs >= MAX_BUSY_MS) return 'busy';
    return this.asleepMs >= MAX_ASLEEP_MS ? 'asleep' : null;
  }
}
