import type { StoredResponse } from './stored-response.ts';

/** Requests that wait for one fetch at the most; whoever comes beyond asks the origin himself. */
const MAX_WAITERS = 1_000;

/** `entry`: be served from it, whatever its age. Null: look again. `late`: it takes longer than anybody should wait. */
type Waiter = (outcome: StoredResponse | null | 'late') => void;

/** Where fetches are known as long as they are under way, and what they bring is kept. */
export interface FillStore {
  beginFill(fill: Fill): void;
  endFill(fill: Fill): void;
  put(entry: StoredResponse): void;
}

/**
 * One fetch from the origin that others may wait for.
 *
 *   asked ─▶ head judged: storable, length known ──▶ waiters read along
 *                         storable, length unknown ─▶ waiters read when it is complete
 *                         not storable, failed ─────▶ waiters look again
 */
export class Fill {
  readonly siteId: string;
  readonly key: string;
  readonly path: string;
  /** By what was known before the response: a new Vary may tell the waiters apart. */
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

  /** Null while the response's head is not known. */
  get tags(): readonly string[] | null {
    return this.entry?.tags ?? null;
  }

  get waiters(): number {
    return this.storedWaiters.size;
  }

  /** Calls back once, at the latest after `limitMs`. False: too many wait already. */
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

  /** The response can be stored and begins to arrive in `entry`. */
  begin(entry: StoredResponse): void {
    this.entry = entry;
    if (this.discarded) entry.gone = true;
    if (entry.declaredLength === null || this.over) return;
    this.joinable = true;
    this.release(entry);
  }

  /** The response is complete: from here on it stands in the store, unless a purge came in between. */
  complete(): void {
    if (this.over) return;
    const entry = this.entry!;
    this.end();
    entry.declaredLength = entry.body.length;
    this.store.put(entry);
    this.release(entry);
  }

  /** The stored response that this fetch was to confirm has been confirmed. */
  confirmed(entry: StoredResponse): void {
    if (this.over) return;
    this.end();
    this.release(entry);
  }

  /** Nothing to share came of it. */
  fail(): void {
    if (this.over) return;
    this.end();
    this.release(null);
  }

  /** Purged while it was on its way: its clients get it, nobody after them, and it is not stored. */
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
