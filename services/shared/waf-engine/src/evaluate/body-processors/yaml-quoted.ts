import type { ByteString } from '../../model/api.ts';
import { PIECE } from './form-pairs.ts';
import { utf8 } from './wtf8.ts';

export interface QuotedScalar {
  readonly value: ByteString;
  /** Behind the closing quote; where none closes it, the end of the text. */
  readonly end: number;
}

const IN_DOUBLE = /["\\\r\n]/g;
const IN_SINGLE = /['\r\n]/g;
const HEX = /^[0-9A-Fa-f]+$/;
const MAX_CODE_POINT = 0x10ffff;
/** How many digits stand behind `\x`, `\u`, `\U`. */
const HEX_DIGITS: Readonly<Record<string, number>> = { x: 2, u: 4, U: 8 };
/** YAML 1.2.2, 5.7. Whatever else is escaped stands for itself. */
const ESCAPES: Readonly<Record<string, ByteString>> = {
  '0': '\0',
  a: '\x07',
  b: '\b',
  t: '\t',
  n: '\n',
  v: '\v',
  f: '\f',
  r: '\r',
  e: '\x1b',
  N: utf8(0x85),
  _: utf8(0xa0),
  L: utf8(0x2028),
  P: utf8(0x2029),
};

/** The scalar whose opening quote stands at `start`: escapes undone, lines folded. `null` every {@link PIECE} bytes. */
export function* readQuoted(text: ByteString, start: number): Generator<null, QuotedScalar> {
  const sign = text[start]!;
  const special = sign === '"' ? IN_DOUBLE : IN_SINGLE;
  /** Put together piece by piece, so that no pause is long because of all that came before it. */
  const done: ByteString[] = [];
  let pieces: ByteString[] = [];
  let told = start;
  for (let at = start + 1; ; ) {
    special.lastIndex = at;
    const found = special.exec(text)?.index ?? text.length;
    const next = text[found];
    const piece = text.slice(at, found);
    pieces.push(next === '\r' || next === '\n' ? piece.trimEnd() : piece);
    if (next === undefined || (next === sign && !(sign === "'" && text[found + 1] === sign)))
      return { value: [...done, ...pieces].join(''), end: Math.min(found + 1, text.length) };
    const { value, end } = meaningAt(text, found, sign);
    pieces.push(value);
    at = end;
    if (at - told < PIECE) continue;
    told = at;
    done.push(pieces.join(''));
    pieces = [];
    yield null;
  }
}

function meaningAt(text: ByteString, at: number, sign: string): QuotedScalar {
  if (text[at] === sign) return { value: sign, end: at + 2 };
  return text[at] === '\\' ? escapeAt(text, at) : foldAt(text, at);
}

function escapeAt(text: ByteString, at: number): QuotedScalar {
  const sign = text[at + 1] ?? '';
  // An escaped break leaves nothing.
  if (sign === '\n' || sign === '\r') return { value: '', end: pastBlanks(text, at + 1) };
  const digits = HEX_DIGITS[sign];
  if (digits === undefined) return { value: ESCAPES[sign] ?? sign, end: at + 1 + sign.length };
  const hex = text.slice(at + 2, at + 2 + digits);
  const code = HEX.test(hex) ? Number.parseInt(hex, 16) : Number.POSITIVE_INFINITY;
  if (code > MAX_CODE_POINT) return { value: sign, end: at + 2 };
  return { value: utf8(code), end: at + 2 + hex.length };
}

/** One break is a blank, each further one a break. */
function foldAt(text: ByteString, at: number): QuotedScalar {
  const end = pastBlanks(text, at);
  const breaks = breaksIn(text, at, end);
  return { value: breaks > 1 ? '\n'.repeat(breaks - 1) : ' ', end };
}

function pastBlanks(text: ByteString, from: number): number {
  let at = from;
  while (at < text.length && ' \t\r\n'.includes(text[at]!)) at++;
  return at;
}

function breaksIn(text: ByteString, from: number, to: number): number {
  let breaks = 0;
  for (let at = from; at < to; at++)
    if (text[at] === '\n' || (text[at] === '\r' && text[at + 1] !== '\n')) breaks++;
  return breaks;
}
