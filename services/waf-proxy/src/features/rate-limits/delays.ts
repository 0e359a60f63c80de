import type { RequestContext } from '../../request/request-context.ts';

/** Requests of one worker that are slowed down at a time: a flood must not be kept waiting in memory. */
const MAX_DELAYED = 1_000;

/** Requests that wait because a limit slows them down. */
export class Delays {
  private waiting = 0;

  /** Null: too many wait already. Resolves early if nobody waits for the answer any more. */
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
