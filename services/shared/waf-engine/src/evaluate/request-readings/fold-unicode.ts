import type { ByteString } from '../../model/api.ts';

/**
 * Characters whose compatibility form (Unicode's NFKC) is ASCII: databases, file systems and frameworks fold them. And
 * by case folding: `ſ` and the Kelvin sign equal s and k in case-insensitive comparison.
 */
const FOLDED_RANGES = [
  [0xa0, 0xbf],
  [0x130, 0x131],
  [0x17f, 0x17f],
  [0x2b0, 0x2ff],
  [0x2000, 0x24ff],
  [0x3000, 0x303f],
  [0x3200, 0x33ff],
  [0xfb00, 0xfb06],
  [0xfe10, 0xff60],
  [0x1d400, 0x1d7ff],
  [0x1f100, 0x1f1ff],
] as const;

/** Additionally, Microsoft's best-fit mappings of characters that a column's code page lacks: among them quotes. */
const BEST_FITS = "\u02b9'\u02bc'\u02c8'\u2032'\u2035`\u02ba\"\u2215/\u2044/\u2216\\\u0130i\u0131i";

/** Blanks and line ends that have no compatibility form; SQL Server reads the first as a blank, scripts the others as line ends. */
const BLANKS = '\u0085\u2028\u2029';

/** Invisible, and removed by Unicode's own rules for identifiers. */
const IGNORABLE = /^\p{Default_Ignorable_Code_Point}$/u;
const IGNORABLE_RANGES = [
  [0xad, 0xad],
  [0x200b, 0x206f],
  [0xfe00, 0xfe0f],
  [0xfeff, 0xfeff],
] as const;

/** What sentences of East Asia are full of, and what no attack consists of: to fold these alone is not worth a look. */
const ORDINARY = new Set([',', '!', '?', ':', '...', '~', '']);

const FOLDED: ReadonlyMap<number, string> = foldingTable();

function foldingTable(): Map<number, string> {
  const table = new Map<number, string>();
  for (const [from, to] of FOLDED_RANGES)
    for (let code = from; code <= to; code++) {
      const folded = String.fromCodePoint(code).normalize('NFKC');
      if (/^[\x20-\x7e]+$/.test(folded)) table.set(code, folded);
    }
  for (const [from, to] of IGNORABLE_RANGES)
    for (let code = from; code <= to; code++)
      if (IGNORABLE.test(String.fromCodePoint(code))) table.set(code, '');
  for (const blank of BLANKS) table.set(blank.charCodeAt(0), ' ');
  for (let index = 0; index < BEST_FITS.length; index += 2)
    table.set(BEST_FITS.charCodeAt(index), BEST_FITS[index + 1]!);
  return table;
}

/** ASCII in more bytes than it needs (`c0 bc`): no UTF-8, yet `<` to readers that do not count (Jackson). */
const OVERLONG_LEADS = [0xc0, 0xc1, 0xe0, 0xf0];
const ASCII_END = 0x80;

/** First bytes of what is in the table: most text of other scripts has none of them. */
const LEADS = leadsOf([...FOLDED.keys()]);

function leadsOf(codes: readonly number[]): Uint8Array {
  const leads = new Uint8Array(256);
  for (const code of codes) {
    const lead =
      code < 0x800 ? 0xc0 | (code >> 6) : code < 0x10000 ? 0xe0 | (code >> 12) : 0xf0 | (code >> 18);
    leads[lead] = 1;
  }
  for (const lead of OVERLONG_LEADS) leads[lead] = 1;
  return leads;
}

const PIECE = 16 * 1024;

/**
 * UTF-8 with every character that programs fold to ASCII so folded, in pieces of which each is a moment to pause; nothing
 * where there is none but ordinary punctuation. All else stays as it is, other scripts and broken sequences too.
 */
export function* foldedPieces(text: ByteString): Generator<ByteString, boolean> {
  let isWorthALook = false;
  for (let start = 0; start < text.length; ) {
    const folding = new Folding(text, start, Math.min(start + PIECE, text.length));
    yield folding.run();
    isWorthALook ||= folding.isWorthALook;
    start = folding.at;
  }
  return isWorthALook;
}

/** The same in one go; `null`: nothing to fold. */
export function foldUnicode(text: ByteString): ByteString | null {
  let folded = '';
  const pieces = foldedPieces(text);
  for (let piece = pieces.next(); ; piece = pieces.next()) {
    if (piece.done === true) return piece.value ? folded : null;
    folded += piece.value;
  }
}

class Folding {
  isWorthALook = false;
  at: number;
  private readonly text: ByteString;
  private readonly end: number;

  constructor(text: ByteString, start: number, end: number) {
    this.text = text;
    this.at = start;
    this.end = end;
  }

  run(): ByteString {
    const text = this.text;
    let out = '';
    let flushed = this.at;
    for (; this.at < this.end; this.at++) {
      const byte = text.charCodeAt(this.at);
      if (LEADS[byte] === 0) continue;
      const length = byte < 0xe0 ? 2 : byte < 0xf0 ? 3 : 4;
      const code = codePointAt(text, this.at, length);
      const folded = code >= 0 && code < ASCII_END ? String.fromCharCode(code) : FOLDED.get(code);
      if (folded === undefined) continue;
      out += text.slice(flushed, this.at) + folded;
      this.at += length - 1;
      flushed = this.at + 1;
      this.isWorthALook ||= !ORDINARY.has(folded) || (folded === '' && this.isWithinAscii(flushed - length));
    }
    return out + text.slice(flushed, this.at);
  }

  /** Emoji are put together with what is invisible; within a word of ASCII it has no business. */
  private isWithinAscii(at: number): boolean {
    return this.text.charCodeAt(at - 1) < 0x80 && this.text.charCodeAt(this.at + 1) < 0x80;
  }
}

/** -1: no character begins here. */
function codePointAt(text: ByteString, start: number, length: number): number {
  let code = text.charCodeAt(start) & (0x7f >> length);
  for (let at = start + 1; at < start + length; at++) {
    const trail = text.charCodeAt(at);
    if ((trail & 0xc0) !== 0x80) return -1;
    code = (code << 6) | (trail & 0x3f);
  }
  return code;
}
