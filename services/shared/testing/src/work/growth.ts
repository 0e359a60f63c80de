import { countEach } from './count-work.ts';

/** Sizes at which work is compared: what is quadratic needs sixteen times as many steps for each byte of the last one. */
export const GROWTH_FACTORS = [1, 4, 16] as const;
/** Tables that double and caches that fill make a linear reader's steps for each byte vary by this much at most. */
const MAX_GROWTH_PER_BYTE = 1.5;
/** Constant work, independent of the size. */
const FIXED_STEPS = 2_000;

export interface Growth {
  /** By size, smallest first. */
  readonly bytes: readonly number[];
  readonly steps: readonly number[];
}

/** An input of about this many bytes, and the work to count. */
export interface GrowingWork<Input> {
  readonly base: number;
  make(bytes: number): Input;
  sizeOf(input: Input): number;
  run(input: Input): unknown;
}

/** Counts the same work at 1, 4 and 16 times the size. What it does for the first time is done before. */
export function growthOf<Input>({ base, make, sizeOf, run }: GrowingWork<Input>): Growth {
  run(make(base));
  const inputs = GROWTH_FACTORS.map((factor) => make(base * factor));
  return { bytes: inputs.map(sizeOf), steps: countEach(inputs.map((input) => () => run(input))) };
}

/** The fault of the growth, or `null` if it is linear and within its steps for each byte. */
export function nonLinear({ bytes, steps }: Growth, mostStepsPerByte = 200): string | null {
  const last = bytes.length - 1;
  const share = steps[last]! / bytes[last]!;
  const isBounded = steps[last]! <= bytes[last]! * mostStepsPerByte + FIXED_STEPS;
  const expected = (steps[0]! / bytes[0]!) * bytes[last]! * MAX_GROWTH_PER_BYTE + FIXED_STEPS;
  if (isBounded && steps[last]! <= expected) return null;
  const table = bytes.map((size, index) => `${steps[index]} steps for ${size} bytes`).join(', ');
  return `${table} (${share.toFixed(1)} for each of the last)`;
}
