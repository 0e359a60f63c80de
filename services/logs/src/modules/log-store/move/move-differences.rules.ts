/** What both stores together have of a site's day. */
export interface SiteDay {
  siteNo: number;
  /** The shortest of its records; 0 where there are none. */
  retentionDays: number;
  /** How many requests of the day the service had stored by then, looked up before the rest and after it. */
  trafficBefore: bigint;
  trafficAfter: bigint;
  records: bigint;
  /** By the facet that counts each request once. */
  counted: bigint;
  facetRequests: bigint;
  facetBytes: bigint;
}

export interface Difference {
  siteNo: number;
  what: 'records' | 'counted' | 'facetRequests' | 'facetBytes';
  expected: bigint;
  found: bigint;
}

/**
 * What is missing or too much after a move. Each request that was stored meanwhile is one record, and one in the roll-up of
 * traffic, which is not moved: so the stores together have what they had and what that roll-up has grown by.
 */
export function differencesOf(before: SiteDay, after: SiteDay): Difference[] {
  const { siteNo } = before;
  const fewest = after.trafficBefore - before.trafficAfter;
  const most = after.trafficAfter - before.trafficBefore;
  const differences: Difference[] = [];
  for (const what of ['records', 'counted'] as const) {
    const grown = after[what] - before[what];
    if (grown < fewest || grown > most)
      differences.push({ siteNo, what, expected: before[what] + fewest, found: after[what] });
  }
  for (const what of ['facetRequests', 'facetBytes'] as const) {
    const isStill = fewest === 0n && most === 0n;
    if (isStill ? after[what] !== before[what] : after[what] < before[what])
      differences.push({ siteNo, what, expected: before[what], found: after[what] });
  }
  return differences;
}
