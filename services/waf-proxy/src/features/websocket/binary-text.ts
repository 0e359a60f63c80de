const utf8 = new TextDecoder('utf-8');
const utf16le = new TextDecoder('utf-16le');
const utf16be = new TextDecoder('utf-16be');

/** JSON, markup. */
const DOCUMENT = /^\s*[{["<]/;
/** Of a hundred characters, as many that are none make a text bytes; a few in a short one say nothing. */
const MAX_ODD_PERCENT = 2;
const MIN_ODD = 2;
/** Stretches of text between odd bytes. Random bytes have eighty of this length in a megabyte. */
const STRETCHES = /[\t-\r\x20-\x7e]{10,}/g;

/** Whether a text may begin so. Printable, a blank, the first byte of a character of UTF-8, a mark or a zero of UTF-16. */
export function beginsText(first: number, second: number): boolean {
  return isPrintable(first) || first >= 0xc2 || (first === 0 && isPrintable(second));
}

/**
 * A binary message as servers read it that take it for text: what is no UTF-8 becomes U+FFFD, and UTF-16 is known by its mark, or, of a
 * document, by its first zero (RFC 4627, section 3). A document is one whatever else stands in it.
 * Of what is mostly other bytes, the stretches of text are given: a few odd bytes behind a text do not hide it.
 * @returns null: bytes, not a text
 */
export function textOfBinary(bytes: Buffer): string | null {
  const [first, second] = bytes;
  if (bytes.length >= 4 && bytes.readUInt16LE(2) === 0) {
    const text = textOfUtf32le(bytes);
    if (DOCUMENT.test(text)) return text;
  }
  if (first === 0xff && second === 0xfe) return utf16le.decode(bytes);
  if (first === 0xfe && second === 0xff) return utf16be.decode(bytes);
  const inPairs = first === 0 ? utf16be : second === 0 ? utf16le : null;
  if (inPairs !== null) {
    const text = inPairs.decode(bytes);
    if (DOCUMENT.test(text)) return text;
  }
  const text = utf8.decode(bytes);
  if (DOCUMENT.test(text) || isMostlyText(text)) return text;
  return text.match(STRETCHES)?.join(' ') ?? null;
}

/** Without its mark. What is no character becomes U+FFFD. */
function textOfUtf32le(bytes: Buffer): string {
  let text = '';
  for (let at = bytes.readUInt32LE(0) === 0xfeff ? 4 : 0; at + 4 <= bytes.length; at += 4) {
    const code = bytes.readUInt32LE(at);
    text += code <= 0x10ffff ? String.fromCodePoint(code) : '\ufffd';
  }
  return text;
}

const isPrintable = (byte: number): boolean =>
  (byte >= 0x20 && byte < 0x7f) || (byte >= 0x09 && byte <= 0x0d);

function isMostlyText(text: string): boolean {
  let odd = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === 0xfffd || (code < 0x20 && !isPrintable(code))) odd++;
  }
  return odd <= Math.max(MIN_ODD, (text.length * MAX_ODD_PERCENT) / 100);
}
