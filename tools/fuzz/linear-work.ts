import { busiestPlace, clearHits, countSteps } from './coverage.ts';
import { pieceOf, placeOfNumber, repeated } from './mutator.ts';
import { busiestFunction, clearNativeWork, nativeWork } from './native-work.ts';
import type { Random } from './random.ts';
import type { Target } from './target.ts';

/** Parts of the largest input at which work is measured, the last one four times the one before, and so on. */
const PARTS = [16, 4, 1] as const;
/** Steps for a byte that no reader needs at these sizes unless its work grows with what came before. */
const FEW_STEPS = 40;
/** Work that grows with the size to the power of this or more is not linear; quadratic work comes to 2. */
const EXPONENT = 1.4;

/** Steps of our code and of built-in functions for one input; no clock. */
export function workOf(target: Target, input: Buffer): number {
  clearHits();
  clearNativeWork();
  try {
    target.read(input);
  } catch {
    // Other errors are reported when the input is read on its own.
  }
  const native = nativeWork();
  return countSteps() + native;
}

export interface Growth {
  input: Buffer;
  detail: string;
}

/**
 * Repeats pieces of the input until it is a sixteenth, a quarter, and the whole of the largest size, and measures the work of
 * each. Work is linear where four times the bytes are four times the steps, whatever the steps are.
 *
 * @returns what grows faster; null: nothing found
 */
export function findGrowth(target: Target, input: Buffer, random: Random, tries: number): Growth | null {
  if (input.length === 0) return null;
  for (let attempt = 0; attempt < tries; attempt++) {
    const [from, to] = pieceOf(input, random);
    const numberAt = random.chance(2) ? placeOfNumber(input, from, to, random) : -1;
    // With its number, a copy is about three bytes longer.
    const pieceBytes = to - from + (numberAt < 0 ? 0 : 3);
    const long = (bytes: number) => {
      const copies = Math.floor((bytes - input.length) / pieceBytes);
      return copies < 2 ? null : repeated(input, from, to, copies, numberAt);
    };
    const growth = growthOf(target, long, target.largest);
    if (growth !== null) return growth;
  }
  return null;
}

/** The same of an input that is long and all of a kind already: what its beginnings cost. */
export function growthOfBeginnings(target: Target, input: Buffer): Growth | null {
  return growthOf(target, (bytes) => input.subarray(0, bytes), Math.min(input.length, target.largest));
}

/** @param inputOf about so many bytes; null: there is none */
function growthOf(target: Target, inputOf: (bytes: number) => Buffer | null, largest: number): Growth | null {
  const measured: { bytes: number; work: number; input: Buffer }[] = [];
  for (const part of PARTS) {
    const input = inputOf(Math.floor(largest / part));
    if (input === null || input.length === 0) return null;
    measured.push({ bytes: input.length, work: workOf(target, input), input });
    // What is refused early, or linear, is not looked at any further.
    if (measured.length > 1 && exponentOf(measured.at(-2)!, measured.at(-1)!) < EXPONENT) return null;
  }
  const last = measured.at(-1)!;
  if (last.work < FEW_STEPS * last.bytes) return null;
  const figures = measured.map(({ bytes, work }) => `${bytes} bytes ${work} steps`).join(', ');
  const detail = `work grows faster than the input, most of it at ${nativeWork() > countSteps() ? `built-in ${busiestFunction()}` : busiestPlace()}: ${figures}`;
  return { input: last.input, detail };
}

interface Measured {
  bytes: number;
  work: number;
}

const exponentOf = (small: Measured, large: Measured): number =>
  Math.log(large.work / Math.max(1, small.work)) / Math.log(large.bytes / small.bytes);
