import { backoff } from '@palisade/basics';

/** Twice as long after each failure, and never all at the same moment. */
export class Backoff {
  private failures = 0;

  constructor(
    private readonly firstMs: number,
    private readonly maxMs: number,
  ) {}

  next(): number {
    const ms = backoff(++this.failures, this.firstMs, this.maxMs);
    return ms * (0.75 + Math.random() / 2);
  }

  reset(): void {
    this.failures = 0;
  }
}
