import type { ByteString } from './api.ts';
import { endsSlice, MUCH, type Pausable, type ReadingBudget, STEPS_PER_ITEM } from './pausable.ts';

/** Bytes searched between two pauses. */
const PIECE = 8 * 1024;

/**
 * A V8 regular expression for values of any length. It has the flag `g`, to search from an offset. It examines at most
 * one byte before a match, and a match with its lookahead is no longer than `longest`, so that text can be cut into
 * overlapping pieces.
 */
export interface SlicedPattern {
  readonly pattern: RegExp;
  readonly longest: number;
}

/** Whether it matches anywhere. */
export function* testInSlices(
  pattern: SlicedPattern,
  text: ByteString,
  budget: ReadingBudget,
): Pausable<boolean> {
  return (yield* searchInSlices(pattern, text, 0, budget)) >= 0;
}

/** Offset of the first match from a position on; -1: none. */
export function* searchInSlices(
  { pattern, longest }: SlicedPattern,
  text: ByteString,
  start: number,
  budget: ReadingBudget,
): Pausable<number> {
  for (let from = start; ; from += PIECE) {
    const begin = Math.max(0, from - 1);
    pattern.lastIndex = from - begin;
    // A match near the end of the window may be cut off; the next window contains it whole.
    const match = pattern.exec(text.slice(begin, from + PIECE + longest));
    if (match !== null && begin + match.index < from + PIECE) return begin + match.index;
    if (from + PIECE >= text.length) return -1;
    if (endsSlice(budget, PIECE)) yield;
  }
}

/** As `String.replaceAll`. */
export function* replaceInSlices(
  { pattern, longest }: SlicedPattern,
  text: ByteString,
  replacement: string,
  budget: ReadingBudget,
): Pausable<ByteString> {
  if (text.length <= MUCH) return text.replaceAll(pattern, () => replacement);
  const pieces: ByteString[] = [];
  for (let from = 0; from < text.length; ) {
    const until = Math.min(from + PIECE, text.length);
    const begin = Math.max(0, from - 1);
    const window = text.slice(begin, until + longest);
    const parts: ByteString[] = [];
    let copied = from - begin;
    pattern.lastIndex = copied;
    for (let match = pattern.exec(window); match !== null; match = pattern.exec(window)) {
      if (begin + match.index >= until) break;
      parts.push(window.slice(copied, match.index), replacement);
      copied = pattern.lastIndex;
    }
    if (begin + copied < until) {
      parts.push(window.slice(copied, until - begin));
      copied = until - begin;
    }
    pieces.push(parts.join(''));
    budget.steps += parts.length * STEPS_PER_ITEM;
    if (endsSlice(budget, begin + copied - from)) yield;
    from = begin + copied;
  }
  return pieces.join('');
}
