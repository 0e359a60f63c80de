import type { ByteString } from '../../model/api.ts';
import { transformations } from '../transformations/index.ts';
import { PIECE } from './form-pairs.ts';
import { utf8 } from './wtf8.ts';

/** Beyond ASCII; of that, undoing the escapes of JavaScript leaves only the lower byte. */
const UNICODE_ESCAPES = /\\\\|(?:\\u[0-9A-Fa-f]{4}){1,2}/g;

const unescaped = (raw: ByteString): ByteString =>
  transformations.jsdecode!.apply(raw.replace(UNICODE_ESCAPES, decodedEscapes));

function decodedEscapes(escapes: string): ByteString {
  // A character after an escaped backslash is not escaped.
  if (escapes === '\\\\') return escapes;
  const units = escapes.split('\\u').slice(1);
  const text = String.fromCharCode(...units.map((digits) => Number.parseInt(digits, 16)));
  // A backslash that comes out would escape what follows it.
  return Array.from(text, (character) =>
    character.codePointAt(0)! < 0x80 ? hexEscape(character) : utf8(character.codePointAt(0)!),
  ).join('');
}

const hexEscape = (character: string): string =>
  `\\x${character.charCodeAt(0).toString(16).padStart(2, '0')}`;

/** Escapes that JSON does not know; who is lenient drops the backslash (Ruby) or undoes them (JavaScript). */
const FOREIGN_ESCAPE = /\\[^"\\/bfnrtu]/;
const JSON_ESCAPE = /["\\/bfnrtu]/;
const BACKSLASH = /\\([\s\S])/g;
/** In JavaScript a line's end behind a backslash is left out (JSON5). */
const CONTINUED_LINE = /\\(?:[\r\n]|\xe2\x80[\xa8\xa9])/;
const CONTINUATIONS = /\\(?:\r\n|[\r\n]|\xe2\x80[\xa8\xa9]|[\s\S])/g;

const withoutContinuations = (raw: ByteString): ByteString =>
  raw.replace(CONTINUATIONS, (escaped) => (CONTINUED_LINE.test(escaped) ? '' : escaped));

/**
 * Unescaped strings in double quotes on one line: the values of a document that is almost JSON. Strings with escapes
 * are also read in single quotes (Gson, org.json), over several lines (Python, ujson) and beside comments with quotes
 * in them; others are in the text unchanged. Quotes of one kind may be inside those of the other. `null` every {@link
 * PIECE} bytes, as a point to pause.
 */
export function* quotedStrings(text: ByteString): Generator<ByteString | null> {
  yield* stringsIn(text, { quote: '"', isOneLine: true });
  if (!text.includes('\\')) return;
  yield* stringsIn(text, { quote: "'", isEscaped: true });
  if (text.includes("'")) {
    yield* stringsIn(text, { quote: "'", isEscaped: true, passesOver: '"' });
    yield* stringsIn(text, { quote: '"', isEscaped: true, passesOver: "'" });
  }
  if (text.includes('/*') || text.includes('//'))
    for (const commentEnd of commentEndsIn(text))
      for (const quote of ['"', BOTH_QUOTES]) yield* stringsIn(text, { quote, isEscaped: true, commentEnd });
  if (!text.includes('\n')) return;
  const goesOn = CONTINUED_LINE.test(text);
  for (const string of stringsIn(text, { quote: '"', isEscaped: true }))
    if (string === null || goesOn || string.includes('\n')) yield string;
}

const BOTH_QUOTES = '"\'';
const LINE_FEED = /\n/g;
const LINE_END = /[\r\n]/g;
/** Line terminators of JavaScript (JSON5). */
const ANY_LINE_END = /[\r\n]|\xe2\x80[\xa8\xa9]/g;

/** What ends a line, and with it a comment, to one reader or another. */
function commentEndsIn(text: ByteString): RegExp[] {
  const ends = [LINE_FEED];
  if (/\r(?!\n)/.test(text)) ends.push(LINE_END);
  if (/\xe2\x80[\xa8\xa9]/.test(text)) ends.push(ANY_LINE_END);
  return ends;
}

interface Wanted {
  /** One sign, or one of several. */
  readonly quote: string;
  readonly isOneLine?: boolean;
  /** Only with escapes. */
  readonly isEscaped?: boolean;
  /** Comments are skipped, and this ends one that begins with `//`. */
  readonly commentEnd?: RegExp;
  /** The other quote, between two of which none of the wanted ones opens a text. */
  readonly passesOver?: string;
}

function* stringsIn(text: ByteString, wanted: Wanted): Generator<ByteString | null> {
  const { quote, passesOver, commentEnd } = wanted;
  let open = '';
  let start = -1;
  let isEscaped = false;
  let pausedAt = 0;
  // Between texts nothing but the quote matters where no comment and no other quote does.
  const canLeap = commentEnd === undefined && passesOver === undefined && quote.length === 1;
  for (let at = 0; at < text.length; at++) {
    if (start < 0 && canLeap) {
      at = text.indexOf(quote, at);
      if (at < 0) return;
    }
    if (at - pausedAt >= PIECE) {
      pausedAt = at;
      yield null;
    }
    const character = text[at]!;
    if (character === '\n' && wanted.isOneLine) start = -1;
    else if (start < 0) {
      if (quote.includes(character) || character === passesOver) {
        open = character;
        start = at + 1;
        isEscaped = false;
      } else if (character === '/' && commentEnd !== undefined) {
        const end = endOfComment(text, at, commentEnd);
        if (end < 0) return;
        at = end;
      }
    } else if (character === '\\') {
      isEscaped = true;
      at++;
    } else if (character === open && open === passesOver) {
      start = -1;
    } else if (character === open) {
      const raw = text.slice(start, at);
      if (raw !== '' && (isEscaped || !wanted.isEscaped)) yield isEscaped ? unescaped(raw) : raw;
      if (isEscaped && CONTINUED_LINE.test(raw)) yield unescaped(withoutContinuations(raw));
      if (isEscaped && FOREIGN_ESCAPE.test(raw))
        yield unescaped(
          raw.replace(BACKSLASH, (both, sign: string) => (JSON_ESCAPE.test(sign) ? both : sign)),
        );
      start = -1;
    }
  }
  // Nothing closes the last one: to some it ends with the document.
  if (start >= 0 && isEscaped && open !== passesOver) yield unescaped(text.slice(start));
}

/** The last character of a comment that begins here, or this one if none does; -1: nothing ends it. */
function endOfComment(text: ByteString, at: number, lineEnd: RegExp): number {
  if (text.startsWith('//', at)) {
    lineEnd.lastIndex = at;
    return lineEnd.test(text) ? lineEnd.lastIndex - 1 : -1;
  }
  if (!text.startsWith('/*', at)) return at;
  const end = text.indexOf('*/', at + 2);
  return end < 0 ? -1 : end + 1;
}
