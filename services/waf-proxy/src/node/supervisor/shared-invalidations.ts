import { CacheInvalidationLog, MAX_INVALIDATION_CHARACTERS } from '@palisade/edge-state';
import type { Redis } from 'ioredis';
import { log, messageWithCause } from '../../io/log.ts';

/** Maximum delay before keys are sent to the other nodes. */
const WAIT_MS = 50;
const WINDOW_MS = 1_000;
/** Maximum keys per second of one site, and of all sites together. */
const KEYS_OF_A_SITE = 100;
const KEYS_IN_ALL = 2_000;
/** Keys begin with the site's id, which ends here. */
const SITE_ENDS = '\n';

/**
 * Tells the other nodes what requests have changed through this one. Anybody can send requests that change something, so
 * there is a bound for each site: beyond it the other nodes serve what they have until it is stale.
 */
export class SharedInvalidations {
  private readonly nodeId: string;
  private readonly redis: Redis | null;
  private readonly log: CacheInvalidationLog | null;
  private pending: string[] = [];
  private pendingCharacters = 0;
  private timer: NodeJS.Timeout | null = null;
  private windowUntil = 0;
  private readonly sharedOfSite = new Map<string, number>();
  private sharedInAll = 0;
  /** Number of keys that were not sent to the other nodes. */
  unshared = 0;

  constructor(nodeId: string, redis: Redis | null) {
    this.nodeId = nodeId;
    this.redis = redis;
    this.log = redis === null ? null : new CacheInvalidationLog(redis);
  }

  share(keys: readonly string[]): void {
    for (const key of keys) {
      if (this.redis?.status === 'ready' && this.mayTell(key)) this.add(key);
      else this.unshared++;
    }
  }

  stop(): void {
    if (this.timer !== null) clearTimeout(this.timer);
    this.flush();
  }

  private mayTell(key: string): boolean {
    const now = performance.now();
    if (now >= this.windowUntil) {
      this.windowUntil = now + WINDOW_MS;
      this.sharedOfSite.clear();
      this.sharedInAll = 0;
    }
    const siteId = key.slice(0, key.indexOf(SITE_ENDS));
    const sharedOfSite = this.sharedOfSite.get(siteId) ?? 0;
    if (sharedOfSite >= KEYS_OF_A_SITE || this.sharedInAll >= KEYS_IN_ALL) return false;
    if (key.length > MAX_INVALIDATION_CHARACTERS) return false;
    this.sharedOfSite.set(siteId, sharedOfSite + 1);
    this.sharedInAll++;
    return true;
  }

  private add(key: string): void {
    if (this.pendingCharacters + key.length > MAX_INVALIDATION_CHARACTERS) this.flush();
    this.pending.push(key);
    this.pendingCharacters += key.length;
    this.timer ??= setTimeout(() => this.flush(), WAIT_MS);
  }

  private flush(): void {
    if (this.timer !== null) clearTimeout(this.timer);
    this.timer = null;
    const keys = this.pending;
    if (keys.length === 0) return;
    this.pending = [];
    this.pendingCharacters = 0;
    this.log?.announce({ node: this.nodeId, keys }).catch((error: unknown) => {
      this.unshared += keys.length;
      log(
        'warn',
        'sharing a cache invalidation failed; other nodes serve stale responses until they expire',
        { error: messageWithCause(error) },
      );
    });
  }
}
