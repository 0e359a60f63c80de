import type { ByteString } from '../../model/api.ts';
import { PIECE } from './form-pairs.ts';
import { utf8 } from './wtf8.ts';
import { isDocumentMark } from './yaml-marks.ts';

export interface QuotedScalar {
  readonly value: ByteString;
  /** To a reader that leaves out all breaks behind an escaped one (js-yaml), if that makes a difference. */
  readonly solid?: ByteString;
  /** Behind the closing quote; where none closes it, the end of the text. */
  readonly end: number;
}

const IN_DOUBLE = /["\\\r\n]/g;
const IN_SINGLE = /['\r\n]/g;
const HEX = /^[0-9A-Fa-f]+$/;
/** Each of them is a text of its own until they are joined. */
const PIECES_AT_ONCE = 512;
const MAX_CODE_POINT = 0x10ffff;
/** Number of digits after `\x`, `\u`, `\U`. */
const HEX_DIGITS: Readonly<Record<string, number>> = { x: 2, u: 4, U: 8 };
/** YAML 1.2.2, 5.7. Any other escaped character is itself. */
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

/** The scalar whose opening quote stands at `start`: escapes undone, lines folded. `null` every {@link PIECE} bytes and {@link PIECES_AT_ONCE}. */
export function* readQuoted(text: ByteString, start: number): Generator<null, QuotedScalar> {
  const sign = text[start]!;
  const special = sign === '"' ? IN_DOUBLE : IN_SINGLE;
  const whole = new Pieces();
  let solid: Pieces | null = null;
  let pausedAt = start;
  let pieces = 0;
  for (let at = start + 1; ; ) {
    special.lastIndex = at;
    const found = special.exec(text)?.index ?? text.length;
    const next = text[found];
    const piece = text.slice(at, found);
    const isBreak = next === '\r' || next === '\n';
    const kept = isBreak ? piece.trimEnd() : piece;
    whole.add(kept);
    solid?.add(kept);
    if (isBreak ? isLastLine(text, found) : isClosed(text, found, sign)) {
      const scalar = { value: whole.text(), end: Math.min(isBreak ? found : found + 1, text.length) };
      return solid === null ? scalar : { ...scalar, solid: solid.text() };
    }
    const meaning = meaningAt(text, found, sign);
    if (meaning.solid !== undefined) solid ??= whole.copy();
    whole.add(meaning.value);
    solid?.add(meaning.solid ?? meaning.value);
    at = meaning.end;
    if (at - pausedAt < PIECE && ++pieces < PIECES_AT_ONCE) continue;
    pausedAt = at;
    pieces = 0;
    whole.join();
    solid?.join();
    yield null;
  }
}

/** Put together piece by piece, so that no pause is long because of all that came before it. */
class Pieces {
  private readonly done: ByteString[];
  private last: ByteString[];

  constructor(done: ByteString[] = [], last: ByteString[] = []) {
    this.done = done;
    this.last = last;
  }

  copy(): Pieces {
    return new Pieces([...this.done], [...this.last]);
  }

  add(piece: ByteString): void {
    this.last.push(piece);
  }

  join(): void {
    this.done.push(this.last.join(''));
    this.last = [];
  }

  text(): ByteString {
    return [...this.done, ...this.last].join('');
  }
}

/** By its quote, of which two in a row are one of the text where they are single, or by the end of all. */
const isClosed = (text: ByteString, at: number, sign: string): boolean =>
  at >= text.length || (text[at] === sign && !(sign === "'" && text[at + 1] === sign));

/** The next line that is not blank is the mark of a document. */
function isLastLine(text: ByteString, lineEnd: number): boolean {
  const next = pastBreaks(text, lineEnd);
  return '\r\n'.includes(text[next - 1]!) && isDocumentMark(text, next);
}

function meaningAt(text: ByteString, at: number, sign: string): QuotedScalar {
  if (text[at] === sign) return { value: sign, end: at + 2 };
  return text[at] === '\\' ? escapeAt(text, at) : foldAt(text, at);
}

function escapeAt(text: ByteString, at: number): QuotedScalar {
  const sign = text[at + 1] ?? '';
  // An escaped break leaves nothing, each further one a break.
  if (sign === '\n' || sign === '\r') {
    const end = pastBreaks(text, at + 1);
    const breaks = breaksIn(text, at + 1, end);
    return breaks > 1 ? { value: '\n'.repeat(breaks - 1), solid: '', end } : { value: '', end };
  }
  const digits = HEX_DIGITS[sign];
  if (digits === undefined) return { value: ESCAPES[sign] ?? sign, end: at + 1 + sign.length };
  const hex = text.slice(at + 2, at + 2 + digits);
  const code = HEX.test(hex) ? Number.parseInt(hex, 16) : Number.POSITIVE_INFINITY;
  if (code > MAX_CODE_POINT) return { value: sign, end: at + 2 };
  return { value: utf8(code), end: at + 2 + hex.length };
}

/** One break is a blank, each further one a break. */
function foldAt(text: ByteString, at: number): QuotedScalar {
  const end = pastBreaks(text, at);
  const breaks = breaksIn(text, at, end);
  return { value: breaks > 1 ? '\n'.repeat(breaks - 1) : ' ', end };
}

function pastBreaks(text: ByteString, from: number): number {
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
