/** A site's day in both stores together. */
export interface SiteDay {
  siteNo: number;
  /** Its shortest retention class; 0 without records. */
  retentionDays: number;
  /** Number of the day's requests that the service had stored, read before the other counts and after them. */
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
 * Differences after a move. Each request stored meanwhile is one record, and one in the traffic roll-up, which is not
 * moved: so both stores together must have what they had before plus the growth of that roll-up.
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
