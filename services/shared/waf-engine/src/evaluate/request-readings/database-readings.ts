import type { ByteString } from '../../model/api.ts';
import { replaceInSlices, type SlicedPattern, testInSlices } from '../../model/pattern-in-slices.ts';
import { MUCH, type Pausable, type ReadingBudget } from '../../model/pausable.ts';
import { MAX_LINE_COMMENT } from '../body-processors/odd-bytes.ts';

/** Behind a word, a quote or a bracket. */
const BEHIND = String.raw`(?<=[\w'"\x60)\]])`;
/** Controls are blanks to SQL Server; the byte 0xA0, where it is no part of a character, to MySQL. */
const ODD_BLANK = String.raw`${BEHIND}[\x01-\x08\x0e-\x1f\xa0]`;
/** A comment to the end of its line, from a word to another one. What people write has a blank behind such signs. */
const LINE_COMMENT = String.raw`(?:${BEHIND}|(?<=\n))(?:#|--)\w{0,${MAX_LINE_COMMENT}}\r?\n`;
/** MySQL executes the content of such a comment. */
const MYSQL_COMMENT = String.raw`/\*!`;
const COMMENT_IN_WORD = String.raw`[a-zA-Z]/\*[^*]{0,40}\*/[a-zA-Z]`;
/** Signs that are escaped by a percent sign each, though none of them has to be. */
const PERCENT_SIGNS = String.raw`(?:%[^%\s]){3}`;

/** A comment is the longest of them. */
export const MAX_DATABASE_SIGN = MAX_LINE_COMMENT + 8;
const sliced = (source: string, flags = 'g'): SlicedPattern => ({
  pattern: new RegExp(source, flags),
  longest: MAX_DATABASE_SIGN,
});

const ANY = new RegExp([ODD_BLANK, LINE_COMMENT, MYSQL_COMMENT, COMMENT_IN_WORD, PERCENT_SIGNS].join('|'));
export const READINGS: readonly (readonly [sign: SlicedPattern, left: SlicedPattern, replacement: string])[] =
  [
    [
      sliced(`${ODD_BLANK}|${LINE_COMMENT}|${MYSQL_COMMENT}`),
      sliced(String.raw`${ODD_BLANK}|${LINE_COMMENT}|${MYSQL_COMMENT}[0-9]{0,6}|\*/`),
      ' ',
    ],
    [sliced(COMMENT_IN_WORD), sliced(String.raw`/\*[^*]{0,40}\*/`), ''],
    [sliced(PERCENT_SIGNS), sliced('%(?![0-9a-f]{2})', 'gi'), ''],
  ];

const NO_READINGS: readonly ByteString[] = [];

/** Asked of every value together with other questions, so that nearly none is read so. */
export const MAY_HAVE_DATABASE_READINGS = String.raw`[\x01-\x08\x0e-\x1f]|/\*|${LINE_COMMENT}`;

/**
 * How databases, and what stands before them, take a text apart: words of a statement with blanks between them that are none to anyone
 * else; words without the comments in them, for filters that take those out; and without percent signs that escape nothing, which
 * old ASP leaves out.
 */
export function* databaseReadings(text: ByteString, budget: ReadingBudget): Pausable<readonly ByteString[]> {
  // Nearly all texts need no further reading.
  if (text.length <= MUCH && !ANY.test(text)) return NO_READINGS;
  const found: ByteString[] = [];
  for (const [sign, left, replacement] of READINGS)
    if (yield* testInSlices(sign, text, budget))
      found.push(yield* replaceInSlices(left, text, replacement, budget));
  return found;
}
