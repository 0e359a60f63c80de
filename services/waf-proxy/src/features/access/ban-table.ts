import { LRUCache } from 'lru-cache';

const MAX_BANS = 200_000;

/**
 * Bans as a worker knows them. The hot path asks memory only; the supervisor tells what other workers and nodes
 * decided. Bounded: with more bans than fit, the ones not asked for longest are forgotten.
 */
export class BanTable {
  private readonly until = new LRUCache<string, number>({ max: MAX_BANS });
  private readonly announce: (siteId: string, address: string, untilMs: number, reason: string) => void;

  /** @param announce tells the rest of the house about a ban that this worker made. */
  constructor(announce: (siteId: string, address: string, untilMs: number, reason: string) => void) {
    this.announce = announce;
  }

  get size(): number {
    return this.until.size;
  }

  /** When the ban ends, in ms since the epoch; 0 if there is none. */
  bannedUntil(siteId: string, address: string, nowMs: number): number {
    if (this.until.size === 0) return 0;
    const until = this.until.get(`${siteId}|${address}`);
    return until !== undefined && until > nowMs ? until : 0;
  }

  /**
   * @param address or the key of a limit, which nobody has as an address
   * @param reason stable code, shown to the owner
   */
  ban(siteId: string, address: string, nowMs: number, reason: string, lastsMs: number): number {
    const until = nowMs + lastsMs;
    this.until.set(`${siteId}|${address}`, until);
    this.announce(siteId, address, until, reason);
    return until;
  }

  /** What others decided; `untilMs` 0 lifts. */
  learn(siteId: string, address: string, untilMs: number): void {
    const key = `${siteId}|${address}`;
    if (untilMs === 0) this.until.delete(key);
    else this.until.set(key, Math.max(untilMs, this.until.get(key) ?? 0));
  }
}
