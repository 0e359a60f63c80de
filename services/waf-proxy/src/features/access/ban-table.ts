import { BAN_LIMITS, type ShareOfSites } from '@palisade/edge-state';
import { ClientsOfSites } from './clients-of-sites.ts';

/**
 * Bans as a worker knows them. The hot path asks memory only; the supervisor tells what other workers and nodes
 * decided. Bounded: where a site has more than fit, those of its own that were not asked for longest are forgotten.
 */
export class BanTable {
  private readonly table: ClientsOfSites<{ untilMs: number }>;
  private readonly announce: (siteId: string, address: string, untilMs: number, reason: string) => void;

  /** @param announce tells the rest of the house about a ban that this worker made. */
  constructor(
    announce: (siteId: string, address: string, untilMs: number, reason: string) => void,
    limits: ShareOfSites = BAN_LIMITS,
  ) {
    this.announce = announce;
    this.table = new ClientsOfSites(limits);
  }

  get size(): number {
    return this.table.size;
  }

  /** When the ban ends, in ms since the epoch; 0 if there is none. */
  bannedUntil(siteId: string, address: string, nowMs: number): number {
    if (this.table.size === 0) return 0;
    const ban = this.table.get(siteId, address);
    if (ban === undefined || ban.untilMs <= nowMs) return 0;
    // Who is at it is remembered.
    this.table.set(siteId, address, ban, nowMs);
    return ban.untilMs;
  }

  /**
   * @param address or the key of a limit, which nobody has as an address
   * @param reason stable code, shown to the owner
   */
  ban(siteId: string, address: string, nowMs: number, reason: string, lastsMs: number): number {
    const untilMs = nowMs + lastsMs;
    this.table.set(siteId, address, { untilMs }, nowMs);
    this.announce(siteId, address, untilMs, reason);
    return untilMs;
  }

  /** What others decided; `untilMs` 0 lifts. */
  learn(siteId: string, address: string, untilMs: number, nowMs: number): void {
    if (untilMs === 0) {
      this.table.delete(siteId, address);
      return;
    }
    const known = this.table.get(siteId, address)?.untilMs ?? 0;
    this.table.set(siteId, address, { untilMs: Math.max(untilMs, known) }, nowMs);
  }
}
