import { bytesToLatin1 } from '@palisade/regex';
import type { ByteString } from '../../model/api.ts';
import type { Pausable, ReadingBudget } from '../../model/pausable.ts';
import { decodeAll, type PiecewiseDecoder } from '../body-processors/piecewise.ts';
import { HEX_VALUE } from '../transformations/byte-classes.ts';
import { bytesThatFollow, TextMeter } from './text-meter.ts';

/** Four bytes: less is no attack. */
const MIN_DIGITS = 8;
/** Up to so many, more than one number in a thousand is a text; one without signs says nothing. */
const SHORT_DIGITS = 14;
const SIGN = /[^\w .-]/;
/** Numbers of things and times; of attacks that are so short hardly one has no digit from a to f. */
const DECIMAL = /^\d+$/;
/** A text may contain one other byte per this many bytes. */
const BYTES_PER_ODD = 16;
/** This many ASCII bytes distinguish a text from a number: digests and identifiers contain arbitrary bytes. */
const FIRST_BYTES = 4;
const NO_HEX_DIGIT = 16;
const ZERO = 0x30;
const X = 0x78;

/** `0x` in front, as SQL and scripts write it. */
const prefixLength = (bytes: Uint8Array, start: number): number =>
  bytes[start] === ZERO && (bytes[start + 1]! | 0x20) === X ? 2 : 0;

/** True wherever {@link hexText} finds a text in bytes[start..end) that are not cut. */
export function mayBeHex(bytes: Uint8Array, start: number, end: number): boolean {
  const from = start + prefixLength(bytes, start);
  if (end - from < FIRST_BYTES * 2) return false;
  for (let at = from; at < from + FIRST_BYTES * 2; at += 2) {
    const high = HEX_VALUE[bytes[at]!]!;
    const low = HEX_VALUE[bytes[at + 1]!]!;
    if (high >= NO_HEX_DIGIT || low >= NO_HEX_DIGIT || bytesThatFollow(high * 16 + low) !== 0) return false;
  }
  return true;
}

/** The text of a value that is hexadecimal digits throughout. `null`: it is not, or contains no text. */
export function* hexText(value: ByteString, budget: ReadingBudget): Pausable<ByteString | null> {
  const start = /^0x/i.test(value) ? 2 : 0;
  const digits = value.length - start;
  if (digits < MIN_DIGITS || digits % 2 !== 0) return null;
  if (digits <= SHORT_DIGITS && DECIMAL.test(value)) return null;
  const decoder = new HexDecoder(value, start);
  const text = yield* decodeAll(decoder, value.length, budget);
  return decoder.isOver || (digits <= SHORT_DIGITS && !SIGN.test(text)) ? null : text;
}

class HexDecoder implements PiecewiseDecoder {
  isOver = false;
  private readonly value: ByteString;
  private readonly out: Uint8Array;
  private readonly meter = new TextMeter();
  private at: number;
  private used = 0;

  constructor(value: ByteString, start: number) {
    this.value = value;
    this.at = start;
    this.out = new Uint8Array((value.length - start) / 2);
  }

  advance(until: number): void {
    const { value, out, meter } = this;
    const end = Math.min(until, value.length - 1);
    for (; this.at < end && !this.isOver; this.at += 2) {
      const high = HEX_VALUE[value.charCodeAt(this.at)]!;
      const low = HEX_VALUE[value.charCodeAt(this.at + 1)]!;
      const byte = high * 16 + low;
      if (high >= NO_HEX_DIGIT || low >= NO_HEX_DIGIT) this.isOver = true;
      else meter.take(byte);
      if (
        meter.odd > this.out.length / BYTES_PER_ODD ||
        (this.used < FIRST_BYTES && bytesThatFollow(byte) !== 0)
      )
        this.isOver = true;
      out[this.used++] = byte;
    }
  }

  result(): ByteString {
    return this.isOver ? '' : bytesToLatin1(this.out, 0, this.used);
  }
}
