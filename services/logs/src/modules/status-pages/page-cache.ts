export interface CachedPage<Page> {
  page: Page;
  untilMs: number;
}

/** What an entry costs beyond its bytes, such as its address. */
const ENTRY_BYTES = 500;

/**
 * Pages for as long as they are fresh, and in so many bytes at most. All are fresh for as long, so the oldest is the first to go
 * stale: what nobody asks for any more goes with the next page that anybody does ask for.
 */
export class PageCache<Page> {
  private readonly entries = new Map<string, CachedPage<Page> & { bytes: number }>();
  private held = 0;

  constructor(
    private readonly freshMs: number,
    private readonly maxBytes: number,
    private readonly bytesOf: (page: Page) => number,
  ) {}

  get bytes(): number {
    return this.held;
  }

  get(key: string, nowMs: number): CachedPage<Page> | undefined {
    for (const [oldest, { untilMs }] of this.entries) {
      if (nowMs < untilMs) break;
      this.delete(oldest);
    }
    return this.entries.get(key);
  }

  /** @param madeMs when its making began: what changed since then is not in it */
  set(key: string, page: Page, madeMs: number): CachedPage<Page> {
    const entry = { page, untilMs: madeMs + this.freshMs, bytes: this.bytesOf(page) + ENTRY_BYTES };
    this.delete(key);
    this.entries.set(key, entry);
    this.held += entry.bytes;
    for (const oldest of this.entries.keys()) {
      if (this.held <= this.maxBytes) break;
      this.delete(oldest);
    }
    return entry;
  }

  delete(key: string): void {
    this.held -= this.entries.get(key)?.bytes ?? 0;
    this.entries.delete(key);
  }
}
