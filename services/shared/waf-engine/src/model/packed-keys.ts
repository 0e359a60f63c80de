import type { ByteString } from './api.ts';
import type { PackedArguments } from './packed-arguments.ts';
import type { ReadingBudget } from './pausable.ts';

/** Longer names share one slot in the table of lengths. */
const MAX_LENGTH = 255;
/** Cost of testing one argument, in matcher steps. */
const STEPS_PER_NAME = 2;

/** Finds packed arguments by the names that rules select, without unpacking; nearly always it finds none. */
export class PackedKeys {
  /** Lower-case keys by length. */
  private readonly keys: (readonly ByteString[] | undefined)[] = [];

  constructor(lowerKeys: Iterable<ByteString>) {
    for (const key of lowerKeys) {
      const place = Math.min(key.length, MAX_LENGTH);
      this.keys[place] = [...(this.keys[place] ?? []), key];
    }
  }

  /** The key that equals this argument's name; `null`: none. */
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

  /**
   * Index of the first argument from `from` on with one of the names, or the number of arguments if there is none; the
   * bitwise complement of the next index where the slice ends first.
   */
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
