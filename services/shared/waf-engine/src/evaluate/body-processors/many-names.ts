import type { ByteString } from '../../model/api.ts';

const PARTS = 64;

/**
 * Names of which there may be a hundred thousand. A single Set moves all of its members whenever it is full: 131,072 of them
 * take longer than a slice. Its parts move at different times, and each a 64th.
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

/** By the last bytes, in which names that are many differ. Who makes them all alike there makes them long, and so fewer. */
function partOf(name: ByteString): number {
  let hash = name.length;
  for (let at = Math.max(0, name.length - 4); at < name.length; at++) hash = hash * 31 + name.charCodeAt(at);
  return hash % PARTS;
}
