import type { ByteString } from '../../model/api.ts';
import { type SlicedPattern, testInSlices } from '../../model/pattern-in-slices.ts';
import { MUCH, type Pausable, type ReadingBudget } from '../../model/pausable.ts';
import { holdsCodedRun, holdsCodedRunInSlices, MIN_WITHIN } from '../request-readings/coded-runs.ts';
import { mayBeCoded } from '../request-readings/coded-text.ts';
import { MAX_DATABASE_SIGN, MAY_HAVE_DATABASE_READINGS } from '../request-readings/database-readings.ts';
import { separatorOf } from '../request-readings/table-cells.ts';

const FIRST_WORD = String.raw`(?:(?:j:)?[{["/)#<]|(?:query|mutation|subscription|fragment)\b)`;
const NOT_BLANK = /[^\s\0,]/;
/** The longest of them, and the byte behind it. */
const MAX_FIRST_WORD = 13;
const ANYWHERE = String.raw`[%\\\x80-\xff]|&[#a-zA-Z]|${MAY_HAVE_DATABASE_READINGS}`;

/** Matches values that may contain further encoded or structured content. */
export const REMARKABLE = new RegExp(String.raw`^[\s\0,]*${FIRST_WORD}|${ANYWHERE}`);
const STARTS = new RegExp(`^${FIRST_WORD}`);
/** What of them stands anywhere in a text. */
export const HOLDS: SlicedPattern = { pattern: new RegExp(ANYWHERE, 'g'), longest: MAX_DATABASE_SIGN };

/** Whether programs may make something else of a text than what it says. */
export const isRemarkableText = (text: ByteString): boolean =>
  REMARKABLE.test(text) ||
  mayBeCoded(text) ||
  (text.length >= MIN_WITHIN && (holdsCodedRun(text) || separatorOf(text) !== null));

/** The same with pauses, which only long ones need. */
export function* isRemarkableInSlices(text: ByteString, budget: ReadingBudget): Pausable<boolean> {
  if (text.length <= MUCH) return isRemarkableText(text);
  return (
    startsRemarkably(text) ||
    mayBeCoded(text) ||
    (yield* testInSlices(HOLDS, text, budget)) ||
    (yield* holdsCodedRunInSlices(text, budget)) ||
    separatorOf(text) !== null
  );
}

function startsRemarkably(text: ByteString): boolean {
  const first = NOT_BLANK.exec(text)?.index ?? text.length;
  return STARTS.test(text.slice(first, first + MAX_FIRST_WORD));
}
