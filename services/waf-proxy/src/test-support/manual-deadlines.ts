import { type Deadline, Deadlines } from '../io/deadlines.ts';

/** Deadlines whose time passes when a test says so. */
export class ManualDeadlines extends Deadlines {
  private readonly entries = new Set<Deadline>();

  constructor() {
    super();
    this.stop();
    // Whole, so that differences of times are exact: of fractions, 550 - 300 may be less than 250.
    this.now = Math.ceil(this.now);
  }

  override watch(entry: Deadline): void {
    this.entries.add(entry);
  }

  override forget(entry: Deadline): void {
    this.entries.delete(entry);
  }

  get watched(): number {
    return this.entries.size;
  }

  pass(milliseconds: number): void {
    this.now += milliseconds;
    for (const entry of this.entries) {
      if (entry.deadline > this.now) continue;
      entry.deadline = Number.POSITIVE_INFINITY;
      entry.onDeadline();
    }
  }
}
