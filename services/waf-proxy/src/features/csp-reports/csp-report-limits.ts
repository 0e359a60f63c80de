import { HOUR_MS } from '@palisade/basics';
import { LRUCache } from 'lru-cache';
import { HourlyCounts } from '../../io/hourly-counts.ts';
import { type Holder, networkOf } from '../../io/shares/holder.ts';
import type { CspReport } from './parse-csp-report.ts';

/**
 * Reports read per client and hour. A page with many violations sends each; an extension in a browser causes the same
 * ones on every page.
 */
const MAX_READ_PER_CLIENT = 60;
/** Distinct reports and new pages counted per client, so that one client cannot use up the site's limits. */
const MAX_TAKEN_PER_CLIENT = 20;
const MAX_NEW_PAGES_PER_CLIENT = 5;
/** A network (/24, /48) may use up the limits of this many clients. One IPv6 network has 65,536 of them. */
const CLIENTS_OF_NETWORK = 4;
/** Reports counted per site and worker; a violation that many visitors see is known long before. */
const MAX_TAKEN_PER_SITE = 2_000;
/**
 * Maximum number of pages per site and hour, each with its blocked resource; further reports are counted without a
 * page.
 */
const MAX_PAGES_PER_SITE = 200;
const MAX_REMEMBERED = 50_000;
const ANY_PAGE = '*';

type Client = NonNullable<Holder['client']>;
type Taken =
  | { readonly taken: true; readonly text: string; readonly isFull: false }
  | { readonly taken: false; readonly isFull: boolean };

/** Limits the CSP reports that a worker reads and counts per hour. */
export class CspReportLimits {
  private readonly counts: HourlyCounts;
  private readonly known: LRUCache<string, true>;

  /** @param now for tests */
  constructor(now: () => number = () => performance.now()) {
    this.counts = new HourlyCounts(MAX_REMEMBERED, now);
    this.known = new LRUCache({ max: MAX_REMEMBERED, ttl: HOUR_MS, perf: { now }, ttlResolution: 0 });
  }

  /** To be called before a report is read. */
  mayRead(siteId: string, { key }: Client): boolean {
    return this.counts.add(`${siteId}|${key}`) <= MAX_READ_PER_CLIENT;
  }

  /** Whether and how a report is counted: once per client, and with a limit per site. */
  takes(siteId: string, client: Client, { directive, blocked, page }: CspReport): Taken {
    const named = this.pageOf(siteId, client, `${directive} ${blocked} ${page}`, page);
    const text = `${directive} ${blocked} ${named}`;
    const key = `${siteId}|${client.key}|${text}`;
    if (this.known.has(key)) return { taken: false, isFull: false };
    if (!this.isWithinShares(siteId, client, 'taken', MAX_TAKEN_PER_CLIENT))
      return { taken: false, isFull: false };
    if (this.counts.add(siteId) > MAX_TAKEN_PER_SITE) return { taken: false, isFull: true };
    this.known.set(key, true);
    return { taken: true, text, isFull: false };
  }

  /** Invented pages do not displace those already known. */
  private pageOf(siteId: string, client: Client, text: string, page: string): string {
    const key = `${siteId}||${text}`;
    if (this.known.has(key)) return page;
    if (!this.isWithinShares(siteId, client, 'pages', MAX_NEW_PAGES_PER_CLIENT)) return ANY_PAGE;
    if (this.counts.add(`${siteId}||`) > MAX_PAGES_PER_SITE) return ANY_PAGE;
    this.known.set(key, true);
    return page;
  }

  /** Counts one more for a client and, unless that has had its own, for its network. */
  private isWithinShares(siteId: string, client: Client, what: string, max: number): boolean {
    if (this.counts.add(`${siteId}|${client.key}|${what}`) > max) return false;
    return this.counts.add(`${siteId}|network ${networkOf(client)}|${what}`) <= max * CLIENTS_OF_NETWORK;
  }
}
