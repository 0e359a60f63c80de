import type { StepBudget } from '@palisade/regex';
import type { ByteString } from '../../model/api.ts';
import type { Pausable } from '../../model/pausable.ts';

/** Looked at between two questions whether the slice is over. */
const PIECE = 8 * 1024;
const MAX_REMEMBERED = 256;

/** Which bytes a long value has, found out once in slices: each rule asks for other transformations of it. */
export class BytesInValues {
  private readonly budget: StepBudget;
  private readonly known = new Map<ByteString, Uint8Array>();

  constructor(budget: StepBudget) {
    this.budget = budget;
  }

  /** By byte: 1 for those that occur. */
  *of(value: ByteString): Pausable<Uint8Array> {
    const known = this.known.get(value);
    if (known !== undefined) return known;
    const { budget } = this;
    const occur = new Uint8Array(256);
    for (let from = 0; from < value.length; from += PIECE) {
      if (budget.isSliceOver) yield;
      const to = Math.min(value.length, from + PIECE);
      for (let index = from; index < to; index++) occur[value.charCodeAt(index)] = 1;
      budget.steps += to - from;
    }
    if (this.known.size < MAX_REMEMBERED) this.known.set(value, occur);
    return occur;
  }
}
