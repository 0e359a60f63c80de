import type { ByteString } from '../../model/api.ts';
import { type Pausable, type ReadingBudget, runToEnd } from '../../model/pausable.ts';
import { decodeCharset } from '../body-processors/charset.ts';
import { decodeTransfer } from '../body-processors/transfer-encoding.ts';

const WORD = /=\?([^?\s]{1,60})\?([bq])\?([^?]*)\?=/gi;
/** Blanks between two words are no text (RFC 2047, section 6.2). */
const BETWEEN = /\?=[ \t\r\n]+=\?/g;

/**
 * `=?utf-8?B?…?=`: how mail writes what is not ASCII in headers. Names of parts have no such words by RFC 7578, yet those who
 * read them with a library for mail (Java, Python, Ruby) undo them. `null`: there are none.
 */
export function decodeWords(text: ByteString): ByteString | null {
  if (!text.includes('=?')) return null;
  const decoded = text
    .replace(BETWEEN, '?==?')
    .replace(WORD, (_word, charset: string, kind: string, content: ByteString) =>
      runToEnd(decodeWord(charset, kind.toLowerCase() === 'b', content)),
    );
  return decoded === text ? null : decoded;
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
