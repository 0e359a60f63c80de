const MIN_SLOTS = 1_024;
/** Part of the slots that may be in use before there are twice as many. */
const MAX_FILL = 0.7;

/**
 * Versions of sites, 16 to 32 bytes each: the supervisor compares a million of them with Redis and has no room for as
 * many texts. Ids stand by 64 bits of hash, so that of a million sites two would be taken for one with a probability of
 * one in 36 million; ids come from the control plane, and not from strangers.
 */
export class KnownVersions {
  private slots = MIN_SLOTS;
  private high = new Uint32Array(MIN_SLOTS);
  private low = new Uint32Array(MIN_SLOTS);
  /** One more than the version; 0: the slot is empty. */
  private versions = new BigUint64Array(MIN_SLOTS);
  private storedSize = 0;

  get size(): number {
    return this.storedSize;
  }

  /** Null: unknown. */
  get(siteId: string): bigint | null {
    const version = this.versions[this.slotOf(hashOf(siteId, HIGH_SEED), hashOf(siteId, LOW_SEED))]!;
    return version < 2n ? null : version - 1n;
  }

  /** @param version 0: it is unknown again */
  set(siteId: string, version: bigint): void {
    if (this.storedSize >= this.slots * MAX_FILL) this.grow();
    this.put(hashOf(siteId, HIGH_SEED), hashOf(siteId, LOW_SEED), version + 1n);
  }

  private put(high: number, low: number, version: bigint): void {
    const slot = this.slotOf(high, low);
    if (this.versions[slot] === 0n) this.storedSize++;
    this.high[slot] = high;
    this.low[slot] = low;
    this.versions[slot] = version;
  }

  /** Where it stands, or would. */
  private slotOf(high: number, low: number): number {
    let slot = low & (this.slots - 1);
    while (this.versions[slot] !== 0n && (this.high[slot] !== high || this.low[slot] !== low))
      slot = (slot + 1) & (this.slots - 1);
    return slot;
  }

  private grow(): void {
    const { high, low, versions } = this;
    this.slots *= 2;
    this.high = new Uint32Array(this.slots);
    this.low = new Uint32Array(this.slots);
    this.versions = new BigUint64Array(this.slots);
    this.storedSize = 0;
    for (const [slot, version] of versions.entries())
      if (version !== 0n) this.put(high[slot]!, low[slot]!, version);
  }
}

const HIGH_SEED = 0x9e3779b9;
const LOW_SEED = 0x811c9dc5;
const FNV_PRIME = 0x01000193;

/** FNV-1a with a last mixing, since slots are chosen by its lowest bits. */
function hashOf(text: string, seed: number): number {
  let hash = seed;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), FNV_PRIME);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}
