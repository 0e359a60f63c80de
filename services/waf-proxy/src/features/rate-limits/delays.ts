import type { RequestContext } from '../../request/request-context.ts';

/** Maximum delayed requests per worker: a flood must not be held in memory. */
const MAX_DELAYED = 1_000;

/** Requests that a limit delays. */
export class Delays {
  private waiting = 0;

  /** Null: too many are waiting. Resolves early if nobody waits for the response any more. */
  delay(context: RequestContext, ms: number): Promise<void> | null {
    if (this.waiting >= MAX_DELAYED) return null;
    this.waiting++;
    return new Promise((resolve) => {
      const settle = () => {
        clearTimeout(timer);
        context.lifetime.release(settle);
        this.waiting--;
        resolve();
      };
      const timer = setTimeout(settle, ms);
      context.lifetime.whenAbandoned(settle);
    });
  }
}
