/** RFC 4648, section 4. */
export const BASE64_ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

export const NOT_BASE64 = 255;

/** Six bits by byte, `NOT_BASE64` for bytes outside the alphabet. */
export const BASE64_VALUE = values();

function values(): Uint8Array {
  const table = new Uint8Array(256).fill(NOT_BASE64);
  for (let digit = 0; digit < 64; digit++) table[BASE64_ALPHABET.charCodeAt(digit)] = digit;
  return table;
}
