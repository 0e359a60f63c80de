import { bucketOf, byFacet, FACET, type FacetCount, OTHER } from './roll-ups.rules.ts';

export interface FacetRows {
  query(text: string, values: unknown[]): Promise<{ rows: StoredValue[] }>;
}

interface StoredValue {
  siteNo: number;
  kind: number;
  hourMs: number;
  value: string;
}

/** So many different paths, addresses, agents and the like are told apart per site and hour: attackers can invent any number. */
const MAX_VALUES_PER_HOUR = 500;
/** Of all sites and hours; bounds the memory that inventions can take to about 100 MB. */
const MAX_REMEMBERED = 1_000_000;
const OPEN_ENDED: ReadonlySet<number> = new Set([
  FACET.path,
  FACET.address,
  FACET.method,
  FACET.cache,
  FACET.network,
  FACET.rule,
  FACET.agent,
  FACET.bot,
]);

const STORED = `SELECT f.site_no AS "siteNo", f.kind, (extract(epoch FROM f.hour) * 1000)::float8 AS "hourMs", f.value
  FROM unnest($1::int[], $2::smallint[], $3::timestamptz[]) AS b (site_no, kind, hour)
  JOIN facet_hours f USING (site_no, kind, hour) WHERE f.value <> $4`;

/**
 * Decides which values of open-ended facets have a counter of their own. What a process has forgotten, or what was
 * counted before it started, it looks up in the table: forgetting must not let a site have as many again.
 */
export class FacetAdmission {
  /** Values by site, kind and hour; those used last come last. */
  private readonly admitted = new Map<number, Set<string>>();
  private remembered = 0;
  private readonly maxValues: number;
  private readonly maxRemembered: number;

  constructor(maxValues = MAX_VALUES_PER_HOUR, maxRemembered = MAX_REMEMBERED) {
    this.maxValues = maxValues;
    this.maxRemembered = maxRemembered;
  }

  /** The same counts, sorted, those of values beyond the bound put together. */
  async admit(table: FacetRows, facets: readonly FacetCount[]): Promise<FacetCount[]> {
    const open = facets.filter(({ kind }) => OPEN_ENDED.has(kind));
    const found = await this.lookUp(table, open);
    // From here on nobody else has a turn: what is remembered and how much of it go together.
    const buckets = new Map(
      [...found].map(([bucket, values]) => [bucket, this.remember(bucket, values)] as const),
    );
    const others = new Map<number, FacetCount>();
    const counted = facets.filter((facet) => {
      if (!OPEN_ENDED.has(facet.kind)) return true;
      const bucket = bucketOf(facet.siteNo, facet.kind, facet.hourMs);
      if (this.has(buckets.get(bucket)!, facet.value)) return true;
      const other = others.get(bucket) ?? {
        ...facet,
        value: OTHER,
        requests: 0,
        blocked: 0,
        responseBytes: 0,
      };
      other.requests += facet.requests;
      other.blocked += facet.blocked;
      other.responseBytes += facet.responseBytes;
      others.set(bucket, other);
      return false;
    });
    this.forget();
    return [...counted, ...others.values()].sort(byFacet);
  }

  private has(values: Set<string>, value: string): boolean {
    if (values.has(value)) return true;
    if (value === OTHER || values.size >= this.maxValues) return false;
    values.add(value);
    this.remembered++;
    return true;
  }

  /** The values of each bucket so far. */
  private async lookUp(table: FacetRows, facets: readonly FacetCount[]): Promise<Map<number, Set<string>>> {
    const found = new Map<number, Set<string>>();
    const unknown = new Map<number, FacetCount>();
    for (const facet of facets) {
      const bucket = bucketOf(facet.siteNo, facet.kind, facet.hourMs);
      const values = this.admitted.get(bucket);
      if (values) found.set(bucket, values);
      else unknown.set(bucket, facet);
    }
    if (unknown.size === 0) return found;
    const stored = await this.stored(table, [...unknown.values()]);
    for (const bucket of unknown.keys()) found.set(bucket, stored.get(bucket) ?? new Set());
    return found;
  }

  /** As used last. Of two transactions that looked the same up, one has brought it here before the other. */
  private remember(bucket: number, found: Set<string>): Set<string> {
    const values = this.admitted.get(bucket) ?? found;
    if (!this.admitted.delete(bucket)) this.remembered += values.size;
    this.admitted.set(bucket, values);
    return values;
  }

  private async stored(table: FacetRows, facets: readonly FacetCount[]): Promise<Map<number, Set<string>>> {
    const { rows } = await table.query(STORED, [
      facets.map(({ siteNo }) => siteNo),
      facets.map(({ kind }) => kind),
      facets.map(({ hourMs }) => new Date(hourMs).toISOString()),
      OTHER,
    ]);
    const found = Map.groupBy(rows, ({ siteNo, kind, hourMs }) => bucketOf(siteNo, kind, hourMs));
    return new Map([...found].map(([bucket, values]) => [bucket, new Set(values.map(({ value }) => value))]));
  }

  private forget(): void {
    for (const [bucket, values] of this.admitted) {
      if (this.remembered <= this.maxRemembered) return;
      this.admitted.delete(bucket);
      this.remembered -= values.size;
    }
  }
}
