/** After this, other nodes have received a purge or are known to be cut off, ms. */
export const PURGE_SETTLES_MS = 30_000;
/** For keys invalidated by a request; nodes notify each other within tenths of a second. */
export const CHANGE_SETTLES_MS = 10_000;
/** Maximum sites, and keys of all sites together (up to 4 kB each); any client can cause changes. */
const MAX_REMEMBERED = 2_000;

/**
 * Recently purged or changed keys: another node may not know yet, and must not return what this one has just forgotten.
 * Bounded; when full, the site with the most changed keys counts as purged, which makes room for others.
 */
export class RecentChanges {
  private readonly sites = new Until(PURGE_SETTLES_MS);
  private readonly keys = new Map<string, Until>();
  private keyCount = 0;
  private allUntil = Number.NEGATIVE_INFINITY;

  purged(siteId: string, now: number): void {
    if (!this.sites.has(siteId, now)) this.sites.forgetOver(now);
    if (this.sites.size >= MAX_REMEMBERED && !this.sites.has(siteId, now)) this.purgedEverything(now);
    else this.sites.add(siteId, now);
  }

  purgedEverything(now: number): void {
    this.allUntil = now + PURGE_SETTLES_MS;
  }

  /** @param key begins with its site's id and a line break */
  changed(key: string, now: number): void {
    const siteId = siteOf(key);
    if (this.keyCount >= MAX_REMEMBERED && !this.keys.get(siteId)?.has(key, now)) this.makeRoom(now);
    let ofSite = this.keys.get(siteId);
    if (ofSite === undefined) {
      ofSite = new Until(CHANGE_SETTLES_MS);
      this.keys.set(siteId, ofSite);
    }
    this.keyCount -= ofSite.size;
    ofSite.forgetOver(now);
    ofSite.add(key, now);
    this.keyCount += ofSite.size;
  }

  isRecent(siteId: string, key: string, now: number): boolean {
    if (this.allUntil > now || this.sites.has(siteId, now)) return true;
    return this.keys.get(siteId)?.has(key, now) === true;
  }

  private makeRoom(now: number): void {
    let most = '';
    let mostKeys = 0;
    for (const [siteId, keys] of this.keys) {
      this.keyCount -= keys.forgetOver(now);
      if (keys.size === 0) this.keys.delete(siteId);
      else if (keys.size > mostKeys) {
        most = siteId;
        mostKeys = keys.size;
      }
    }
    if (this.keyCount < MAX_REMEMBERED) return;
    this.keyCount -= mostKeys;
    this.keys.delete(most);
    this.purged(most, now);
  }
}

const siteOf = (key: string): string => key.slice(0, key.indexOf('\n'));

/** Oldest first; entries are re-added at the end. */
class Until {
  private readonly ms: number;
  private readonly moments = new Map<string, number>();

  constructor(ms: number) {
    this.ms = ms;
  }

  get size(): number {
    return this.moments.size;
  }

  add(name: string, now: number): void {
    this.moments.delete(name);
    this.moments.set(name, now + this.ms);
  }

  /** @returns how many are over */
  forgetOver(now: number): number {
    const before = this.moments.size;
    for (const [oldest, until] of this.moments) {
      if (until > now) break;
      this.moments.delete(oldest);
    }
    return before - this.moments.size;
  }

  has(name: string, now: number): boolean {
    return (this.moments.get(name) ?? now) > now;
  }
}
