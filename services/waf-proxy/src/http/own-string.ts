/**
 * A copy with memory of its own. V8 keeps a long slice as a pointer into the text that it was cut from, so a slice of a
 * request's head in a long-lived table would hold the whole head.
 *
 * @param text one character per byte.
 */
export function ownString(text: string): string {
  return Buffer.from(text, 'latin1').toString('latin1');
}
