import { type Holder, networkOf } from '../../io/shares/holder.ts';
import type { DdosLevel } from './ddos-part.ts';

/** Window over which a client's requests to one site are counted. */
export const CLIENT_WINDOW_MS = 10_000;
/**
 * Maximum requests of one client per window and worker, far above human use: an office behind one address opens a few
 * dozen pages of a hundred parts each in ten seconds.
 */
export const CLIENT_CAPS: Readonly<Record<Exclude<DdosLevel, 'none'>, number>> = {
  low: 6_000,
  medium: 3_000,
  high: 1_500,
};
const MAX_CLIENTS = 50_000;

type CountedClient = NonNullable<Holder['client']>;

/** Counts requests per client in consecutive windows; the table is emptied after each. */
export class ClientRates {
  private readonly counts = new Map<string, number>();
  private readonly networks = new Map<string, number>();
  private windowAt = 0;

  /** Whether this request exceeds the maximum of its level. */
  over(siteId: string, client: CountedClient, level: Exclude<DdosLevel, 'none'>, nowMs: number): boolean {
    if (nowMs - this.windowAt >= CLIENT_WINDOW_MS) {
      this.counts.clear();
      this.networks.clear();
      this.windowAt = nowMs;
    }
    const key = `${siteId}|${client.key}`;
    const count = (this.counts.get(key) ?? 0) + 1;
    if (count > 1 || this.counts.size < MAX_CLIENTS) {
      this.counts.set(key, count);
      return count > CLIENT_CAPS[level];
    }
    // The table is full: so many clients are an attack that the site's total load shows. New clients are counted by
    // network.
    const network = `${siteId}|${networkOf(client)}`;
    const together = (this.networks.get(network) ?? 0) + 1;
    if (together > 1 || this.networks.size < MAX_CLIENTS) this.networks.set(network, together);
    return together > CLIENT_CAPS[level];
  }

  /** Seconds until the next window. */
  retryAfter(nowMs: number): number {
    return Math.max(1, Math.ceil((this.windowAt + CLIENT_WINDOW_MS - nowMs) / 1_000));
  }
}
