import type { ByteString } from '../../model/api.ts';
import { TwoGenerationCache } from '../../model/two-generation-cache.ts';

const MAX_VALUES = 512;
const SEEN_SLOTS = 1024;
/** So many values share a place without pushing one another out in turn: a browser's header names would, by twos. */
const SEEN_WAYS = 4;

/** Positions of the rules that a value makes candidates. */
export type Candidates = readonly number[];
export const NO_CANDIDATES: Candidates = [];

/**
 * Remembers what scanning a short value led to: header values, names and methods come again and again. Candidates are
 * evaluated in full afterwards, so the memo decides nothing. It is bounded, and a value is stored only when it comes a
 * second time, so that traffic full of unique values neither fills it nor pays for it.
 */
export class CandidateMemo {
  private readonly values = new TwoGenerationCache<Candidates>(MAX_VALUES);
  private seen: Int32Array | null = null;

  get(value: ByteString): Candidates | undefined {
    return this.values.get(value);
  }

  learn(value: ByteString, candidates: Candidates): void {
    if (TwoGenerationCache.holds(value) && this.hasSeen(hashOf(value))) this.values.set(value, candidates);
  }

  /** Whether the value came before; from now on it did. The last to come is the first of its place. */
  private hasSeen(hash: number): boolean {
    this.seen ??= new Int32Array(SEEN_SLOTS);
    const seen = this.seen;
    const first = hash & (SEEN_SLOTS - SEEN_WAYS);
    for (let way = first; way < first + SEEN_WAYS; way++) if (seen[way] === hash) return true;
    for (let way = first + SEEN_WAYS - 1; way > first; way--) seen[way] = seen[way - 1]!;
    seen[first] = hash;
    return false;
  }
}

function hashOf(value: ByteString): number {
  let hash = 0x811c9dc5 ^ value.length;
  for (let index = 0; index < value.length; index++)
    hash = Math.imul(hash ^ value.charCodeAt(index), 0x01000193);
  return (hash ^ (hash >>> 15)) | 1;
}
