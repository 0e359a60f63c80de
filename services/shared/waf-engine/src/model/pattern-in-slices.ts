import type { ByteString } from './api.ts';
import { endsSlice, MUCH, type Pausable, type ReadingBudget, STEPS_PER_ITEM } from './pausable.ts';

/** Looked through at a stretch. */
const PIECE = 8 * 1024;

/**
 * An expression of V8's that is asked of values of any length. It has the flag `g`, so that it can be asked from a place on; it
 * looks at one byte before a match at most, and a match with all that it looks at is no longer than `longest`, so that a piece of a
 * long text can be cut off behind that much.
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

/** Where it first matches from a place on; -1: nowhere. */
export function* searchInSlices(
  { pattern, longest }: SlicedPattern,
  text: ByteString,
  start: number,
  budget: ReadingBudget,
): Pausable<number> {
  for (let from = start; ; from += PIECE) {
    const begin = Math.max(0, from - 1);
    pattern.lastIndex = from - begin;
    // Behind the piece the window may end within what a match looks at: the next one sees it whole.
    const match = pattern.exec(text.slice(begin, from + PIECE + longest));
    if (match !== null && begin + match.index < from + PIECE) return begin + match.index;
    if (from + PIECE >= text.length) return -1;
    if (endsSlice(budget, PIECE)) yield;
  }
}

/** What `replaceAll` gives. */
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
