import type { ByteString } from '../../model/api.ts';

const PARTS = 64;

/**
 * A set for up to hundreds of thousands of names, split into 64. A single Set rehashes all of its members when it grows, which takes
 * longer than a slice for 131,072 of them; the parts grow at different times.
 */
export class ManyNames {
  private readonly parts = Array.from({ length: PARTS }, () => new Set<ByteString>());

  /** False: it is present already. */
  add(name: ByteString): boolean {
    const part = this.parts[partOf(name)]!;
    if (part.has(name)) return false;
    part.add(name);
    return true;
  }

  /** Size of the fullest part. */
  get largestPart(): number {
    return Math.max(...this.parts.map(({ size }) => size));
  }
}

/** By the last bytes, in which generated names differ. Names that only differ before them are longer, so fewer fit into a body. */
function partOf(name: ByteString): number {
  let hash = name.length;
  for (let at = Math.max(0, name.length - 4); at < name.length; at++) hash = hash * 31 + name.charCodeAt(at);
  return hash % PARTS;
}
