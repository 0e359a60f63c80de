import { LRUCache } from 'lru-cache';

const HOUR_SECONDS = 3_600;
const PER_CLIENT = 3;
/** Of a site, at one worker: a crowd that is refused for one reason has said so long before. */
const PER_SITE = 60;
const REMEMBERED = 20_000;

/** Claims a key for whoever asks first, on all workers and nodes. */
export type ClaimFirst = (key: string, seconds: number) => Promise<boolean>;

/** How much may be reported: once per refusal, a few times an hour per client, and not without end per site. */
export class ReportBudget {
  private readonly claim: ClaimFirst;
  private readonly counts = new LRUCache<string, number>({ max: REMEMBERED, ttl: HOUR_SECONDS * 1_000 });

  constructor(claim: ClaimFirst) {
    this.claim = claim;
  }

  async takes(siteId: string, client: string, requestId: string): Promise<boolean> {
    // What this worker has seen is asked first: whoever repeats a report costs no question to others.
    if (this.count(`${siteId}|${client}`) > PER_CLIENT || this.count(siteId) > PER_SITE) return false;
    if (!(await this.claim(`report:${requestId}`, 24 * HOUR_SECONDS))) return false;
    for (let place = 1; place <= PER_CLIENT; place++)
      if (await this.claim(`report:${siteId}:${client}:${place}`, HOUR_SECONDS)) return true;
    return false;
  }

  /** One more; the hour in which they are counted begins with the first. */
  private count(key: string): number {
    const now = (this.counts.get(key) ?? 0) + 1;
    this.counts.set(key, now, { noUpdateTTL: true });
    return now;
  }
}
