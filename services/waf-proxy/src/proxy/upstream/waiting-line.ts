import type { Holder } from '../../limits/holder.ts';
import type { Deadline, Deadlines } from './deadlines.ts';
import { OriginError } from './origin-error.ts';

const MAX_WAITING_PER_ORIGIN = 1_024;
const PATIENCE_MS = 10_000;
/** So many clients are compared for who is next; of more, those that have waited longest. */
const COMPARED_CLIENTS = 128;
/** While requests wait, room is made for them so often. */
const RELIEVE_MS = 100;

export interface FailureListener {
  /** Whose request it is. */
  readonly holder: Holder;
  onFailure(error: OriginError): void;
}

interface Waiting<Waiter> extends Deadline {
  waiter: Waiter;
}

/**
 * Requests that wait for a place at one origin, bounded in number and time. When the line is full, the last request of
 * the client who has most in it gives way.
 */
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
    if (this.#waiting.size >= MAX_WAITING_PER_ORIGIN && !this.#makeRoom(waiter)) {
      waiter.onFailure(tooMany());
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

  /**
   * Takes who has the least claim against him, and among equals who has waited longest.
   *
   * @param claim Infinity: not now.
   */
  shift(claim: (waiter: Waiter) => number = () => 0): Waiter | undefined {
    let best: Waiting<Waiter> | undefined;
    let least = Number.POSITIVE_INFINITY;
    const compared = new Set<string>();
    for (const entry of this.#waiting) {
      const client = clientOf(entry.waiter);
      if (compared.has(client)) continue;
      if (compared.size >= COMPARED_CLIENTS) break;
      compared.add(client);
      const found = claim(entry.waiter);
      if (found >= least) continue;
      best = entry;
      least = found;
      if (least === 0) break;
    }
    if (best !== undefined) this.#leave(best);
    return best?.waiter;
  }

  /** Takes everybody. */
  takeAll(): Waiter[] {
    const all = [...this.#waiting];
    for (const entry of all) this.#leave(entry);
    return all.map(({ waiter }) => waiter);
  }

  /** False: nobody has more waiting than the newcomer's client would have. */
  #makeRoom(newcomer: Waiter): boolean {
    const lines = new Map<string, { count: number; last: Waiting<Waiter> }>();
    let longest: { count: number; last: Waiting<Waiter> } | undefined;
    for (const entry of this.#waiting) {
      const client = clientOf(entry.waiter);
      const line = lines.get(client) ?? { count: 0, last: entry };
      line.count += 1;
      line.last = entry;
      lines.set(client, line);
      if (longest === undefined || line.count > longest.count) longest = line;
    }
    const own = lines.get(clientOf(newcomer))?.count ?? 0;
    if (longest === undefined || longest.count <= own + 1) return false;
    this.#leave(longest.last);
    longest.last.waiter.onFailure(tooMany());
    return true;
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

const clientOf = ({ holder }: FailureListener) => holder.client?.key ?? '';

function tooMany(): OriginError {
  return new OriginError('no_connection_free', 'too many requests wait for this origin');
}
