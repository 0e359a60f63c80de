import type { ByteString } from '../../model/api.ts';
import { NOT_BASE64 } from './base64-alphabet.ts';

/** Maximum bytes encoded by this many digits. */
export const bytesOfDigits = (digits: number): number => Math.ceil(digits / 4) * 3;

/**
 * The bytes of whatever digits there are, piece by piece, as lenient readers take them: what is none, padding too, is left out
 * wherever it stands. Which signs are digits the alphabet says.
 */
export class Base64Digits {
  /** So far. */
  count = 0;
  private bits = 0;
  private readonly alphabet: Uint8Array;

  constructor(alphabet: Uint8Array) {
    this.alphabet = alphabet;
  }

  /** Decodes text[from..to) to out[at..); returns the end there. */
  decode(text: ByteString, from: number, to: number, out: Uint8Array, at: number): number {
    const { alphabet } = this;
    let { bits, count } = this;
    let end = at;
    for (let index = from; index < to; index++) {
      const digit = alphabet[text.charCodeAt(index)]!;
      if (digit === NOT_BASE64) continue;
      bits = ((bits << 6) | digit) & 0xffffff;
      const position = count++ % 4;
      if (position > 0) out[end++] = bits >> (6 - position * 2);
    }
    this.bits = bits;
    this.count = count;
    return end;
  }
}
