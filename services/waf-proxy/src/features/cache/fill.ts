import type { StoredResponse } from './stored-response.ts';

/** Maximum requests that wait for one fetch; further ones ask the origin themselves. */
const MAX_WAITERS = 1_000;

/** `entry`: serve it, whatever its age. Null: look in the cache again. `late`: waiting took too long. */
type Waiter = (outcome: StoredResponse | null | 'late') => void;

/** Registers running fetches and keeps their results. */
export interface FillStore {
  beginFill(fill: Fill): void;
  endFill(fill: Fill): void;
  put(entry: StoredResponse): void;
}

/**
 * A fetch from the origin that several requests can wait for.
 *
 *   asked ─▶ head checked: storable, length known ──▶ waiters are served while it arrives
 *                          storable, length unknown ─▶ waiters are served when it is complete
 *                          not storable, failed ─────▶ waiters look again
 */
export class Fill {
  readonly siteId: string;
  readonly key: string;
  readonly path: string;
  /** The variant by the headers known before the response; a new Vary may separate the waiters. */
  readonly variant: string;
  private readonly store: FillStore;
  private readonly storedWaiters = new Set<Waiter>();
  private entry: StoredResponse | null = null;
  private joinable = false;
  private discarded = false;
  private over = false;

  constructor(store: FillStore, place: { siteId: string; key: string; path: string; variant: string }) {
    this.siteId = place.siteId;
    this.key = place.key;
    this.path = place.path;
    this.variant = place.variant;
    this.store = store;
    store.beginFill(this);
  }

  /** Null until the response's head is known. */
  get tags(): readonly string[] | null {
    return this.entry?.tags ?? null;
  }

  get waiters(): number {
    return this.storedWaiters.size;
  }

  /** Calls back once, after `limitMs` at the latest. False: too many requests wait. */
  wait(limitMs: number, then: Waiter): (() => void) | false {
    if (this.storedWaiters.size >= MAX_WAITERS) return false;
    const timer = setTimeout(() => {
      this.storedWaiters.delete(waiter);
      then('late');
    }, limitMs);
    const waiter: Waiter = (outcome) => {
      clearTimeout(timer);
      then(outcome);
    };
    if (this.joinable) {
      const entry = this.entry;
      clearTimeout(timer);
      queueMicrotask(() => then(entry));
      return () => undefined;
    }
    this.storedWaiters.add(waiter);
    return () => {
      clearTimeout(timer);
      this.storedWaiters.delete(waiter);
    };
  }

  /** The response is storable and starts to arrive in `entry`. */
  begin(entry: StoredResponse): void {
    this.entry = entry;
    if (this.discarded) entry.gone = true;
    if (entry.declaredLength === null || this.over) return;
    this.joinable = true;
    this.release(entry);
  }

  /** The response is complete; it is in the store from here on, unless a purge came in between. */
  complete(): void {
    if (this.over) return;
    const entry = this.entry!;
    this.end();
    entry.declaredLength = entry.body.length;
    this.store.put(entry);
    this.release(entry);
  }

  /** The stored response was confirmed by the origin. */
  confirmed(entry: StoredResponse): void {
    if (this.over) return;
    this.end();
    this.release(entry);
  }

  /** There is no result to share. */
  fail(): void {
    if (this.over) return;
    this.end();
    this.release(null);
  }

  /** Purged while it arrived: its current clients get it, nobody else, and it is not stored. */
  discard(): void {
    this.discarded = true;
    if (this.entry !== null) this.entry.gone = true;
    this.store.endFill(this);
  }

  private end(): void {
    this.over = true;
    this.joinable = false;
    this.store.endFill(this);
  }

  private release(entry: StoredResponse | null): void {
    const waiting = [...this.storedWaiters];
    this.storedWaiters.clear();
    for (const waiter of waiting) waiter(entry);
  }
}
