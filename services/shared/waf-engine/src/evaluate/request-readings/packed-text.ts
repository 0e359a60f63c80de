import { bytesToLatin1 } from '@palisade/regex';
import type { ByteString } from '../../model/api.ts';
import type { Pausable, ReadingBudget } from '../../model/pausable.ts';
import { type InflateForm, Inflater } from '../inflate/inflater.ts';
import { BASE64_VALUE_WITH_BLANKS } from '../transformations/base64-alphabet.ts';
import { Base64Digits, bytesOfDigits } from '../transformations/base64-digits.ts';
import { lookAtBeginning } from './beginning.ts';
import { packedForm } from './packed-head.ts';
import { TextMeter } from './text-meter.ts';

/** A text may contain one other byte per this many bytes. */
const BYTES_PER_ODD = 16;
const FIRST_ODD = 4;
/** Digits of a kilobyte. */
const PIECE = 1364;
/** Cost of unpacking in steps of a matcher: in any case, and per byte. */
const STEPS_PER_PIECE = 4000;
const STEPS_PER_BYTE = 8;
/** A program that unpacks waits for no more than a block that is stored (64 KiB) until something comes of it. */
const MAX_IDLE = 66 * 1024;

export interface UnpackedText {
  readonly text: ByteString;
  /** False: there was no room for the rest. */
  readonly isAll: boolean;
}

/**
 * The text that is deflated and in base64, as sessions of Flask, messages of SAML and settings in addresses are, up to so many
 * bytes. `null`: it is nothing of the kind, or no text.
 */
export function* unpackedText(
  value: ByteString,
  room: number,
  budget: ReadingBudget,
): Pausable<UnpackedText | null> {
  const form = lookAtBeginning(value, packedForm);
  if (form === null) return null;
  if (room <= 0) return { text: '', isAll: false };
  const digits = new Base64Digits(BASE64_VALUE_WITH_BLANKS);
  const unpacker = new Unpacker(form, room);
  const bytes = new Uint8Array(bytesOfDigits(PIECE));
  for (let at = 0; at < value.length && unpacker.isOpen; at += PIECE) {
    unpacker.give(bytes.subarray(0, digits.decode(value, at, Math.min(at + PIECE, value.length), bytes, 0)));
    for (let came = -1; came !== 0; ) {
      came = unpacker.resume();
      budget.steps += STEPS_PER_PIECE + came * STEPS_PER_BYTE;
      if (budget.isSliceOver) yield;
    }
  }
  if (unpacker.isText) return { text: unpacker.text, isAll: !unpacker.isFull };
  return unpacker.isFull ? { text: '', isAll: false } : null;
}

class Unpacker {
  /** False: nothing comes of the rest, or there is no room for it. */
  isOpen = true;
  isFull = false;
  text: ByteString = '';
  /** Total output, also beyond the limit: it costs the same. */
  private came = 0;
  /** Bytes since the last of which something came. */
  private idle = 0;
  private given = 0;
  private readonly inflater: Inflater;
  private readonly meter = new TextMeter();
  private readonly room: number;

  constructor(form: InflateForm, room: number) {
    this.inflater = new Inflater(form);
    this.room = room;
  }

  get isText(): boolean {
    return this.text.length > 0 && this.meter.odd <= this.text.length / BYTES_PER_ODD;
  }

  give(bytes: Uint8Array): void {
    this.inflater.give(bytes);
    this.given = bytes.length;
  }

  /** How many bytes came; 0: nothing more of what was given. */
  resume(): number {
    const bytes = this.isOpen ? this.inflater.next() : null;
    if (bytes !== null) {
      this.idle = -this.given;
      this.add(bytes);
      return bytes.length;
    }
    this.idle += this.given;
    this.given = 0;
    // Damaged from here on, or something else: what came before is what a program would have.
    if (this.inflater.isOver) this.isOpen = false;
    if (this.idle > MAX_IDLE) {
      this.isOpen = false;
      // A header without an end: what follows was not examined.
      this.isFull ||= this.came === 0;
    }
    return 0;
  }

  private add(bytes: Uint8Array): void {
    this.came += bytes.length;
    const end = Math.min(bytes.length, this.room - this.text.length);
    for (let at = 0; at < end; at++) this.meter.take(bytes[at]!);
    this.text += bytesToLatin1(bytes, 0, end);
    this.isFull ||= end < bytes.length;
    if (this.isFull || this.meter.odd > FIRST_ODD + this.text.length / BYTES_PER_ODD) this.isOpen = false;
  }
}
