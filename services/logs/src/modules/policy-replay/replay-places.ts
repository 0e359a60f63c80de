export interface PlaceLimits {
  /** Askers that may have a place at the same time. */
  places: number;
  /** Askers in the line for one. */
  waiting: number;
  /** How long an asker waits before it is told to come again. */
  waitMs: number;
  /** How long the line remembers an asker that was told so. */
  rememberMs: number;
}

interface Waiting {
  /** Null: it was told to come again. */
  proceed: (() => void) | null;
  leftAt: number;
}

/**
 * A few places, given in the order in which askers have come: one that has just had a place goes to the end of the
 * line, so that those who ask without a pause do not keep others out. An asker that comes again in time finds its place
 * in the line as it was.
 */
export class ReplayPlaces {
  private readonly limits: PlaceLimits;
  private readonly line = new Map<string, Waiting>();
  private taken = 0;

  constructor(limits: PlaceLimits) {
    this.limits = limits;
  }

  /**
   * @param left aborted when the asker has gone; it leaves the line then
   * @returns `busy`: not within the wait, come again; `full`: nor is there room in the line
   */
  take(asker: string, left?: AbortSignal): Promise<'taken' | 'busy' | 'full'> {
    if (this.taken < this.limits.places) {
      this.taken++;
      this.line.delete(asker);
      return Promise.resolve('taken');
    }
    if (!this.line.has(asker)) {
      this.forgetGone();
      if (this.line.size >= this.limits.waiting) return Promise.resolve('full');
    }
    return new Promise((resolve) => {
      const waiting: Waiting = { proceed: null, leftAt: 0 };
      const timer = setTimeout(() => {
        left?.removeEventListener('abort', leave);
        waiting.proceed = null;
        waiting.leftAt = performance.now();
        resolve('busy');
      }, this.limits.waitMs);
      const leave = () => {
        clearTimeout(timer);
        if (this.line.get(asker) === waiting) this.line.delete(asker);
        resolve('busy');
      };
      waiting.proceed = () => {
        clearTimeout(timer);
        left?.removeEventListener('abort', leave);
        this.line.delete(asker);
        resolve('taken');
      };
      left?.addEventListener('abort', leave, { once: true });
      this.line.set(asker, waiting);
      if (left?.aborted === true) leave();
    });
  }

  /** Gives the place to the first that waits. */
  release(): void {
    this.forgetGone();
    for (const { proceed } of this.line.values()) {
      if (proceed === null) continue;
      proceed();
      return;
    }
    this.taken--;
  }

  private forgetGone(): void {
    const since = performance.now() - this.limits.rememberMs;
    for (const [asker, { proceed, leftAt }] of this.line)
      if (proceed === null && leftAt < since) this.line.delete(asker);
  }
}
