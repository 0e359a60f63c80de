/** A client with at most this many entries is not flooding: then the site's oldest entries are removed, whoever made them. */
const NO_FLOOD = 4;
/**
 * Fraction of the capacity: the cost of finding the largest holder is paid for by the entries until the next search.
 */
const DROPPED_PART = 16;

interface Held<Entry> {
  readonly entry: Entry;
  readonly site: string;
  readonly maker: string;
}

interface SiteEntries {
  /** The one that has not been asked for longest comes first. */
  readonly keys: Set<string>;
  readonly byMaker: Map<string, Set<string>>;
}

/**
 * A bounded table whose keys strangers make up. When it is full, entries of the site that has most give way, and of these
 * those of the maker who has made most, the one first that has not been asked for longest: who invents keys evicts their own.
 */
export class FairTable<Entry> {
  private readonly held = new Map<string, Held<Entry>>();
  private readonly sites = new Map<string, SiteEntries>();
  private readonly capacity: number;
  private readonly perMaker: number;
  private readonly onDropped: (entry: Entry) => void;

  /**
   * @param perMaker maximum entries of one maker on one site
   * @param onDropped called for each entry that has given way
   */
  constructor(
    capacity: number,
    perMaker: number = Number.POSITIVE_INFINITY,
    onDropped: (entry: Entry) => void = () => undefined,
  ) {
    this.capacity = capacity;
    this.perMaker = perMaker;
    this.onDropped = onDropped;
  }

  get size(): number {
    return this.held.size;
  }

  get(key: string): Entry | undefined {
    const held = this.held.get(key);
    if (held === undefined) return undefined;
    const { keys, byMaker } = this.sites.get(held.site)!;
    for (const set of [keys, byMaker.get(held.maker)!]) {
      set.delete(key);
      set.add(key);
    }
    return held.entry;
  }

  /** False: the maker has as many as one may have, and nothing was added. */
  add(key: string, site: string, maker: string, entry: Entry): boolean {
    if ((this.sites.get(site)?.byMaker.get(maker)?.size ?? 0) >= this.perMaker) return false;
    if (this.held.size >= this.capacity) this.makeRoom();
    let entries = this.sites.get(site);
    if (entries === undefined) {
      entries = { keys: new Set(), byMaker: new Map() };
      this.sites.set(site, entries);
    }
    const made = entries.byMaker.get(maker);
    if (made === undefined) entries.byMaker.set(maker, new Set([key]));
    else made.add(key);
    entries.keys.add(key);
    this.held.set(key, { entry, site, maker });
    return true;
  }

  /** Drops some entries, also where there would be room for more. */
  makeRoom(): void {
    if (this.held.size === 0) return;
    const { keys, byMaker } = greatest(this.sites.values(), (entries) => entries.keys.size);
    const made = greatest(byMaker.values(), (set) => set.size);
    const from = made.size > NO_FLOOD ? made : keys;
    let left = Math.max(1, Math.min(from.size >> 1, Math.floor(this.capacity / DROPPED_PART)));
    for (const key of from) {
      if (left-- === 0) return;
      this.remove(key);
    }
  }

  private remove(key: string): void {
    const { entry, site, maker } = this.held.get(key)!;
    this.onDropped(entry);
    this.held.delete(key);
    const entries = this.sites.get(site)!;
    entries.keys.delete(key);
    const made = entries.byMaker.get(maker)!;
    made.delete(key);
    if (made.size === 0) entries.byMaker.delete(maker);
    if (entries.keys.size === 0) this.sites.delete(site);
  }
}

function greatest<Of>(all: Iterable<Of>, sizeOf: (one: Of) => number): Of {
  let best: Of | undefined;
  for (const one of all) if (best === undefined || sizeOf(one) > sizeOf(best)) best = one;
  return best!;
}
