import { randomInt } from 'node:crypto';

/** Letters of which rules know no word, whatever is made of them. */
const LOWER = 'qvwyzk';
const UPPER = 'QVWYZK';
const DIGITS = '123456789';

/**
 * Puts random letters and digits in the place of others, as many and of the same kind; all else stays: quotes, signs, spaces,
 * escapes. The same word of one request becomes the same word again, so that `1=1` still says that something equals itself.
 * Nothing of what was there can be computed from what is: it is chosen by chance, and not kept.
 */
export class Substitution {
  private readonly known = new Map<string, string>();
  /** Values that were changed. */
  count = 0;

  /** @param kept words that stay, in lower case */
  mask(value: string, kept: ReadonlySet<string> = NOTHING_KEPT): string {
    const masked = value.replace(PIECES, (piece) => this.pieceOf(piece, kept));
    if (masked !== value) this.count++;
    return masked;
  }

  private pieceOf(piece: string, kept: ReadonlySet<string>): string {
    const first = piece.charCodeAt(0);
    // Escapes: of a letter or a digit as one, of all else as they are.
    if (first === PERCENT) return this.percent(piece);
    if (first === BACKSLASH) return piece;
    if (first >= 0x80) return NEUTRAL[piece.length] ?? piece;
    if (kept.has(piece.toLowerCase())) return piece;
    let masked = this.known.get(piece);
    if (masked === undefined) {
      masked = Array.from(piece, substitute).join('');
      this.known.set(piece, masked);
    }
    return masked;
  }

  private percent(piece: string): string {
    const code = Number.parseInt(piece.slice(1, 3), 16);
    const character = String.fromCharCode(code);
    if (piece.length > 3 || !/[A-Za-z0-9]/.test(character)) return piece;
    return `%${substitute(character).charCodeAt(0).toString(16)}`;
  }
}

const NOTHING_KEPT: ReadonlySet<string> = new Set();
const PERCENT = 0x25;
const BACKSLASH = 0x5c;

/**
 * In this order: an escape of an escape with what it escapes, an escape, an escape of JSON or JavaScript, letters of other
 * scripts in UTF-8, a word, a number.
 */
const PIECES =
  /%25[0-9A-Fa-f]{2}|%[0-9A-Fa-f]{2}|\\(?:u[0-9A-Fa-f]{4}|x[0-9A-Fa-f]{2}|[a-z])|[\xc3-\xdf][\x80-\xbf]|[\xe4-\xee][\x80-\xbf]{2}|[A-Za-z]+|[0-9]+/g;

/** Letters of the same number of bytes: é and 一. */
const NEUTRAL: Readonly<Record<number, string>> = { 2: '\xc3\xa9', 3: '\xe4\xb8\x80' };

function substitute(character: string): string {
  if (character >= '0' && character <= '9') return DIGITS[randomInt(DIGITS.length)]!;
  return character >= 'a' ? LOWER[randomInt(LOWER.length)]! : UPPER[randomInt(UPPER.length)]!;
}
