import { HOUR_MS } from '@palisade/basics';
import { LRUCache } from 'lru-cache';
import { HourlyCounts } from '../../io/hourly-counts.ts';
import type { CspReport } from './parse-csp-report.ts';

/** A page with many faults sends each of them; a browser with an extension of its own, all of the same on each page. */
const MAX_READ_PER_CLIENT = 60;
/** Different ones, and pages that nobody has named before: one client fills up neither of those of the site. */
const MAX_TAKEN_PER_CLIENT = 20;
const MAX_NEW_PAGES_PER_CLIENT = 5;
/** Of a site, at one worker: what many visitors see is known long before. */
const MAX_TAKEN_PER_SITE = 2_000;
/** Pages of a site that reports of an hour name, each with what it was refused; reports of further pages name none. */
const MAX_PAGES_PER_SITE = 200;
const MAX_REMEMBERED = 50_000;
const ANY_PAGE = '*';

type Taken =
  | { readonly taken: true; readonly text: string; readonly isFull: false }
  | { readonly taken: false; readonly isFull: boolean };

/** How many reports are read and taken within an hour, at this worker. */
export class CspReportLimits {
  private readonly counts: HourlyCounts;
  private readonly known: LRUCache<string, true>;

  /** @param now for tests */
  constructor(now: () => number = () => performance.now()) {
    this.counts = new HourlyCounts(MAX_REMEMBERED, now);
    this.known = new LRUCache({ max: MAX_REMEMBERED, ttl: HOUR_MS, perf: { now }, ttlResolution: 0 });
  }

  /** Asked before anything of a report is read. */
  mayRead(siteId: string, client: string): boolean {
    return this.counts.add(`${siteId}|${client}`) <= MAX_READ_PER_CLIENT;
  }

  /** Whether it is told, and how: once for each client, and not without end for a site. */
  takes(siteId: string, client: string, { directive, blocked, page }: CspReport): Taken {
    const named = this.pageOf(siteId, client, `${directive} ${blocked} ${page}`, page);
    const text = `${directive} ${blocked} ${named}`;
    const key = `${siteId}|${client}|${text}`;
    if (this.known.has(key)) return { taken: false, isFull: false };
    if (this.counts.add(`${siteId}|${client}|taken`) > MAX_TAKEN_PER_CLIENT)
      return { taken: false, isFull: false };
    if (this.counts.add(siteId) > MAX_TAKEN_PER_SITE) return { taken: false, isFull: true };
    this.known.set(key, true);
    return { taken: true, text, isFull: false };
  }

  /** Whoever makes up pages does not push out those that there are. */
  private pageOf(siteId: string, client: string, text: string, page: string): string {
    const key = `${siteId}||${text}`;
    if (this.known.has(key)) return page;
    if (this.counts.add(`${siteId}|${client}|pages`) > MAX_NEW_PAGES_PER_CLIENT) return ANY_PAGE;
    if (this.counts.add(`${siteId}||`) > MAX_PAGES_PER_SITE) return ANY_PAGE;
    this.known.set(key, true);
    return page;
  }
}
