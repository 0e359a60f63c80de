/** The worker's event loop is late by so much, on average: requests wait longer for us than for most origins. */
export const SHED_ABOVE_MS = 250;
/** Where client, edge and origin share a process, which is late for reasons that have nothing to do with the edge. */
export const NEVER_SHED_MS = 300_000;
/** Below this part of it, shedding becomes less. */
const RELAX_PART = 0.4;
export const SAMPLE_MS = 100;
const SMOOTH = 0.2;
const MORE = 0.1;
const LESS = 0.03;
/** Somebody always gets through, so that recovery is seen. */
const MOST = 0.95;
/** Up to here allow-listed and cleared visitors are served. */
const PRIVILEGED_FROM = 0.8;

/**
 * Refuses a part of all requests while the worker cannot keep up: cheap refusals for some instead of time-outs for all.
 * The part rises and falls slowly, and less is shed only once the loop is well in time.
 */
export class Overload {
  /** Part of the requests that are refused, 0–0.95. */
  part = 0;
  readonly #shedAboveMs: number;
  #late = 0;
  #due = 0;
  #timer: NodeJS.Timeout | null = null;
  #turn = 0;

  constructor(shedAboveMs = SHED_ABOVE_MS) {
    this.#shedAboveMs = shedAboveMs;
  }

  start(now: () => number = () => performance.now()): void {
    this.#due = now() + SAMPLE_MS;
    this.#timer = setInterval(() => {
      this.sample(Math.max(0, now() - this.#due));
      this.#due = now() + SAMPLE_MS;
    }, SAMPLE_MS);
    this.#timer.unref();
  }

  stop(): void {
    if (this.#timer !== null) clearInterval(this.#timer);
  }

  /** @param lateMs how much later than planned the loop came round */
  sample(lateMs: number): void {
    this.#late += SMOOTH * (lateMs - this.#late);
    if (this.#late > this.#shedAboveMs) this.part = Math.min(MOST, this.part + MORE);
    else if (this.part > 0 && this.#late < RELAX_PART * this.#shedAboveMs) {
      this.part = Math.max(0, this.part - LESS);
    }
  }

  /** Whether to refuse this request; evenly spread over all that ask. */
  sheds(privileged: boolean): boolean {
    if (this.part === 0 || (privileged && this.part < PRIVILEGED_FROM)) return false;
    const before = Math.floor(this.#turn);
    this.#turn += this.part;
    return Math.floor(this.#turn) > before;
  }
}
