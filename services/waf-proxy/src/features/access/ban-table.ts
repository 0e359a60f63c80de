import { BAN_LIMITS, type ShareOfSites } from '@palisade/edge-state';
import { ClientsOfSites } from './clients-of-sites.ts';

/**
 * The bans that a worker knows. Requests look in memory only; the supervisor passes on bans of other workers and nodes.
 * Bounded: a site with too many loses those of its own that were not looked up for longest.
 */
export class BanTable {
  private readonly table: ClientsOfSites<{ untilMs: number }>;
  private readonly announce: (siteId: string, address: string, untilMs: number, reason: string) => void;

  /** @param announce tells other workers and nodes about a ban made here */
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

  /** End of the ban, ms since the epoch; 0: not banned. */
  bannedUntil(siteId: string, address: string, nowMs: number): number {
    if (this.table.size === 0) return 0;
    const ban = this.table.get(siteId, address);
    if (ban === undefined || ban.untilMs <= nowMs) return 0;
    // Keeps bans that are in use from being dropped.
    this.table.set(siteId, address, ban, nowMs);
    return ban.untilMs;
  }

  /**
   * @param address or the key of a limit, which is never a valid address
   * @param reason stable code, shown to the owner
   */
  ban(siteId: string, address: string, nowMs: number, reason: string, lastsMs: number): number {
    const untilMs = nowMs + lastsMs;
    this.table.set(siteId, address, { untilMs }, nowMs);
    this.announce(siteId, address, untilMs, reason);
    return untilMs;
  }

  /** A ban from another worker or node; `untilMs` 0 lifts it. */
  learn(siteId: string, address: string, untilMs: number, nowMs: number): void {
    if (untilMs === 0) {
      this.table.delete(siteId, address);
      return;
    }
    const known = this.table.get(siteId, address)?.untilMs ?? 0;
    this.table.set(siteId, address, { untilMs: Math.max(untilMs, known) }, nowMs);
  }
}
