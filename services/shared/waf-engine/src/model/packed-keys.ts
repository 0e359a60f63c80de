import type { ByteString } from './api.ts';
import type { PackedArguments } from './packed-arguments.ts';
import type { ReadingBudget } from './pausable.ts';

/** Names that are longer share one place in the table of lengths. */
const MAX_LENGTH = 255;
/** What asking one argument costs, in steps of a matcher. */
const STEPS_PER_NAME = 2;

/** Finds packed arguments by the names that rules ask for, where they stand: nearly always there are none. */
export class PackedKeys {
  /** In lower case, by length. */
  private readonly keys: (readonly ByteString[] | undefined)[] = [];

  constructor(lowerKeys: Iterable<ByteString>) {
    for (const key of lowerKeys) {
      const place = Math.min(key.length, MAX_LENGTH);
      this.keys[place] = [...(this.keys[place] ?? []), key];
    }
  }

  /** The key that is this argument's name; `null`: none is. */
  keyOf(packed: PackedArguments, index: number): ByteString | null {
    const length = packed.nameLength(
      packed.containerOf(index),
      packed.stepStart(index),
      packed.stepEnd(index),
    );
    const keys = this.keys[Math.min(length, MAX_LENGTH)];
    if (keys === undefined) return null;
    for (let at = 0; at < keys.length; at++) if (packed.isNamed(index, keys[at]!)) return keys[at]!;
    return null;
  }

  /** The first from here on with one of the names, or the count of all; the complement of the next where the slice ends first. */
  next(packed: PackedArguments, from: number, budget: ReadingBudget): number {
    const { count } = packed;
    for (let index = from; index < count; index++) {
      if (budget.isSliceOver) return ~index;
      budget.steps += STEPS_PER_NAME;
      if (this.keyOf(packed, index) !== null) return index;
    }
    return count;
  }
}
