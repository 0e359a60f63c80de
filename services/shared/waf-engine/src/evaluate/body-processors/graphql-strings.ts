import type { ByteString } from '../../model/api.ts';
import { PIECE } from './form-pairs.ts';
import { utf8 } from './wtf8.ts';

/** An operation, or a selection without a word before it; between two tokens commas are blanks. */
const START =
  /(?:[\s,]|#[^\n\r]{0,1024}[\n\r]|\xef\xbb\xbf){0,1024}(?:(?:query|mutation|subscription|fragment)\b[^{]{0,4096}\{|\{(?:[\s,]|#[^\n\r]{0,1024}[\n\r]|\xef\xbb\xbf){0,1024}(?:[A-Za-z_]|\.\.\.))/y;
const BLOCK = '"""';
const SPECIAL = /["#]/g;
const LINE_BREAK = /[\r\n]/g;
const IN_QUOTES = /["\\\r\n]/g;
const BLOCK_END = /\\?"""/g;
const LINES = /\r\n|\r|\n/;
const HEX = /^[0-9A-Fa-f]+$/;
const MAX_CODE_POINT = 0x10ffff;
const MAX_DIGITS = 32;
const ESCAPES: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' };

/** Whether a text may be a document of GraphQL; blanks, marks and comments before it do not count. */
export function isGraphql(text: ByteString, start: number): boolean {
  START.lastIndex = start;
  return START.test(text);
}

/**
 * String values of a GraphQL document as its server gets them: unescaped, block strings without their indentation.
 * Strings in comments do not count. `null` every {@link PIECE} bytes, as a point to pause.
 */
export function* graphqlStrings(text: ByteString): Generator<ByteString | null> {
  let pausedAt = 0;
  for (let at = 0; ; ) {
    if (at - pausedAt >= PIECE) {
      pausedAt = at;
      yield null;
    }
    SPECIAL.lastIndex = at;
    const found = SPECIAL.exec(text);
    if (found === null) return;
    if (found[0] === '#') at = endOfLine(text, found.index);
    else if (text.startsWith(BLOCK, found.index)) {
      const end = endOfBlock(text, found.index + BLOCK.length);
      yield blockText(text.slice(found.index + BLOCK.length, end));
      at = end + BLOCK.length;
    } else {
      const end = yield* endOfText(text, found.index + 1);
      yield yield* unescaped(text.slice(found.index + 1, end));
      at = end + 1;
    }
  }
}

function endOfLine(text: ByteString, from: number): number {
  LINE_BREAK.lastIndex = from;
  return LINE_BREAK.exec(text)?.index ?? text.length;
}

function endOfBlock(text: ByteString, from: number): number {
  BLOCK_END.lastIndex = from;
  for (let end = BLOCK_END.exec(text); end !== null; end = BLOCK_END.exec(text))
    if (end[0] === BLOCK) return end.index;
  return text.length;
}

/** Where it is closed, or its line ends. */
function* endOfText(text: ByteString, from: number): Generator<null, number> {
  let pausedAt = from;
  for (let at = from; ; ) {
    IN_QUOTES.lastIndex = at;
    const end = IN_QUOTES.exec(text);
    if (end === null) return text.length;
    if (end[0] !== '\\') return end.index;
    at = end.index + 2;
    if (at - pausedAt < PIECE) continue;
    pausedAt = at;
    yield null;
  }
}

/** Its indentation is blanks before others: of a long one they may stay. */
function blockText(raw: ByteString): ByteString {
  const text = raw.replaceAll(`\\${BLOCK}`, BLOCK);
  if (text.length > PIECE) return text;
  const [first = '', ...lines] = text.split(LINES);
  const indents = lines.filter((line) => line.trim() !== '').map(indentOf);
  const indent = indents.reduce((least, one) => Math.min(least, one), PIECE);
  return [first, ...lines.map((line) => line.slice(indent))].join('\n').trim();
}

const indentOf = (line: ByteString): number => line.length - line.trimStart().length;

/** `\n`, `\u003c`, `\u{3c}`; two halves of a pair are one character. */
function* unescaped(raw: ByteString): Generator<null, ByteString> {
  if (!raw.includes('\\')) return raw;
  const done: ByteString[] = [];
  let pieces: ByteString[] = [];
  let from = 0;
  let pausedAt = 0;
  for (let at = raw.indexOf('\\'); at >= 0; at = raw.indexOf('\\', from)) {
    pieces.push(raw.slice(from, at));
    if (at - pausedAt >= PIECE) {
      pausedAt = at;
      done.push(pieces.join(''));
      pieces = [];
      yield null;
    }
    const sign = raw.charAt(at + 1);
    const code = sign === 'u' ? codeAt(raw, at + 2) : null;
    if (code === null) {
      pieces.push(ESCAPES[sign] ?? sign);
      from = at + 2;
    } else {
      pieces.push(utf8(code.value));
      from = code.end;
    }
  }
  return [...done, ...pieces, raw.slice(from)].join('');
}

function codeAt(raw: ByteString, at: number): { value: number; end: number } | null {
  if (raw[at] === '{') {
    const close = raw.slice(at, at + MAX_DIGITS + 2).indexOf('}');
    const digits = close < 0 ? '' : raw.slice(at + 1, at + close);
    const value = HEX.test(digits) ? Number.parseInt(digits, 16) : Number.POSITIVE_INFINITY;
    return value > MAX_CODE_POINT ? null : { value, end: at + close + 1 };
  }
  const digits = raw.slice(at, at + 4);
  if (digits.length < 4 || !HEX.test(digits)) return null;
  const value = Number.parseInt(digits, 16);
  if (value < 0xd800 || value > 0xdbff || !raw.startsWith('\\u', at + 4)) return { value, end: at + 4 };
  const second = raw.slice(at + 6, at + 10);
  const low = second.length === 4 && HEX.test(second) ? Number.parseInt(second, 16) : 0;
  if (low < 0xdc00 || low > 0xdfff) return { value, end: at + 4 };
  return { value: 0x10000 + ((value - 0xd800) << 10) + (low - 0xdc00), end: at + 10 };
}
