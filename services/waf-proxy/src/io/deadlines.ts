/** Something that must not last longer than until `deadline` (ms of `performance.now()`; Infinity: no limit). */
export interface Deadline {
  deadline: number;
  onDeadline(): void;
}

const TICK_MS = 100;
/** A tick that is so late comes after a pause of this process, and maybe of the whole machine. */
const PAUSED_MS = 500;

/**
 * One timer for all requests of a worker: moving a deadline is an assignment, where a timer of its own per request
 * would cost a list operation at every step. Deadlines are met up to a tenth of a second late; after
 * a pause one tick later, for what came meanwhile is read first, and who was to send it may have stood still as well.
 */
export class Deadlines {
  private readonly pending = new Set<Deadline>();
  private readonly timer: NodeJS.Timeout;
  private waits = false;
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
    const before = this.now;
    this.now = performance.now();
    // Not twice in a row: deadlines hold also where every tick is late.
    this.waits = !this.waits && this.now - before > PAUSED_MS;
    if (this.waits) return;
    for (const entry of this.pending) {
      if (entry.deadline <= this.now) {
        entry.deadline = Number.POSITIVE_INFINITY;
        entry.onDeadline();
      }
    }
  }
}
