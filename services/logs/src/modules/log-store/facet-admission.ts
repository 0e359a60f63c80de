import { bucketOf, type ClosedValues, FACET, type FacetCount, OTHER } from '../records/roll-ups.rules.ts';

/** A value that has a counter. */
export type StoredValue = Pick<FacetCount, 'siteNo' | 'kind' | 'hourMs' | 'value'>;

/** The stored values, as the counting transaction must see them. */
export interface StoredFacets {
  /** The values other than `OTHER` of each site, kind and hour that one of these belongs to. */
  valuesOf(facets: readonly FacetCount[]): Promise<StoredValue[]>;
}

/**
 * Maximum distinct paths, addresses, user agents and the like counted per site and hour, since attackers can invent any
 * number.
 */
const MAX_VALUES_PER_HOUR = 500;
/** Maximum remembered values over all sites and hours; bounds their memory to about 100 MB. */
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

/** The values of one site, kind and hour. */
interface Bucket {
  /** Values that are stored. The set is shared by the process's transactions and grows when one has committed. */
  stored: Set<string>;
  /** Values that this transaction adds. */
  added: Set<string>;
}

/** The counts that a transaction may store, and the contents of each bucket once it has committed. */
export interface AdmittedFacets {
  /** In their original order, followed by the sums of values beyond the bound. */
  counts: FacetCount[];
  stored: ReadonlyMap<number, Bucket>;
}

/**
 * Decides which values of open-ended facets get a counter of their own. The table decides, since other processes count
 * for the same sites; it is read whenever a value arrives that this process does not know to be stored. Only committed
 * values are remembered. A bucket known to be full needs no query, which covers a flood of invented values.
 */
export class FacetAdmission {
  /** Known values by site, kind and hour, in order of use, the most recent last. */
  private readonly known = new Map<number, Set<string>>();
  private remembered = 0;
  private readonly maxValues: number;
  private readonly maxRemembered: number;

  constructor(maxValues = MAX_VALUES_PER_HOUR, maxRemembered = MAX_REMEMBERED) {
    this.maxValues = maxValues;
    this.maxRemembered = maxRemembered;
  }

  /** The complete set of values of a bucket that is known to be full; undefined for any other bucket. */
  readonly closedValues: ClosedValues = (siteNo, kind, hourMs) => {
    if (!OPEN_ENDED.has(kind)) return undefined;
    const values = this.known.get(bucketOf(siteNo, kind, hourMs));
    return values !== undefined && values.size >= this.maxValues ? values : undefined;
  };

  /**
   * @param table in a transaction that holds the lock for counting these sites
   * @param facets grouped by site, hour and kind
   */
  async admit(table: StoredFacets, facets: readonly FacetCount[]): Promise<AdmittedFacets> {
    const runs = runsOf(facets);
    const stored = await this.lookUp(table, runs);
    const counts: FacetCount[] = [];
    const others: FacetCount[] = [];
    for (const run of runs) {
      const bucket = isOpenEnded(run[0]!) ? stored.get(bucketFor(run[0]!)) : undefined;
      if (bucket === undefined) for (const facet of run) counts.push(facet);
      else this.admitSome(bucket, run, counts, others);
    }
    return { counts: counts.concat(others), stored };
  }

  /** To be called after the commit: values that were not committed would take the place of those that others store. */
  remember(buckets: AdmittedFacets['stored']): void {
    for (const [bucket, { stored, added }] of buckets) {
      const before = this.known.get(bucket)?.size ?? 0;
      for (const value of added) stored.add(value);
      this.remembered += stored.size - before;
      this.known.delete(bucket);
      this.known.set(bucket, stored);
    }
    this.forget();
  }

  private admitSome(
    { stored, added }: Bucket,
    facets: readonly FacetCount[],
    counts: FacetCount[],
    others: FacetCount[],
  ): void {
    let other: FacetCount | undefined;
    for (const facet of facets) {
      const { value } = facet;
      if (!stored.has(value) && !added.has(value)) {
        if (value === OTHER || stored.size + added.size >= this.maxValues) {
          other ??= { ...facet, value: OTHER, requests: 0, blocked: 0, responseBytes: 0 };
          other.requests += facet.requests;
          other.blocked += facet.blocked;
          other.responseBytes += facet.responseBytes;
          continue;
        }
        added.add(value);
      }
      counts.push(facet);
    }
    if (other !== undefined) others.push(other);
  }

  /** The values of each bucket, as far as it matters for these. */
  private async lookUp(table: StoredFacets, runs: readonly FacetCount[][]): Promise<Map<number, Bucket>> {
    const found = new Map<number, Bucket>();
    const asked = new Map<number, FacetCount>();
    for (const run of runs) {
      const [first] = run as [FacetCount];
      if (!isOpenEnded(first)) continue;
      const bucket = bucketFor(first);
      const known = this.known.get(bucket);
      found.set(bucket, { stored: known ?? new Set(), added: new Set() });
      const isFull = known !== undefined && known.size >= this.maxValues;
      if (!isFull && !(known && run.every(({ value }) => known.has(value)))) asked.set(bucket, first);
    }
    if (asked.size === 0) return found;
    const stored = await this.stored(table, [...asked.values()]);
    for (const bucket of asked.keys())
      found.set(bucket, { stored: stored.get(bucket) ?? new Set(), added: new Set() });
    return found;
  }

  private async stored(
    table: StoredFacets,
    facets: readonly FacetCount[],
  ): Promise<Map<number, Set<string>>> {
    const rows = await table.valuesOf(facets);
    const found = Map.groupBy(rows, bucketFor);
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

const isOpenEnded = ({ kind }: FacetCount): boolean => OPEN_ENDED.has(kind);
const bucketFor = ({ siteNo, kind, hourMs }: StoredValue): number => bucketOf(siteNo, kind, hourMs);

/** Split where site, kind or hour change. */
function runsOf(facets: readonly FacetCount[]): FacetCount[][] {
  const runs: FacetCount[][] = [];
  let run: FacetCount[] = [];
  let last: FacetCount | undefined;
  for (const facet of facets) {
    if (last?.kind !== facet.kind || last.siteNo !== facet.siteNo || last.hourMs !== facet.hourMs) {
      run = [];
      runs.push(run);
      last = facet;
    }
    run.push(facet);
  }
  return runs;
}
