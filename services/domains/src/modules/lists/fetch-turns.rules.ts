export interface FetchTurnsOptions {
  /** Sources that are asked at once. Each may have an answer of megabytes in memory. */
  places: number;
  /** A source may take this long while others wait; as long as it is given otherwise. */
  minHoldMs: number;
  maxWaitMs: number;
  maxWaiting: number;
}

interface Holder {
  /** It has had its time: whoever waits may have its place. */
  isDue: boolean;
  ends: AbortController;
}

interface Waiting {
  wasSlow: boolean;
  /** @param hasPlace false: it has waited long enough */
  resume: (hasPlace: boolean) => void;
}

/** No place became free in time, or too many wait for one. */
export class NoTurnError extends Error {
  override readonly name = 'NoTurnError';
}

/**
 * Who asks a source next. Places are given in the order of coming; a source that is slow keeps its place until somebody waits for
 * it. Sources that were slow when they were asked last stand behind all others, and take no place from anybody.
 */
export class FetchTurns {
  /** Also those that somebody has been given and not begun with. */
  private taken = 0;
  private readonly holders = new Set<Holder>();
  private readonly waiting: Waiting[] = [];

  constructor(private readonly options: FetchTurnsOptions) {}

  /**
   * @param wasSlow when it was asked last
   * @param ask gives up as soon as the signal says so
   * @throws NoTurnError before anything was asked
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

  /** Who has waited longest, of those whose source answered. */
  private next(): Waiting | undefined {
    const quick = this.waiting.findIndex(({ wasSlow }) => !wasSlow);
    return this.waiting.splice(Math.max(quick, 0), 1)[0];
  }

  /** One place for each that waits, from whoever has had it longest. */
  private endSlow(): void {
    const holders = [...this.holders];
    const ending = holders.filter(({ ends }) => ends.signal.aborted).length;
    const wanted = this.waiting.filter(({ wasSlow }) => !wasSlow).length - ending;
    const due = holders.filter(({ isDue, ends }) => isDue && !ends.signal.aborted);
    for (const { ends } of due.slice(0, Math.max(wanted, 0))) ends.abort();
  }
}
