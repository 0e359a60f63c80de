/**
 * Number of consecutive checks that must find fewer nodes: after Redis was emptied, others may not have reported again
 * yet.
 */
const MIN_CHECKS_FOR_FEWER = 3;

/**
 * Number of nodes that share limits, by their heartbeats. One too many costs a query; one too few lets clients exceed a
 * limit. So the upper bound applies until the first check, an increase applies at once, a decrease only when it is
 * certain; and without Redis the last number stays.
 */
export class LiveNodes {
  private readonly max: number;
  private readonly onChange: (count: number) => void;
  private current: number;
  private hasPolled = false;
  /** The highest count of the checks that found fewer. */
  private fewer = { checks: 0, count: 0 };

  constructor(max: number, onChange: (count: number) => void) {
    this.max = max;
    this.current = max;
    this.onChange = onChange;
  }

  get count(): number {
    return this.current;
  }

  /** Called with the number of live nodes, including this one, after each check of the heartbeats. */
  found(alive: number): void {
    const count = Math.min(this.max, Math.max(1, alive));
    const isFirst = !this.hasPolled;
    this.hasPolled = true;
    if (count >= this.current || isFirst) {
      this.change(count);
      return;
    }
    this.fewer = { checks: this.fewer.checks + 1, count: Math.max(this.fewer.count, count) };
    if (this.fewer.checks >= MIN_CHECKS_FOR_FEWER) this.change(this.fewer.count);
  }

  private change(count: number): void {
    this.fewer = { checks: 0, count: 0 };
    if (count === this.current) return;
    this.current = count;
    this.onChange(count);
  }
}
