import { detached } from '../../model/detached.ts';
import type { Entry } from '../../model/entry.ts';

const MAX_LENGTH = 256;
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
  private values = new Map<string, Known>();
  private older = new Map<string, Known>();

  /** How many members of documents the reading has counted; `undefined`: it is not known. */
  membersOf({ value, lowerKey }: Entry, depth: number): number | undefined {
    if (value.length > MAX_LENGTH) return undefined;
    const known = this.values.get(value) ?? this.older.get(value);
    return known?.lowerKey === lowerKey && known.depth === depth ? known.members : undefined;
  }

  learn({ value, lowerKey }: Entry, depth: number, members: number): void {
    if (value.length > MAX_LENGTH) return;
    // Two generations instead of an order of use: the older half is forgotten at once.
    if (this.values.size >= MAX_VALUES / 2) {
      this.older = this.values;
      this.values = new Map();
    }
    this.values.set(detached(value), { lowerKey: detached(lowerKey), depth, members });
  }
}
