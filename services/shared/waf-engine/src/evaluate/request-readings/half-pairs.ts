import type { ByteString } from '../../model/api.ts';
import { endsSlice, type Pausable, type ReadingBudget } from '../../model/pausable.ts';
import { utf8 } from '../body-processors/wtf8.ts';

const REPLACEMENT = '\xef\xbf\xbd';
const HALF_BYTES = 3;
const FIRST_BYTE = '\xed';
/** Half a pair of surrogates, with the character behind it; where that is a backslash, with what it would escape. */
const HALF_PAIRS =
  /\xed[\xa0-\xaf][\x80-\xbf](?!\xed[\xb0-\xbf])(?:\\(?:u[0-9A-Fa-f]{4}|["\\/bfnrt])|[\s\S]?)/g;
const ESCAPE_BEHIND = /\xed[\xa0-\xaf][\x80-\xbf]\\["\\/bfnrtu]/;
/** The following character: an escaped one only loses its backslash. */
const ESCAPED_BEHIND: Readonly<Record<string, string>> = {
  '"': '"',
  '\\': '\\',
  '/': '/',
  '\b': 'b',
  '\f': 'f',
  '\n': 'n',
  '\r': 'r',
  '\t': 't',
};
const ESCAPED_SIGNS = new Map(Object.entries(ESCAPED_BEHIND).map(([escaped, sign]) => [sign, escaped]));
/** If there are more, all are read in the same way. */
const MAX_READ_APART = 4;
/** Put together at once, so that no pause is long because of all that came before it. */
const PIECES_AT_ONCE = 512;

/**
 * An unpaired surrogate from an escape, and the character after it, become one question mark or replacement character
 * in Ruby's JSON; raw bytes stay; of an escape after it the backslash is dropped and its character stays; of two
 * backslashes one is dropped, so that what follows is escaped. The original cannot be told any more: each may have been
 * either.
 */
export function* halfPairReadings(text: ByteString, budget: ReadingBudget): Pausable<ByteString[]> {
  const count = countUpTo(MAX_READ_APART + 1, text);
  const all = 2 ** Math.min(count, MAX_READ_APART) - 1;
  const readings: ByteString[] = [];
  const forms = count > 0 && ESCAPE_BEHIND.test(text) ? [...WRITTEN, withEscape] : WRITTEN;
  for (let chosen = count > MAX_READ_APART ? all : 1; chosen <= all; chosen++)
    for (const written of forms)
      readings.push(
        yield* readingOf(text, written, (index) => ((chosen >> (index % MAX_READ_APART)) & 1) === 1, budget),
      );
  return readings;
}

/** Replacement of an unpaired surrogate and the character after it. */
type Written = (behind: string) => ByteString;

const WRITTEN: readonly Written[] = [
  (behind) => `?${behind.slice(1)}`,
  (behind) => `${REPLACEMENT}${behind.slice(1)}`,
  (behind) => `?${ESCAPED_BEHIND[behind.charAt(0)] ?? ''}${behind.slice(1)}`,
];

const withEscape: Written = (behind) => {
  if (behind.length <= 1) return '?';
  const sign = behind.charAt(1);
  if (sign === 'u') return `?${utf8(Number.parseInt(behind.slice(2), 16))}`;
  return `?${ESCAPED_SIGNS.get(sign) ?? sign}`;
};

function countUpTo(most: number, text: ByteString): number {
  if (!text.includes(FIRST_BYTE)) return 0;
  let count = 0;
  HALF_PAIRS.lastIndex = 0;
  while (count < most && HALF_PAIRS.test(text)) count++;
  return count;
}

function* readingOf(
  text: ByteString,
  written: Written,
  isRead: (index: number) => boolean,
  budget: ReadingBudget,
): Pausable<ByteString> {
  const done: ByteString[] = [];
  let pieces: ByteString[] = [];
  let end = 0;
  for (let index = 0; ; index++) {
    HALF_PAIRS.lastIndex = end; // Others search meanwhile.
    const pair = HALF_PAIRS.exec(text);
    if (pair === null) break;
    pieces.push(text.slice(end, pair.index), isRead(index) ? written(pair[0].slice(HALF_BYTES)) : pair[0]);
    if (endsSlice(budget, pair.index + pair[0].length - end)) yield;
    end = pair.index + pair[0].length;
    if (pieces.length < PIECES_AT_ONCE) continue;
    done.push(pieces.join(''));
    pieces = [];
  }
  if (endsSlice(budget, text.length - end)) yield;
  return `${done.join('')}${pieces.join('')}${text.slice(end)}`;
}
