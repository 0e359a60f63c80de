import { HourlyCounts } from '../../io/hourly-counts.ts';

const HOUR_SECONDS = 3_600;
const PER_CLIENT = 3;
/** Maximum reports per site and worker: a crowd that is refused for one reason has said so long before. */
const PER_SITE = 60;
const REMEMBERED = 20_000;

/** Claims a key for the first that asks, across all workers and nodes. */
export type ClaimFirst = (key: string, seconds: number) => Promise<boolean>;

/** Limits reports: one per refusal, a few per hour and client, and a maximum per site. */
export class VisitorReportLimits {
  private readonly claim: ClaimFirst;
  private readonly counts = new HourlyCounts(REMEMBERED);

  constructor(claim: ClaimFirst) {
    this.claim = claim;
  }

  async takes(siteId: string, client: string, requestId: string): Promise<boolean> {
    // Local counts first, so that repeated reports cost no request to Redis.
    if (this.counts.add(`${siteId}|${client}`) > PER_CLIENT || this.counts.add(siteId) > PER_SITE)
      return false;
    if (!(await this.claim(`report:${requestId}`, 24 * HOUR_SECONDS))) return false;
    for (let place = 1; place <= PER_CLIENT; place++)
      if (await this.claim(`report:${siteId}:${client}:${place}`, HOUR_SECONDS)) return true;
    return false;
  }
}
