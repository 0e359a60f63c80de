/** A character that is written as a number or a name, with the length of that. */
export interface Written {
  readonly code: number;
  readonly length: number;
  /** It is a byte, whatever its value; otherwise a Unicode character. */
  readonly isByte: boolean;
}

export const NO_CHARACTER: Written = { code: 0, length: 0, isByte: true };

const MAX_CODE_POINT = 0x10ffff;
const REPLACEMENT = 0xfffd;

/** Halves of a pair stay halves: nothing that rules look for is made of them. Returns the place behind it. */
export function writeUtf8(codePoint: number, into: Uint8Array, start: number): number {
  const code = codePoint > MAX_CODE_POINT ? REPLACEMENT : codePoint;
  let at = start;
  if (code < 0x80) into[at++] = code;
  else if (code < 0x800) into[at++] = 0xc0 | (code >> 6);
  else {
    if (code < 0x10000) into[at++] = 0xe0 | (code >> 12);
    else {
      into[at++] = 0xf0 | (code >> 18);
      into[at++] = 0x80 | ((code >> 12) & 0x3f);
    }
    into[at++] = 0x80 | ((code >> 6) & 0x3f);
  }
  if (code >= 0x80) into[at++] = 0x80 | (code & 0x3f);
  return at;
}
