import { Latin1Buffer } from '@palisade/regex';
import type { ByteString } from '../../model/api.ts';
import type { Pausable, ReadingBudget } from '../../model/pausable.ts';
import { decodeAll, type PiecewiseDecoder } from '../body-processors/piecewise.ts';
import { HEX_VALUE } from '../transformations/byte-classes.ts';

const PLUS = 0x2b;
const PERCENT = 0x25;
const SPACE = 0x20;
const NO_HEX_DIGIT = 16;
const ASCII_END = 0x80;
const BYTE_END = 0x100;
/** Of U+FFFD, which stands for what is no UTF-8. */
const REPLACEMENT_LOW = 0xfd;
/** Begin characters of more than a byte in UTF-16. */
const WIDE = /[\xc4-\xf4]/;

/**
 * A name or value of a form as Node's URLSearchParams and querystring decode it if it has escapes, one of them broken or no UTF-8:
 * of each character that is not escaped the low byte of its UTF-16 stays, so that a backslash of full width (U+FF3C) is `<`.
 * `null`: all escapes are well, or no character has more than a byte.
 */
export function* lowBytes(coded: ByteString, budget: ReadingBudget): Pausable<ByteString | null> {
  if (!coded.includes('%') || !WIDE.test(coded)) return null;
  const decoder = new LowBytes(coded);
  const text = yield* decodeAll(decoder, coded.length, budget);
  return decoder.isBroken ? text : null;
}

class LowBytes implements PiecewiseDecoder {
  private readonly text: ByteString;
  private readonly out: Latin1Buffer;
  private readonly escaped = new Utf8Check();
  private hasEscape = false;
  private hasBrokenEscape = false;
  private at = 0;
  private length = 0;

  constructor(text: ByteString) {
    this.text = text;
    // No character becomes longer.
    this.out = new Latin1Buffer(text.length);
  }

  get isBroken(): boolean {
    return this.hasEscape && (this.hasBrokenEscape || this.escaped.isBroken);
  }

  advance(until: number): void {
    const end = Math.min(until, this.text.length);
    while (this.at < end) {
      const byte = this.text.charCodeAt(this.at);
      const escaped = byte === PERCENT ? this.escapeHere() : -1;
      if (escaped >= 0) {
        this.hasEscape = true;
        this.escaped.take(escaped);
        this.add(escaped, 3);
        continue;
      }
      this.escaped.endRun();
      if (byte === PERCENT) this.hasBrokenEscape = true;
      if (byte < ASCII_END) this.add(byte === PLUS ? SPACE : byte, 1);
      else this.addLowBytes(byte);
    }
    if (this.at >= this.text.length) this.escaped.endRun();
  }

  result(): ByteString {
    return this.out.read(0, this.length);
  }

  private add(byte: number, read: number): void {
    this.out.bytes[this.length++] = byte;
    this.at += read;
  }

  private escapeHere(): number {
    const high = HEX_VALUE[this.text.charCodeAt(this.at + 1)] ?? NO_HEX_DIGIT;
    const low = HEX_VALUE[this.text.charCodeAt(this.at + 2)] ?? NO_HEX_DIGIT;
    return high < NO_HEX_DIGIT && low < NO_HEX_DIGIT ? high * 16 + low : -1;
  }

  private addLowBytes(lead: number): void {
    const length = lengthAfter(lead);
    let code = lead & (0x3f >> length);
    for (let index = 1; index <= length; index++) {
      const byte = this.text.charCodeAt(this.at + index);
      if (!isTrail(byte) || (index === 1 && !mayFollow(lead, byte))) {
        this.add(REPLACEMENT_LOW, index);
        return;
      }
      code = (code << 6) | (byte & 0x3f);
    }
    if (length === 0) this.add(REPLACEMENT_LOW, 1);
    else if (length < 3) this.add(code % BYTE_END, length + 1);
    else {
      this.add((code - 0x10000) >> 10, 0);
      this.add(code, length + 1);
    }
  }
}

/** Whether runs of bytes are UTF-8. */
class Utf8Check {
  isBroken = false;
  private lead = 0;
  private awaited = 0;
  private isFirst = false;

  take(byte: number): void {
    if (this.awaited > 0) {
      if (!isTrail(byte) || (this.isFirst && !mayFollow(this.lead, byte))) this.isBroken = true;
      this.awaited--;
      this.isFirst = false;
    } else if (byte >= ASCII_END) {
      this.lead = byte;
      this.awaited = lengthAfter(byte);
      this.isFirst = true;
      if (this.awaited === 0) this.isBroken = true;
    }
  }

  endRun(): void {
    if (this.awaited > 0) this.isBroken = true;
    this.awaited = 0;
  }
}

/** Number of bytes that follow this first one of a character; 0: it is none. */
function lengthAfter(lead: number): number {
  if (lead >= 0xc2 && lead < 0xe0) return 1;
  if (lead >= 0xe0 && lead < 0xf0) return 2;
  return lead >= 0xf0 && lead < 0xf5 ? 3 : 0;
}

const isTrail = (byte: number): boolean => byte >= 0x80 && byte < 0xc0;

/** No overlong form, no half of a pair, and nothing beyond U+10FFFF. */
function mayFollow(lead: number, second: number): boolean {
  if (lead === 0xe0) return second >= 0xa0;
  if (lead === 0xed) return second < 0xa0;
  if (lead === 0xf0) return second >= 0x90;
  return lead !== 0xf4 || second < 0x90;
}
