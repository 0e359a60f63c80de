interface FetchTurnsOptions {
  /** Maximum concurrent fetches, each of which may have megabytes in memory. */
  places: number;
  /** Time after which a slow source must give way to waiting ones, ms. */
  minHoldMs: number;
  maxWaitMs: number;
  maxWaiting: number;
}

interface Holder {
  /** Its time is over, so that a waiting fetch may take its place. */
  isDue: boolean;
  ends: AbortController;
}

interface Waiting {
  wasSlow: boolean;
  /** @param hasPlace false: waited too long */
  resume: (hasPlace: boolean) => void;
}

/** No place became free in time, or too many are waiting. */
export class NoTurnError extends Error {
  override readonly name = 'NoTurnError';
}

/**
 * Schedules fetches from sources. Places are given first come, first served; a slow source keeps its place until
 * another waits for it. Sources that were slow before come last, and displace nobody.
 */
export class FetchTurns {
  /** Includes places that were given but not used yet. */
  private taken = 0;
  private readonly holders = new Set<Holder>();
  private readonly waiting: Waiting[] = [];

  constructor(private readonly options: FetchTurnsOptions) {}

  /**
   * @param wasSlow at its previous fetch
   * @param ask has to stop when the signal says so
   * @throws NoTurnError before anything was requested
   */
  async take<Result>(wasSlow: boolean, ask: (signal: AbortSignal) => Promise<Result>): Promise<Result> {
    if (this.taken < this.options.places) this.taken++;
    else await this.wait(wasSlow);
    const holder: Holder = { isDue: false, ends: new AbortController() };
    this.holders.add(holder);
    const timer = setTimeout(() => {
      holder.isDue = true;
      this.endSlow();
    }, this.options.minHoldMs);
    try {
      return await ask(holder.ends.signal);
    } finally {
      clearTimeout(timer);
      this.holders.delete(holder);
      const next = this.next();
      if (next) next.resume(true);
      else this.taken--;
    }
  }

  private async wait(wasSlow: boolean): Promise<void> {
    if (this.waiting.length >= this.options.maxWaiting) throw new NoTurnError('too many wait');
    const hasPlace = await new Promise<boolean>((resolve) => {
      const one: Waiting = {
        wasSlow,
        resume: (given) => {
          clearTimeout(timer);
          resolve(given);
        },
      };
      const timer = setTimeout(() => {
        this.waiting.splice(this.waiting.indexOf(one), 1);
        one.resume(false);
      }, this.options.maxWaitMs);
      this.waiting.push(one);
      this.endSlow();
    });
    if (!hasPlace) throw new NoTurnError('waited too long');
  }

  /** The longest waiting, sources that answered before first. */
  private next(): Waiting | undefined {
    const quick = this.waiting.findIndex(({ wasSlow }) => !wasSlow);
    return this.waiting.splice(Math.max(quick, 0), 1)[0];
  }

  /** Frees one place per waiting fetch, from those that have had theirs longest. */
  private endSlow(): void {
    const holders = [...this.holders];
    const ending = holders.filter(({ ends }) => ends.signal.aborted).length;
    const wanted = this.waiting.filter(({ wasSlow }) => !wasSlow).length - ending;
    const due = holders.filter(({ isDue, ends }) => isDue && !ends.signal.aborted);
    for (const { ends } of due.slice(0, Math.max(wanted, 0))) ends.abort();
  }
}
