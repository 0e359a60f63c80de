import { bucketOf, byFacet, FACET, type FacetCount, OTHER } from '../records/roll-ups.rules.ts';

/** A value that has a counter. */
export type StoredValue = Pick<FacetCount, 'siteNo' | 'kind' | 'hourMs' | 'value'>;

/** What is stored, as the transaction that counts has to see it. */
export interface StoredFacets {
  /** The values other than `OTHER` of each site, kind and hour that one of these has. */
  valuesOf(facets: readonly FacetCount[]): Promise<StoredValue[]>;
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

/** What of a transaction has a counter, and what each of its buckets has once it is committed. */
export interface AdmittedFacets {
  /** Sorted, those of values beyond the bound put together. */
  counts: FacetCount[];
  stored: ReadonlyMap<number, ReadonlySet<string>>;
}

/**
 * Decides which values of open-ended facets have a counter of their own. The table is the judge, since other processes count for
 * the same sites: it is asked whenever a value comes that this process does not know to be there. What is remembered are only values
 * that were committed; a site that it knows to be full needs no question, which is what a flood of inventions is.
 */
export class FacetAdmission {
  /** Values by site, kind and hour; those used last come last. */
  private readonly known = new Map<number, ReadonlySet<string>>();
  private remembered = 0;
  private readonly maxValues: number;
  private readonly maxRemembered: number;

  constructor(maxValues = MAX_VALUES_PER_HOUR, maxRemembered = MAX_REMEMBERED) {
    this.maxValues = maxValues;
    this.maxRemembered = maxRemembered;
  }

  /** @param table in a transaction that nobody else may count for these sites beside */
  async admit(table: StoredFacets, facets: readonly FacetCount[]): Promise<AdmittedFacets> {
    const stored = await this.lookUp(table, facets);
    const others = new Map<number, FacetCount>();
    const counts = facets.filter((facet) => {
      if (!OPEN_ENDED.has(facet.kind)) return true;
      const bucket = bucketOf(facet.siteNo, facet.kind, facet.hourMs);
      if (this.admits(stored.get(bucket)!, facet.value)) return true;
      addTo(others, bucket, facet);
      return false;
    });
    return { counts: [...counts, ...others.values()].sort(byFacet), stored };
  }

  /** Once it is committed: what was not would take the place of what others store. */
  remember(stored: AdmittedFacets['stored']): void {
    for (const [bucket, values] of stored) {
      this.remembered += values.size - (this.known.get(bucket)?.size ?? 0);
      this.known.delete(bucket);
      this.known.set(bucket, values);
    }
    this.forget();
  }

  private admits(values: Set<string>, value: string): boolean {
    if (values.has(value)) return true;
    if (value === OTHER || values.size >= this.maxValues) return false;
    values.add(value);
    return true;
  }

  /** The values of each bucket, as far as it matters for these. */
  private async lookUp(
    table: StoredFacets,
    facets: readonly FacetCount[],
  ): Promise<Map<number, Set<string>>> {
    const found = new Map<number, Set<string>>();
    const asked = new Map<number, FacetCount>();
    for (const facet of facets) {
      if (!OPEN_ENDED.has(facet.kind)) continue;
      const bucket = bucketOf(facet.siteNo, facet.kind, facet.hourMs);
      const known = this.known.get(bucket);
      found.set(bucket, found.get(bucket) ?? new Set(known));
      if (!known || !(known.size >= this.maxValues || known.has(facet.value))) asked.set(bucket, facet);
    }
    if (asked.size === 0) return found;
    const stored = await this.stored(table, [...asked.values()]);
    for (const bucket of asked.keys()) found.set(bucket, stored.get(bucket) ?? new Set());
    return found;
  }

  private async stored(
    table: StoredFacets,
    facets: readonly FacetCount[],
  ): Promise<Map<number, Set<string>>> {
    const rows = await table.valuesOf(facets);
    const found = Map.groupBy(rows, ({ siteNo, kind, hourMs }) => bucketOf(siteNo, kind, hourMs));
    return new Map([...found].map(([bucket, values]) => [bucket, new Set(values.map(({ value }) => value))]));
  }

  private forget(): void {
    for (const [bucket, values] of this.known) {
      if (this.remembered <= this.maxRemembered) return;
      this.known.delete(bucket);
      this.remembered -= values.size;
    }
  }
}

function addTo(others: Map<number, FacetCount>, bucket: number, facet: FacetCount): void {
  const other = others.get(bucket) ?? { ...facet, value: OTHER, requests: 0, blocked: 0, responseBytes: 0 };
  other.requests += facet.requests;
  other.blocked += facet.blocked;
  other.responseBytes += facet.responseBytes;
  others.set(bucket, other);
}
