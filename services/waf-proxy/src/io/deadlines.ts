/** Something that must not last longer than until `deadline` (ms of `performance.now()`; Infinity: no limit). */
export interface Deadline {
  deadline: number;
  onDeadline(): void;
}

const TICK_MS = 100;

/**
 * One timer for all requests of a worker: moving a deadline is an assignment, where a timer of its own per request
 * would cost a list operation at every step. Deadlines are met up to a tenth of a second late.
 */
export class Deadlines {
  private readonly pending = new Set<Deadline>();
  private readonly timer: NodeJS.Timeout;
  /** `performance.now()`, at most one tick old. */
  now = performance.now();

  constructor() {
    this.timer = setInterval(() => this.tick(), TICK_MS);
    this.timer.unref();
  }

  watch(entry: Deadline): void {
    this.pending.add(entry);
  }

  forget(entry: Deadline): void {
    this.pending.delete(entry);
  }

  stop(): void {
    clearInterval(this.timer);
  }

  private tick(): void {
    this.now = performance.now();
    for (const entry of this.pending) {
      if (entry.deadline <= this.now) {
        entry.deadline = Number.POSITIVE_INFINITY;
        entry.onDeadline();
      }
    }
  }
}
