import type { ByteString } from '../../model/api.ts';

const SLOTS = 1024;
/**
 * Number of values per set of the cache (associativity): with two, a browser's header names would evict one another.
 */
const WAYS = 4;

/** Tells which values come again, so that traffic full of unique ones neither fills a memo nor pays for it. Bounded, and may forget. */
export class Recurrence {
  private slots: Int32Array | null = null;

  /** Whether the value came before; from now on it did. The last to come is the first of its place. */
  has(value: ByteString): boolean {
    this.slots ??= new Int32Array(SLOTS);
    const slots = this.slots;
    const hash = hashOf(value);
    const first = hash & (SLOTS - WAYS);
    for (let way = first; way < first + WAYS; way++) if (slots[way] === hash) return true;
    for (let way = first + WAYS - 1; way > first; way--) slots[way] = slots[way - 1]!;
    slots[first] = hash;
    return false;
  }
}

function hashOf(value: ByteString): number {
  let hash = 0x811c9dc5 ^ value.length;
  for (let index = 0; index < value.length; index++)
    hash = Math.imul(hash ^ value.charCodeAt(index), 0x01000193);
  return (hash ^ (hash >>> 15)) | 1;
}
