import { LRUCache } from 'lru-cache';
import { boundedAnswer } from '../../io/bounded-answer.ts';
import type { Holder } from '../../io/shares/holder.ts';
import { isRange, type LeakedList, type PasswordHash, PREFIX_DIGITS, rangeHas } from './leaked-list.ts';
import { LOOKUP_TIMEOUT_MS, type Lookup, type LookupRoom } from './lookup-room.ts';
import { MAX_RANGE_BYTES } from './range-folder.ts';

/** The public lists change about monthly. */
const CACHE_TTL_MS = 24 * 3_600_000;
/** About four hundred of a million ranges: those of the most frequent passwords. */
const MAX_CACHED_BYTES = 32 * 1_024 * 1_024;
/** Consecutive failures after which a server is not asked for a while. */
const MAX_FAILURES = 5;
const PAUSE_MS = 30_000;

interface Range {
  readonly text: string;
  readonly etag: string;
  readonly freshUntilMs: number;
}

interface RangeServerOptions {
  /** Address of a range without its five digits, such as `https://passwords.example/range/`. */
  readonly url: string;
  readonly lookups: LookupRoom;
  readonly onFault: (error: unknown) => void;
  /** For tests. */
  readonly now?: () => number;
  readonly timeoutMs?: number;
}

/** A server with the public ranges, or a mirror: it learns five digits of a hash, but not whose. */
export class RangeServer implements LeakedList {
  private readonly options: RangeServerOptions;
  private readonly now: () => number;
  private readonly cache = new LRUCache<string, Range>({
    maxSize: MAX_CACHED_BYTES,
    sizeCalculation: ({ text }) => text.length + 1,
  });
  private readonly open = new Map<string, Promise<Lookup<Range>>>();
  private failures = 0;
  private pausedUntilMs = 0;

  constructor(options: RangeServerOptions) {
    this.options = options;
    this.now = options.now ?? Date.now;
  }

  async has(hash: PasswordHash, holder: Holder): Promise<Lookup<boolean>> {
    const prefix = hash.slice(0, PREFIX_DIGITS);
    const cached = this.cache.get(prefix);
    const isFresh = cached !== undefined && this.now() < cached.freshUntilMs;
    const asked = isFresh ? cached : await this.ask(prefix, cached, holder);
    const range = asked === null || asked === 'busy' ? cached : asked;
    if (range !== undefined) return rangeHas(range.text, hash.slice(PREFIX_DIGITS));
    return asked === 'busy' ? 'busy' : null;
  }

  /** One request for all that need the same range. Null: no answer now. */
  private ask(prefix: string, cached: Range | undefined, holder: Holder): Promise<Lookup<Range>> {
    const asked = this.open.get(prefix);
    if (asked !== undefined) return asked;
    if (this.now() < this.pausedUntilMs) return Promise.resolve(null);
    let isRefused = true;
    const asking = this.options.lookups
      .ask(holder, () => {
        isRefused = false;
        return this.fetch(prefix, cached).then(
          (range) => {
            this.failures = 0;
            this.cache.set(prefix, range);
            return range;
          },
          (error: unknown) => this.failed(error),
        );
      })
      .finally(() => this.open.delete(prefix));
    // Others must not share a request that was refused for its client's own limit.
    if (!isRefused) this.open.set(prefix, asking);
    return asking;
  }

  private failed(error: unknown): null {
    this.failures++;
    if (this.failures >= MAX_FAILURES) this.pausedUntilMs = this.now() + PAUSE_MS;
    this.options.onFault(error);
    return null;
  }

  private async fetch(prefix: string, cached: Range | undefined): Promise<Range> {
    const headers: Record<string, string> = { 'user-agent': 'Palisade', 'add-padding': 'true' };
    if (cached !== undefined && cached.etag !== '') headers['if-none-match'] = cached.etag;
    const response = await fetch(`${this.options.url}${prefix}`, {
      headers,
      redirect: 'error',
      signal: AbortSignal.timeout(this.options.timeoutMs ?? LOOKUP_TIMEOUT_MS),
    });
    const freshUntilMs = this.now() + CACHE_TTL_MS;
    if (response.status === 304 && cached !== undefined) {
      await response.body?.cancel();
      return { ...cached, freshUntilMs };
    }
    if (response.status !== 200) {
      await response.body?.cancel();
      throw new Error(`the list of leaked passwords answered ${response.status}`);
    }
    const bytes = await boundedAnswer(response, MAX_RANGE_BYTES);
    if (bytes === null) throw new Error('the list of leaked passwords answered too much');
    const text = bytes.toString('latin1').toUpperCase();
    if (!isRange(text)) throw new Error('the list of leaked passwords answered no range');
    return { text, etag: response.headers.get('etag') ?? '', freshUntilMs };
  }
}
