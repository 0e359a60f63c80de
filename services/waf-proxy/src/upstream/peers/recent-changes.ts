/** After this, other nodes have received a purge or are known to be cut off, ms. */
export const PURGE_SETTLES_MS = 30_000;
/** For keys invalidated by a request; nodes notify each other within tenths of a second. */
export const CHANGE_SETTLES_MS = 10_000;
/** Maximum sites and keys (up to 4 kB each); any client can cause changes. */
const MAX_REMEMBERED = 2_000;

/**
 * Recently purged or changed keys: another node may not know yet, and must not return what this one has just forgotten.
 * Bounded; when full, more counts as changed than is.
 */
export class RecentChanges {
  private readonly sites = new Until(PURGE_SETTLES_MS);
  private readonly keys = new Until(CHANGE_SETTLES_MS);
  private allUntil = Number.NEGATIVE_INFINITY;

  purged(siteId: string, now: number): void {
    if (!this.sites.add(siteId, now)) this.purgedEverything(now);
  }

  purgedEverything(now: number): void {
    this.allUntil = now + PURGE_SETTLES_MS;
  }

  /** @param key begins with its site's id and a line break */
  changed(key: string, now: number): void {
    if (!this.keys.add(key, now)) this.purged(key.slice(0, key.indexOf('\n')), now);
  }

  isRecent(siteId: string, key: string, now: number): boolean {
    return this.allUntil > now || this.sites.has(siteId, now) || this.keys.has(key, now);
  }
}

/** Oldest first; entries are re-added at the end. */
class Until {
  private readonly ms: number;
  private readonly moments = new Map<string, number>();

  constructor(ms: number) {
    this.ms = ms;
  }

  /** False: full. */
  add(name: string, now: number): boolean {
    this.moments.delete(name);
    for (const [oldest, until] of this.moments) {
      if (until > now) break;
      this.moments.delete(oldest);
    }
    if (this.moments.size >= MAX_REMEMBERED) return false;
    this.moments.set(name, now + this.ms);
    return true;
  }

  has(name: string, now: number): boolean {
    return (this.moments.get(name) ?? now) > now;
  }
}
