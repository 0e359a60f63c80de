import type { ByteString } from '../../model/api.ts';
import type { PassRules, TransformationEntry } from '../../model/transformation.ts';
import { BASE64_VALUE, NOT_BASE64 } from './base64-alphabet.ts';
import { bytesToString, reserve } from './byte-buffer.ts';

const PAD = 0x3d;
/** libmodsecurity mistakes the digit `9`, whose six bits are 61, for the padding byte, whose code is 61, at the end. */
const TAKEN_FOR_PAD = 61;

/** State of a pass: the bits of its group, the number of digits, and how the value ends. */
const BITS = 0xffffff;
const DIGIT = 1 << 24;
const DIGITS = 3 * DIGIT;
const ENDS_AS_PAD = 1 << 26;
const IS_EMPTY = 1 << 27;

const PASS: PassRules = {
  growth: 1,
  advance(pass, until) {
    const { value, bytes } = pass;
    while (pass.at < until) {
      const byte = value.charCodeAt(pass.at++);
      const digit = BASE64_VALUE[byte]!;
      const count = pass.memory & DIGITS;
      pass.memory &= BITS | DIGITS;
      if (byte === PAD || digit === TAKEN_FOR_PAD) pass.memory |= ENDS_AS_PAD;
      if (byte === PAD && count === DIGIT && value.charCodeAt(pass.at) !== PAD) {
        pass.memory |= IS_EMPTY;
        pass.at = value.length;
      }
      if (digit === NOT_BASE64) continue;
      const bits = ((pass.memory << 6) | digit) & BITS;
      pass.memory = (pass.memory & ENDS_AS_PAD) | ((count + DIGIT) & DIGITS) | bits;
      if (count > 0) bytes[pass.length++] = bits >> (6 - (count / DIGIT) * 2);
    }
  },
  end(pass) {
    const isCut = (pass.memory & ENDS_AS_PAD) !== 0 && (pass.memory & DIGITS) === DIGIT;
    if (isCut || (pass.memory & IS_EMPTY) !== 0) pass.length = 0;
  },
};

/**
 * Decodes Base64 as lenient decoders do, which is how attackers write it: bytes outside the alphabet are skipped wherever
 * they stand. A padding byte after a single digit of a group makes the result empty.
 *
 * Argument: none. Result: no longer than the value.
 * Example: `SecRule ARGS "@contains <script" "id:1,phase:2,deny,t:base64DecodeExt"`
 */
export const base64DecodeExt: TransformationEntry = {
  apply(value) {
    const decoder = new LenientBase64(value, reserve(value.length));
    decoder.advance(value.length);
    return decoder.result();
  },
  inPieces: PASS,
  triggers: null,
};

/** The same in several goes. */
class LenientBase64 {
  private readonly value: ByteString;
  private readonly bytes: Uint8Array;
  private at = 0;
  private length = 0;
  private bits = 0;
  private digits = 0;
  private endsAsPad = false;
  private isEmpty = false;

  /** @param bytes of the value's length, not used by others meanwhile */
  constructor(value: ByteString, bytes: Uint8Array) {
    this.value = value;
    this.bytes = bytes;
  }

  advance(until: number): void {
    const value = this.value;
    const bytes = this.bytes;
    const end = Math.min(until, value.length);
    let length = this.length;
    let bits = this.bits;
    let digits = this.digits;
    for (let index = this.at; index < end && !this.isEmpty; index++) {
      const byte = value.charCodeAt(index);
      const digit = BASE64_VALUE[byte]!;
      this.endsAsPad = byte === PAD || digit === TAKEN_FOR_PAD;
      if (byte === PAD && digits % 4 === 1 && value.charCodeAt(index + 1) !== PAD) this.isEmpty = true;
      if (digit === NOT_BASE64) continue;
      bits = ((bits << 6) | digit) & 0xffffff;
      const position = digits++ % 4;
      if (position > 0) bytes[length++] = bits >> (6 - position * 2);
    }
    this.at = end;
    this.length = length;
    this.bits = bits;
    this.digits = digits;
  }

  result(): ByteString {
    const isEmpty = this.isEmpty || (this.endsAsPad && this.digits % 4 === 1);
    return isEmpty ? '' : bytesToString(this.bytes, this.length);
  }
}
