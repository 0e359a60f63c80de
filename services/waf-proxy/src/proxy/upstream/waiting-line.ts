import type { Deadline, Deadlines } from './deadlines.ts';
import { OriginError } from './origin-error.ts';

const MAX_WAITING_PER_ORIGIN = 1_024;
const PATIENCE_MS = 10_000;
/** While requests wait, room is made for them so often. */
const RELIEVE_MS = 100;

export interface FailureListener {
  onFailure(error: OriginError): void;
}

interface Waiting<Waiter> extends Deadline {
  waiter: Waiter;
}

/** Requests that wait for a place at one origin, first come, first served; bounded in number and time. */
export class WaitingLine<Waiter extends FailureListener> {
  readonly #deadlines: Deadlines;
  readonly #relieve: (places: number) => void;
  readonly #patienceMs: number;
  readonly #waiting = new Set<Waiting<Waiter>>();
  #timer: NodeJS.Timeout | null = null;

  /** @param relieve called ten times a second while somebody waits: tries to make so many places free. */
  constructor(deadlines: Deadlines, relieve: (places: number) => void, patienceMs = PATIENCE_MS) {
    this.#deadlines = deadlines;
    this.#patienceMs = patienceMs;
    this.#relieve = relieve;
  }

  get length(): number {
    return this.#waiting.size;
  }

  /** The returned function withdraws the request. */
  join(waiter: Waiter): () => void {
    if (this.#waiting.size >= MAX_WAITING_PER_ORIGIN) {
      waiter.onFailure(new OriginError('no_connection_free', 'too many requests wait for this origin'));
      return () => undefined;
    }
    const entry: Waiting<Waiter> = {
      waiter,
      deadline: performance.now() + this.#patienceMs,
      onDeadline: () => {
        this.#leave(entry);
        waiter.onFailure(
          new OriginError('no_connection_free', 'no connection to the origin became free in time'),
        );
      },
    };
    this.#waiting.add(entry);
    this.#deadlines.watch(entry);
    this.#timer ??= this.#nextRelief();
    return () => this.#leave(entry);
  }

  /** Takes who has waited longest. */
  shift(): Waiter | undefined {
    const [entry] = this.#waiting;
    if (entry !== undefined) this.#leave(entry);
    return entry?.waiter;
  }

  /** Takes everybody. */
  takeAll(): Waiter[] {
    const all = [...this.#waiting];
    for (const entry of all) this.#leave(entry);
    return all.map(({ waiter }) => waiter);
  }

  #leave(entry: Waiting<Waiter>): void {
    this.#waiting.delete(entry);
    this.#deadlines.forget(entry);
  }

  #nextRelief(): NodeJS.Timeout {
    const timer = setTimeout(() => {
      this.#timer = null;
      if (this.#waiting.size === 0) return;
      this.#relieve(this.#waiting.size);
      this.#timer ??= this.#nextRelief();
    }, RELIEVE_MS);
    return timer.unref();
  }
}
