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
    const isEscapedBreak = next === '\\' && isLineBreak(text[found + 1]);
    const folds = isBreak || isEscapedBreak ? yield* breaksBehind(text, isBreak ? found : found + 1) : null;
    const kept = isBreak ? piece.trimEnd() : piece;
    whole.add(kept);
    solid?.add(kept);
    if (isBreak ? isLastLine(text, folds!.end) : isClosed(text, found, sign)) {
      const scalar = { value: whole.text(), end: Math.min(isBreak ? found : found + 1, text.length) };
      return solid === null ? scalar : { ...scalar, solid: solid.text() };
    }
    const meaning = folds === null ? meaningAt(text, found, sign) : foldOf(folds, isEscapedBreak);
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

/** The next line that is not blank, here, is the mark of a document. */
const isLastLine = (text: ByteString, next: number): boolean =>
  isLineBreak(text[next - 1]) && isDocumentMark(text, next);

const isLineBreak = (sign: string | undefined): boolean => sign === '\n' || sign === '\r';

function meaningAt(text: ByteString, at: number, sign: string): QuotedScalar {
  if (text[at] === sign) return { value: sign, end: at + 2 };
  return escapeAt(text, at);
}

function escapeAt(text: ByteString, at: number): QuotedScalar {
  const sign = text[at + 1] ?? '';
  const digits = HEX_DIGITS[sign];
  if (digits === undefined) return { value: ESCAPES[sign] ?? sign, end: at + 1 + sign.length };
  const hex = text.slice(at + 2, at + 2 + digits);
  const code = HEX.test(hex) ? Number.parseInt(hex, 16) : Number.POSITIVE_INFINITY;
  if (code > MAX_CODE_POINT) return { value: sign, end: at + 2 };
  return { value: utf8(code), end: at + 2 + hex.length };
}

interface Folds {
  readonly breaks: number;
  /** Behind all blanks and breaks. */
  readonly end: number;
}

/** One break is a blank, an escaped one nothing, each further one a break. */
function foldOf({ breaks, end }: Folds, isEscaped: boolean): QuotedScalar {
  if (breaks <= 1) return { value: isEscaped ? '' : ' ', end };
  const value = '\n'.repeat(breaks - 1);
  return isEscaped ? { value, solid: '', end } : { value, end };
}

/** The breaks and blanks from here on. `null` every {@link PIECE} bytes. */
function* breaksBehind(text: ByteString, from: number): Generator<null, Folds> {
  let breaks = 0;
  let at = from;
  for (; at < text.length && ' \t\r\n'.includes(text[at]!); at++) {
    if (text[at] === '\n' || (text[at] === '\r' && text[at + 1] !== '\n')) breaks++;
    if ((at - from) % PIECE === PIECE - 1) yield null;
  }
  return { breaks, end: at };
}
