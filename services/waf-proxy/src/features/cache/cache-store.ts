import { LRUCache } from 'lru-cache';
import { DiskFolder } from '../../io/disk-folder.ts';
import { normalisePath } from './cache-key.ts';
import type { Fill } from './fill.ts';
import { type DiskQuota, StoredBody } from './stored-body.ts';
import type { StoredResponse } from './stored-response.ts';

export interface CacheStoreOptions {
  /** Maximum memory of this worker. */
  memoryBytes: number;
  diskBytes: number;
  /** Maximum size of a stored body. */
  objectBytes: number;
  /** Null: memory only. */
  folder: string | null;
  /** Maximum share of either tier for one site, 0–1. */
  siteShare: number;
}

export type Purge =
  | { siteId: string; kind: 'all' }
  | { siteId: string; kind: 'prefix'; value: string }
  | { siteId: string; kind: 'tag'; value: string };

/** Maximum size of a body that is kept in memory. */
const MEMORY_BODY_BYTES = 256 * 1024;
const MAX_VARIANTS = 64;
/** Maximum share of the disk limit for bodies still arriving, in addition to what is stored. */
const ARRIVING_SHARE = 0.25;
/** How long an address is remembered as not storable; clients choose how many there are, so memory is bounded. */
const UNCACHEABLE_MS = 60_000;
/** After a failed fetch, requests for the key do not wait for each other this long. */
const FAILED_MS = 2_000;
const UNCACHEABLE_BYTES = 8 * 1024 * 1024;
const UNCACHEABLE_ENTRY_BYTES = 128;
/** Index memory of one body on disk; bounds the number of entries per byte limit. */
const DISK_ENTRY_BYTES = 4_096;

/** One key's index: which headers its variants depend on, the variants, and running fetches. */
export interface Slot {
  vary: readonly string[];
  readonly variants: Map<string, StoredResponse>;
  readonly fills: Map<string, Fill>;
}

interface SiteUse {
  memory: number;
  disk: number;
  /** Least recently used first. */
  readonly entries: Set<StoredResponse>;
}

/**
 * One worker's stored responses: the index and small bodies in memory, large ones in files. Both tiers have byte
 * limits, in total and per site; the least recently used go first.
 */
export class CacheStore {
  private readonly options: CacheStoreOptions;
  private readonly folder: DiskFolder | null;
  private readonly slots = new Map<string, Slot>();
  private readonly sites = new Map<string, SiteUse>();
  private readonly memory: LRUCache<string, StoredResponse>;
  private readonly disk: LRUCache<string, StoredResponse>;
  private readonly uncacheable = new LRUCache<string, true>({
    maxSize: UNCACHEABLE_BYTES,
    sizeCalculation: (_known, key) => key.length + UNCACHEABLE_ENTRY_BYTES,
    ttl: UNCACHEABLE_MS,
  });
  private readonly fills = new Set<Fill>();
  private readonly arriving: DiskQuota;

  constructor(options: CacheStoreOptions) {
    this.options = options;
    this.folder = options.folder === null ? null : new DiskFolder(options.folder);
    this.arriving = quotaOf(options.diskBytes * ARRIVING_SHARE);
    this.memory = this.tier(options.memoryBytes, (entry) => entry.memoryBytes);
    this.disk = this.tier(options.diskBytes, (entry) => entry.body.diskBytes + DISK_ENTRY_BYTES);
  }

  get objectBytes(): number {
    return this.folder === null
      ? Math.min(MEMORY_BODY_BYTES, this.options.objectBytes)
      : this.options.objectBytes;
  }

  get entries(): number {
    return this.memory.size + this.disk.size;
  }

  get bytes(): { memory: number; disk: number } {
    return { memory: this.memory.calculatedSize, disk: this.disk.calculatedSize };
  }

  slot(key: string): Slot | undefined {
    return this.slots.get(key);
  }

  slotFor(key: string): Slot {
    let slot = this.slots.get(key);
    if (slot === undefined) {
      slot = { vary: [], variants: new Map(), fills: new Map() };
      this.slots.set(key, slot);
    }
    return slot;
  }

  /** Notes a use; to be called for every response that is served from `entry`. */
  touch(entry: StoredResponse): void {
    (entry.body.diskBytes > 0 ? this.disk : this.memory).get(entry.id);
    const site = this.sites.get(entry.siteId);
    if (site?.entries.delete(entry)) site.entries.add(entry);
  }

  newBody(onWritable: () => void): StoredBody {
    const limits = {
      memoryBytes: Math.min(MEMORY_BODY_BYTES, this.options.objectBytes),
      objectBytes: this.options.objectBytes,
    };
    return new StoredBody(limits, this.folder, this.arriving, onWritable);
  }

  /** Adds a complete response, unless a purge or a full disk marked it as gone meanwhile. */
  put(entry: StoredResponse): void {
    if (entry.gone) {
      entry.body.delete();
      return;
    }
    const slot = this.slotFor(entry.key);
    if (!sameNames(slot.vary, entry.vary)) {
      for (const other of [...slot.variants.values()]) this.remove(other);
      slot.vary = entry.vary;
    }
    const before = slot.variants.get(entry.variant);
    if (before !== undefined) this.remove(before);
    const oldest = slot.variants.size >= MAX_VARIANTS ? slot.variants.values().next().value : undefined;
    if (oldest !== undefined) this.remove(oldest);
    // Removing the last variant may have removed the slot.
    this.slots.set(entry.key, slot);
    slot.variants.set(entry.variant, entry);
    this.uncacheable.delete(entry.key);
    this.account(entry);
  }

  /** Updates an entry's size after a compressed copy was added. */
  resize(entry: StoredResponse): void {
    const slot = this.slots.get(entry.key);
    if (entry.gone || slot?.variants.get(entry.variant) !== entry) return;
    if (entry.body.diskBytes > 0) return;
    // The tier measures an entry when it is added, not when the same one is set again.
    this.memory.delete(entry.id);
    this.memory.set(entry.id, entry);
    if (!this.memory.has(entry.id)) this.remove(entry);
  }

  remove(entry: StoredResponse): void {
    this.memory.delete(entry.id);
    this.disk.delete(entry.id);
    this.drop(entry);
  }

  /** Forgets all variants of a key, even those still arriving (RFC 9111, 4.4). */
  invalidate(key: string): void {
    this.uncacheable.delete(key);
    const slot = this.slots.get(key);
    if (slot === undefined) return;
    for (const fill of slot.fills.values()) fill.discard();
    for (const entry of [...slot.variants.values()]) this.remove(entry);
    this.tidy(key);
  }

  purge(asked: Purge): void {
    const purge = asked.kind === 'prefix' ? { ...asked, value: normalisePath(asked.value) } : asked;
    for (const fill of this.fills) if (matches(purge, fill)) fill.discard();
    for (const entry of [...(this.sites.get(purge.siteId)?.entries ?? [])]) {
      if (matches(purge, entry)) this.remove(entry);
    }
    if (purge.kind === 'all') this.forgetUncacheable(purge.siteId);
  }

  /** Forgets everything of all sites, as a purge may have been missed. */
  clear(): void {
    for (const siteId of [...this.sites.keys()]) this.purge({ siteId, kind: 'all' });
    for (const fill of this.fills) fill.discard();
    this.uncacheable.clear();
  }

  beginFill(fill: Fill): void {
    this.fills.add(fill);
    this.slotFor(fill.key).fills.set(fill.variant, fill);
  }

  /** Ends a fetch: nobody joins it any more, and purges do not discard it. */
  endFill(fill: Fill): void {
    this.fills.delete(fill);
    const slot = this.slots.get(fill.key);
    if (slot?.fills.get(fill.variant) === fill) slot.fills.delete(fill.variant);
    this.tidy(fill.key);
  }

  /** For a while, requests for this key neither wait for each other nor are changed. */
  markUncacheable(key: string, reason: 'response' | 'failure'): void {
    this.uncacheable.set(key, true, { ttl: reason === 'failure' ? FAILED_MS : UNCACHEABLE_MS });
  }

  isUncacheable(key: string): boolean {
    return this.uncacheable.get(key) === true;
  }

  /** Removes an empty slot. */
  tidy(key: string): void {
    const slot = this.slots.get(key);
    if (slot !== undefined && slot.variants.size === 0 && slot.fills.size === 0) this.slots.delete(key);
  }

  async close(): Promise<void> {
    this.clear();
    await this.folder?.remove();
  }

  private tier(bytes: number, size: (entry: StoredResponse) => number): LRUCache<string, StoredResponse> {
    return new LRUCache({
      maxSize: Math.max(1, bytes),
      sizeCalculation: (entry) => Math.max(1, size(entry)),
      dispose: (entry, _id, reason) => {
        if (reason === 'evict') this.drop(entry);
      },
    });
  }

  private account(entry: StoredResponse): void {
    let site = this.sites.get(entry.siteId);
    if (site === undefined) {
      site = { memory: 0, disk: 0, entries: new Set() };
      this.sites.set(entry.siteId, site);
    }
    const onDisk = entry.body.diskBytes > 0;
    site.entries.add(entry);
    if (onDisk) site.disk += entry.body.diskBytes;
    else site.memory += entry.body.memoryBytes;
    const tier = onDisk ? this.disk : this.memory;
    tier.set(entry.id, entry);
    // Larger than the whole tier, so it was not added.
    if (tier.has(entry.id)) this.keepToShare(site, onDisk);
    else this.remove(entry);
  }

  private keepToShare(site: SiteUse, onDisk: boolean): void {
    const { siteShare, diskBytes, memoryBytes } = this.options;
    const limit = siteShare * (onDisk ? diskBytes : memoryBytes);
    for (const entry of site.entries) {
      if ((onDisk ? site.disk : site.memory) <= limit) return;
      if (entry.body.diskBytes > 0 === onDisk) this.remove(entry);
    }
  }

  private drop(entry: StoredResponse): void {
    if (entry.gone) return;
    entry.gone = true;
    const site = this.sites.get(entry.siteId);
    if (site?.entries.delete(entry)) {
      if (entry.body.diskBytes > 0) site.disk -= entry.body.diskBytes;
      else site.memory -= entry.body.memoryBytes;
      if (site.entries.size === 0) this.sites.delete(entry.siteId);
    }
    entry.body.delete();
    const slot = this.slots.get(entry.key);
    if (slot?.variants.get(entry.variant) === entry) slot.variants.delete(entry.variant);
    this.tidy(entry.key);
  }

  private forgetUncacheable(siteId: string): void {
    for (const key of this.uncacheable.keys()) {
      if (key.startsWith(`${siteId}\n`)) this.uncacheable.delete(key);
    }
  }
}

function quotaOf(limit: number): DiskQuota {
  let used = 0;
  return {
    take: (bytes) => {
      if (used + bytes > limit) return false;
      used += bytes;
      return true;
    },
    give: (bytes) => {
      used -= bytes;
    },
  };
}

function sameNames(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((name, index) => name === other[index]);
}

/** Whether a purge covers this response; while a fetch's tags are unknown, every tag covers it. */
function matches(
  purge: Purge,
  what: { siteId: string; path: string; tags: readonly string[] | null },
): boolean {
  if (what.siteId !== purge.siteId) return false;
  switch (purge.kind) {
    case 'all':
      return true;
    case 'prefix':
      return what.path.startsWith(purge.value);
    case 'tag':
      return what.tags === null || what.tags.includes(purge.value);
  }
}
