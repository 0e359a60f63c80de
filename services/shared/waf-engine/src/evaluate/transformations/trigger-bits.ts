import type { Subject } from '@palisade/regex';
import type { TransformationEntry } from '../../model/transformation.ts';
import { transformations } from './index.ts';
import { TRAITS_OF_BYTE } from './traits.ts';

/** Transformations with the same triggers share a bit; there are fewer different ones than bits. */
const LAST_BIT = 28;
/** Set for every value, for transformations that may change any. */
const ANY_VALUE = 1 << 31;
/** By byte: a bit for every set of triggers that has it. */
const bitsOfByte = Int32Array.from(TRAITS_OF_BYTE);

const bitOf = new Map<TransformationEntry, number>();
/** Those that take a closer look have bits of their own. */
const closer: { readonly bit: number; readonly mayChange: (value: Subject) => boolean }[] = [];

const bitOfTriggers = new Map<string, number>();
for (const step of new Set(Object.values(transformations))) {
  const { triggers, mayChange } = step;
  if (triggers === null) {
    bitOf.set(step, ANY_VALUE);
    continue;
  }
  const name = `${triggers.join('')}${mayChange === undefined ? '' : closer.length}`;
  // Were there ever more sets than bits, the last bit would stand for several: asked in vain now and then, never left out.
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
  let bits = ANY_VALUE;
  for (let index = start; index < end; index++) bits |= bitsOfByte[bytes[index]!]!;
  value.traits = bits;
  return closerLook(value, wanted);
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
