import type { ByteString } from '../../model/api.ts';
import { PIECE } from './form-pairs.ts';

/** Calendars (RFC 5545) and cards (RFC 6350, and vCard 2.1 of telephones). */
const BEGINS = /^(?:\xef\xbb\xbf)?\s{0,8}BEGIN:V[A-Z]{3,20}\s/i;
/** The name of a property with its parameters, in which quotes may hold a colon. */
const PROPERTY = /^[\w.-]{1,80}((?:;(?:[^";:]|"[^"]*")*)*):/;
/** Of a longer beginning, the value is what the whole text is judged as anyway. */
const MAX_HEAD = 4096;
const QUOTED_PRINTABLE = /;(?:ENCODING=)?QUOTED-PRINTABLE(?=;|$)/i;
const ESCAPED_BYTE = /=([0-9A-F]{2})/gi;
const ESCAPE = /\\([\\,;:nN])/g;
/** Beside a quote an escaped semicolon stays: a name in quotes and a sentence behind it would be read as SQL. */
const ESCAPE_OF_LINE = /\\([\\nN])/g;
const QUOTE = /['"`]/;
const BEGINS_WORD = /^[\w\x80-\xff]/;
/** A longer value is told as it stands. */
const MAX_UNDONE = 64 * 1024;

export const isContentLines = (text: ByteString): boolean => BEGINS.test(text);

/**
 * What the properties say, as programs hand it on: folded lines joined, quoted-printable and escapes undone. `null` every
 * {@link PIECE} bytes: a moment to pause.
 * @param isJudged the text itself is judged as a whole: of a value that stands there as it is, behind its property's name, only what
 *   begins with a sign says more by itself
 */
export function* contentLineValues(text: ByteString, isJudged = false): Generator<ByteString | null> {
  let pausedAt = 0;
  for (let at = 0; at < text.length; ) {
    let end = lineEnd(text, at);
    const first = text.slice(at, end);
    const property = PROPERTY.exec(first.slice(0, MAX_HEAD));
    const isCoded = property !== null && QUOTED_PRINTABLE.test(property[1]!);
    const pieces = [first];
    for (at = pastBreak(text, end); at < text.length; at = pastBreak(text, end)) {
      const isSoft = isCoded && text[end - 1] === '=';
      if (isSoft) pieces.push(pieces.pop()!.slice(0, -1));
      else if (text[at] === ' ' || text[at] === '\t') at++;
      else break;
      end = lineEnd(text, at);
      pieces.push(text.slice(at, end));
      if (at - pausedAt < PIECE) continue;
      pausedAt = at;
      yield null;
    }
    if (property !== null) {
      const written = pieces.join('').slice(property[0].length);
      const value = written.length > MAX_UNDONE ? written : undone(written, isCoded);
      const isSeen = isJudged && pieces.length === 1 && value === written && BEGINS_WORD.test(value);
      if (value !== '' && !isSeen) yield value;
    }
    if (at - pausedAt < PIECE) continue;
    pausedAt = at;
    yield null;
  }
}

function undone(value: ByteString, isCoded: boolean): ByteString {
  const bytes = isCoded
    ? value.replaceAll(ESCAPED_BYTE, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 16)))
    : value;
  return bytes.replaceAll(QUOTE.test(bytes) ? ESCAPE_OF_LINE : ESCAPE, (_, sign: string) =>
    sign === 'n' || sign === 'N' ? '\n' : sign,
  );
}

/** Where it ends, without its break. */
function lineEnd(text: ByteString, from: number): number {
  const feed = text.indexOf('\n', from);
  const end = feed < 0 ? text.length : feed;
  return end > from && text[end - 1] === '\r' ? end - 1 : end;
}

const pastBreak = (text: ByteString, end: number): number => end + (text[end] === '\r' ? 2 : 1);
