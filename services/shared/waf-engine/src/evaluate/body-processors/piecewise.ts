import type { ByteString } from '../../model/api.ts';
import type { Pausable, ReadingBudget } from '../../model/pausable.ts';

/** Bytes between checks for the end of the slice. */
const PIECE = 16 * 1024;
/** Cost of a byte, in steps of a matcher. */
const STEPS_PER_BYTE = 4;
/** What making room and a text costs, however short: a request may have tens of thousands of them. */
const STEPS_PER_TEXT = 500;

/** Goes through a text piece by piece, and keeps what comes of it. */
export interface PiecewiseDecoder {
  /** To be called with positions that grow, the last at or beyond the end. */
  advance(until: number): void;
  /** Nothing comes of the rest. */
  readonly isOver?: boolean;
  result(): ByteString;
}

export function* decodeAll(
  decoder: PiecewiseDecoder,
  length: number,
  budget: ReadingBudget,
): Pausable<ByteString> {
  budget.steps += STEPS_PER_TEXT;
  for (let until = PIECE; ; until += PIECE) {
    decoder.advance(until);
    budget.steps += Math.min(PIECE, length) * STEPS_PER_BYTE;
    if (until >= length || decoder.isOver === true) return decoder.result();
    if (budget.isSliceOver) yield;
  }
}
