import type { ByteString } from '../../model/api.ts';
import { type SlicedPattern, searchInSlices, testInSlices } from '../../model/pattern-in-slices.ts';
import { endsSlice, type ReadingBudget } from '../../model/pausable.ts';
import { percentDecodeInSlices } from '../body-processors/percent-decoding.ts';

/** A pair whose name continues after an equals sign, up to a bracket. */
export const BRACKET: SlicedPattern = { pattern: /(?:\]|%5[dD])=/g, longest: 4 };
/** A bracket before its equals sign, escaped. */
const BEFORE_EQUALS = 3;

/**
 * `a=1 or b]=x`: qs, which Express reads queries and forms with, looks for `]=` before it looks for `=`, so that what is a
 * value to all others is a name for it. `undefined`: a moment to pause.
 */
export function* bracketNames(text: ByteString, budget: ReadingBudget): Generator<ByteString | undefined> {
  if (!(yield* testInSlices(BRACKET, text, budget))) return;
  for (let start = 0; start < text.length; ) {
    const next = text.indexOf('&', start);
    const end = next < 0 ? text.length : next;
    const pair = text.slice(start, end);
    if (endsSlice(budget, pair.length)) yield;
    start = end + 1;
    const equals = pair.indexOf('=');
    if (equals < 0) continue;
    const bracket = yield* searchInSlices(BRACKET, pair, Math.max(0, equals - BEFORE_EQUALS), budget);
    if (bracket > equals)
      yield yield* percentDecodeInSlices(pair.slice(0, pair.indexOf('=', bracket)), true, budget);
  }
}
