import { detached } from '../../model/detached.ts';
import type { Entry } from '../../model/entry.ts';
import { TwoGenerationCache } from '../../model/two-generation-cache.ts';

const MAX_VALUES = 512;

interface Known {
  readonly lowerKey: string;
  /** How deep documents were read. */
  readonly depth: number;
  readonly members: number;
}

/**
 * Headers of which a reading has made nothing further: what looks like a document in them, such as the platform that Chrome names between
 * quotes, comes with every request. Bounded; a value is known under the name that it had last.
 */
export class FruitlessMemo {
  private readonly values = new TwoGenerationCache<Known>(MAX_VALUES);

  /** How many members of documents the reading has counted; `undefined`: it is not known. */
  membersOf({ value, lowerKey }: Entry, depth: number): number | undefined {
    const known = this.values.get(value);
    return known?.lowerKey === lowerKey && known.depth === depth ? known.members : undefined;
  }

  learn({ value, lowerKey }: Entry, depth: number, members: number): void {
    if (TwoGenerationCache.holds(value))
      this.values.set(value, { lowerKey: detached(lowerKey), depth, members });
  }
}
