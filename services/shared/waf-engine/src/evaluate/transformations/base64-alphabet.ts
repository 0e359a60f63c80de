/** RFC 4648, section 4. */
export const BASE64_ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

export const NOT_BASE64 = 255;

/** Six bits by byte, `NOT_BASE64` for bytes outside the alphabet. */
export const BASE64_VALUE = values();

/** The same of both alphabets (RFC 4648, sections 4 and 5), which some readers take either for. */
export const BASE64_VALUE_OF_BOTH = BASE64_VALUE.slice();
BASE64_VALUE_OF_BOTH['-'.charCodeAt(0)] = BASE64_ALPHABET.indexOf('+');
BASE64_VALUE_OF_BOTH['_'.charCodeAt(0)] = BASE64_ALPHABET.indexOf('/');

/** The same and a space: in a query, an unescaped plus sign becomes one. */
export const BASE64_VALUE_WITH_BLANKS = BASE64_VALUE_OF_BOTH.slice();
BASE64_VALUE_WITH_BLANKS[' '.charCodeAt(0)] = BASE64_ALPHABET.indexOf('+');

function values(): Uint8Array {
  const table = new Uint8Array(256).fill(NOT_BASE64);
  for (let digit = 0; digit < 64; digit++) table[BASE64_ALPHABET.charCodeAt(digit)] = digit;
  return table;
}
