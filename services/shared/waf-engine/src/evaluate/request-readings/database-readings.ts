import type { ByteString } from '../../model/api.ts';
import { alone, endsSlice, type Pausable, type ReadingBudget } from '../../model/pausable.ts';
import { MAX_LINE_COMMENT } from '../body-processors/odd-bytes.ts';

/** Behind a word, a quote or a bracket. */
const BEHIND = String.raw`(?<=[\w'"\x60)\]])`;
/** Controls are blanks to SQL Server; the byte 0xA0, where it is no part of a character, to MySQL. */
const ODD_BLANK = String.raw`${BEHIND}[\x01-\x08\x0e-\x1f\xa0]`;
/** A comment to the end of its line, from a word to another one. What people write has a blank behind such signs. */
const LINE_COMMENT = String.raw`(?:${BEHIND}|(?<=\n))(?:#|--)\w{0,${MAX_LINE_COMMENT}}\r?\n`;
/** MySQL runs what stands in such a comment. */
const MYSQL_COMMENT = String.raw`/\*!`;
const COMMENT_IN_WORD = String.raw`[a-zA-Z]/\*[^*]{0,40}\*/[a-zA-Z]`;
/** Signs that are escaped by a percent sign each, though none of them has to be. */
const PERCENT_SIGNS = String.raw`(?:%[^%\s]){3}`;

const ANY = new RegExp([ODD_BLANK, LINE_COMMENT, MYSQL_COMMENT, COMMENT_IN_WORD, PERCENT_SIGNS].join('|'));
const READINGS: readonly (readonly [sign: RegExp, left: RegExp, replacement: string])[] = [
  [
    new RegExp(`${ODD_BLANK}|${LINE_COMMENT}|${MYSQL_COMMENT}`),
    new RegExp(String.raw`${ODD_BLANK}|${LINE_COMMENT}|${MYSQL_COMMENT}[0-9]{0,6}|\*/`, 'g'),
    ' ',
  ],
  [new RegExp(COMMENT_IN_WORD), /\/\*[^*]{0,40}\*\//g, ''],
  [new RegExp(PERCENT_SIGNS), /%(?![0-9a-f]{2})/gi, ''],
];

/** Asked of every value together with other questions, so that nearly none is read so. */
export const MAY_HAVE_DATABASE_READINGS = String.raw`[\x01-\x08\x0e-\x1f]|/\*|${LINE_COMMENT}`;

/** Asked first, of what is read: nearly all of that ends here. */
export const hasDatabaseReadings = (text: ByteString): boolean => ANY.test(text);

/**
 * How databases, and what stands before them, take a text apart: words of a statement with blanks between them that are none to anyone
 * else; words without the comments in them, for filters that take those out; and without percent signs that escape nothing, which
 * old ASP leaves out.
 */
export function* databaseReadings(text: ByteString, budget: ReadingBudget): Pausable<ByteString[]> {
  const found: ByteString[] = [];
  for (const [sign, left, replacement] of READINGS) {
    if (endsSlice(budget, text.length)) yield;
    if (sign.test(text)) found.push(yield* alone(budget, text.length, () => text.replace(left, replacement)));
  }
  return found;
}
