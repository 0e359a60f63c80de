import type { Subject } from '@palisade/regex';
import type { Pausable, ReadingBudget } from '../../model/pausable.ts';
import type { TransformationEntry } from '../../model/transformation.ts';
import { transformations } from './index.ts';
import { TRAITS_OF_BYTE } from './traits.ts';

/** Transformations with the same triggers share a bit; there are fewer different ones than bits. */
const LAST_BIT = 28;
/** Bytes of a long value between two checks whether the slice is over. */
const PIECE = 8 * 1024;
/** Set for every value, for transformations that may change any. */
const ANY_VALUE = 1 << 31;
/** By byte: a bit for every set of triggers that has it. */
const bitsOfByte = Int32Array.from(TRAITS_OF_BYTE);

const bitOf = new Map<TransformationEntry, number>();
/** Transformations with a closer check have bits of their own. */
const closer: { readonly bit: number; readonly mayChange: (value: Subject) => boolean }[] = [];

const bitOfTriggers = new Map<string, number>();
for (const step of new Set(Object.values(transformations))) {
  const { triggers, mayChange } = step;
  if (triggers === null) {
    bitOf.set(step, ANY_VALUE);
    continue;
  }
  const name = `${triggers.join('')}${mayChange === undefined ? '' : closer.length}`;
  // If there were ever more sets than bits, the last bit would be shared by several: some would then be checked
  // needlessly, none skipped.
  const isShared = bitOfTriggers.size >= LAST_BIT;
  const bit = bitOfTriggers.get(name) ?? 1 << Math.min(bitOfTriggers.size, LAST_BIT);
  bitOfTriggers.set(name, bit);
  bitOf.set(step, bit);
  for (let byte = 0; byte < 256; byte++) if (triggers[byte] === 1) bitsOfByte[byte]! |= bit;
  if (mayChange !== undefined && !isShared) closer.push({ bit, mayChange });
}

/** The bit that {@link stepsTriggeredBy} has for every value that a transformation may change. */
export const triggerBitsOf = (step: TransformationEntry): number => bitOf.get(step)!;

/** Replaces byte by byte, and of those the one that most values need. */
export const LOWERCASE_BIT = triggerBitsOf(transformations.lowercase!);

/** One pass over a value, for its traits and for all transformations: a bit for each of the `wanted` ones that may change it. */
export function stepsTriggeredBy(value: Subject, wanted: number): number {
  const { bytes, start, end } = value;
  value.traits = ANY_VALUE | bitsIn(bytes, start, end);
  return closerLook(value, wanted);
}

function bitsIn(bytes: Uint8Array, start: number, end: number): number {
  let bits = 0;
  for (let index = start; index < end; index++) bits |= bitsOfByte[bytes[index]!]!;
  return bits;
}

/** The same for a long value, with pauses. */
export function* triggeredInSlices(value: Subject, wanted: number, budget: ReadingBudget): Pausable<number> {
  const { bytes, start, end } = value;
  let traits = ANY_VALUE;
  for (let from = start; from < end; from += PIECE) {
    const to = Math.min(end, from + PIECE);
    traits |= bitsIn(bytes, from, to);
    budget.steps += to - from;
    if (budget.isSliceOver) yield;
  }
  value.traits = traits;
  let bits = traits & wanted;
  for (const { bit, mayChange } of closer) {
    if ((bits & bit) === 0) continue;
    if (!mayChange(value)) bits &= ~bit;
    budget.steps += value.length;
    if (budget.isSliceOver) yield;
  }
  return bits;
}

/** The same for a value whose traits are known. */
export function closerLook(value: Subject, wanted: number): number {
  let bits = value.traits & wanted;
  for (let index = 0; index < closer.length; index++) {
    const { bit, mayChange } = closer[index]!;
    if ((bits & bit) !== 0 && !mayChange(value)) bits &= ~bit;
  }
  return bits;
}
