import type { ByteString } from '../../model/api.ts';
import { type Pausable, type ReadingBudget, runToEnd } from '../../model/pausable.ts';
import { decodeCharset } from './charset.ts';
import { decodeTransfer } from './transfer-encoding.ts';

const WORD = /=\?([^?\s]{1,60})\?([bq])\?([^?]*)\?=/gi;
/** A word, and what follows it without a blank that is no further one. */
const BEHIND_WORD = /(=\?[^?\s]{1,60}\?[bq]\?[^?\s]*\?=)(?!=\?)[^\s=][^\s]*/gi;
/** Blanks between two words are no text (RFC 2047, section 6.2). */
const BETWEEN = /\?=[ \t\r\n]+=\?/g;

/**
 * `=?utf-8?B?…?=`: how mail writes what is not ASCII in headers. Names of parts have no such words by RFC 7578, yet those who
 * read them with a library for mail (Java, Python, Ruby) undo them. Some drop what follows a word up to the next blank (Tomcat).
 */
export function decodeWords(text: ByteString): ByteString[] {
  if (!text.includes('=?')) return [];
  const joined = text.replace(BETWEEN, '?==?');
  const readings = [joined, joined.replace(BEHIND_WORD, '$1')].map((words) =>
    words.replace(WORD, (_word, charset: string, kind: string, content: ByteString) =>
      runToEnd(decodeWord(charset, kind.toLowerCase() === 'b', content)),
    ),
  );
  return [...new Set(readings)].filter((decoded) => decoded !== text);
}

/** A part's header has 4 KB at most: nothing to pause in. */
const BUDGET: ReadingBudget = { steps: 0, isSliceOver: false };

function* decodeWord(charset: string, isBase64: boolean, content: ByteString): Pausable<ByteString> {
  const bytes = isBase64
    ? yield* decodeTransfer('base64', content, BUDGET)
    : yield* decodeTransfer('quoted-printable', content.replaceAll('_', ' '), BUDGET);
  // A language may follow (RFC 2231, section 5).
  const text = yield* decodeCharset(charset.split('*', 1)[0]!.toLowerCase(), bytes!, BUDGET);
  return text === 'same' || text === 'unknown' ? bytes! : text;
}
