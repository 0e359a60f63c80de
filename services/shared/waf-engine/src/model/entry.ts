import { bytesToLatin1, writeLatin1 } from '@palisade/regex';
import type { ByteString } from './api.ts';
import { MUCH, type ReadingBudget } from './pausable.ts';

/** One value that a rule can look at: `ARGS:q` = `hello`. */
export class Entry {
  readonly collection: string;
  /** In the spelling of the request; `null` for plain variables such as REQUEST_URI. */
  readonly key: ByteString | null;
  readonly value: ByteString;
  /** Where in a key that is a path its last step begins: what a document calls the value. */
  readonly stepStart: number;
  /** Of a header that came before; null: nothing is kept beyond this request. */
  known: KnownEntry | null = null;
  /** What has looked at this entry for all groups of rules, and whether it found that no rule looks for anything in it. */
  prefilter: object | null = null;
  isPlain = false;
  private storedLowerKey: string | null;

  constructor(
    collection: string,
    key: ByteString | null,
    value: ByteString,
    lowerKey: ByteString | null = null,
    stepStart = 0,
  ) {
    this.collection = collection;
    this.key = key;
    this.value = value;
    this.storedLowerKey = lowerKey;
    this.stepStart = stepStart;
  }

  /** `ARGS:q`, as MATCHED_VAR_NAME shows it. */
  get name(): ByteString {
    return this.key === null ? this.collection : `${this.collection}:${this.key}`;
  }

  /** Keys are compared without case, as ModSecurity does in every collection. */
  get lowerKey(): string {
    if (this.storedLowerKey === null) this.storedLowerKey = lowerAscii(this.key ?? '');
    return this.storedLowerKey;
  }

  /** In pieces, for those who are about to ask for it. False: the slice is over, to be asked again with the same. */
  lowerSome(lowering: Lowering, budget: ReadingBudget): boolean {
    if (this.storedLowerKey !== null || !lowering.isNeededFor(this.key)) return true;
    const lower = lowering.goOn(this.key!, budget);
    if (lower === null) return false;
    this.storedLowerKey = lower;
    return true;
  }

  /** Lengths first: a name of a megabyte is not put into lower case to learn that it is none of ours. */
  hasKey(lowerKey: ByteString): boolean {
    return (this.key ?? '').length === lowerKey.length && this.lowerKey === lowerKey;
  }
}

/** Above this, bytes of an array are looked at: a string asks at every byte what kind of string it is. */
const LONG_TEXT = 4096;
const BYTES_COPIED_PER_STEP = 8;

/** `toLowerCase` for bytes: leaves 0x80–0xff alone. */
export function lowerAscii(text: ByteString): ByteString {
  if (text.length > LONG_TEXT) return lowerLong(text);
  let hasUpper = false;
  let isAscii = true;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code >= 0x80) isAscii = false;
    else if (code >= 0x41 && code <= 0x5a) hasUpper = true;
  }
  if (!hasUpper) return text;
  // V8's own lower-casing is the fastest there is, but knows letters beyond ASCII.
  return isAscii ? text.toLowerCase() : text.replace(/[A-Z]+/g, (upper) => upper.toLowerCase());
}

function lowerLong(text: ByteString): ByteString {
  const bytes = new Uint8Array(text.length);
  writeLatin1(text, bytes);
  return lowerBytes(bytes, 0, bytes.length) ? bytesToLatin1(bytes) : text;
}

/** Whether there was anything to be lowered in bytes[start..end). */
function lowerBytes(bytes: Uint8Array, start: number, end: number): boolean {
  let hasUpper = false;
  for (let index = start; index < end; index++) {
    const byte = bytes[index]!;
    if (byte < 0x41 || byte > 0x5a) continue;
    bytes[index] = byte + 0x20;
    hasUpper = true;
  }
  return hasUpper;
}

/** Puts keys as long as a body into lower case, one after the other, with pauses. */
export class Lowering {
  private bytes: Uint8Array | null = null;
  private at = 0;
  private hasUpper = false;

  isNeededFor(key: ByteString | null): boolean {
    return key !== null && key.length > MUCH;
  }

  /** Null: the slice is over, to be asked again with the same. */
  goOn(key: ByteString, budget: ReadingBudget): ByteString | null {
    if (this.bytes === null) {
      this.bytes = new Uint8Array(key.length);
      writeLatin1(key, this.bytes);
      this.at = 0;
      this.hasUpper = false;
      budget.steps += key.length / BYTES_COPIED_PER_STEP;
    }
    const { bytes } = this;
    for (; this.at < bytes.length; this.at += MUCH) {
      if (budget.isSliceOver) return null;
      const end = Math.min(bytes.length, this.at + MUCH);
      if (lowerBytes(bytes, this.at, end)) this.hasUpper = true;
      budget.steps += end - this.at;
    }
    this.bytes = null;
    return this.hasUpper ? bytesToLatin1(bytes) : key;
  }
}

export const NO_ENTRIES: readonly Entry[] = [];

/**
 * What has been found out about an entry that comes again in request after request. All of it follows from the entry alone, so it holds
 * for every request that has the entry.
 */
export class KnownEntry {
  /** What programs read of it; null: nobody has looked. */
  readings: readonly Entry[] | null = null;
  /** By the number of a {@link ScanSource}: positions of the rules that the entry makes candidates there. */
  readonly candidates: (readonly number[] | undefined)[] = [];
  /** By the number of a {@link HeaderMemo}. */
  readonly answers: (boolean | undefined)[] = [];
}
