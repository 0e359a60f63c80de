import { bytesToLatin1, writeLatin1 } from '@palisade/regex';
import type { ByteString } from './api.ts';
import { MUCH, type ReadingBudget } from './pausable.ts';

/** One value that rules examine: `ARGS:q` = `hello`. */
export class Entry {
  readonly collection: string;
  /** As spelled in the request; `null` for plain variables such as REQUEST_URI. */
  readonly key: ByteString | null;
  readonly value: ByteString;
  /** If the key is a path, where its last step, the name in the document, begins. */
  readonly stepStart: number;
  /** Cached results for a header seen before; null: nothing is kept beyond this request. */
  known: KnownEntry | null = null;
  /** The prefilter that examined this entry last; `isPlain` is its result: no rule of any group can match. */
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

  /** Keys are compared case-insensitively, as in all ModSecurity collections. */
  get lowerKey(): string {
    if (this.storedLowerKey === null) this.storedLowerKey = lowerAscii(this.key ?? '');
    return this.storedLowerKey;
  }

  /** Lower-cases a long key in slices. False: the slice has ended; call again. */
  lowerSome(lowering: Lowering, budget: ReadingBudget): boolean {
    if (this.storedLowerKey !== null || !lowering.isNeededFor(this.key)) return true;
    const lower = lowering.resume(this.key!, budget);
    if (lower === null) return false;
    this.storedLowerKey = lower;
    return true;
  }

  /** Compares lengths first, so that a name of a megabyte is not lower-cased in vain. */
  hasKey(lowerKey: ByteString): boolean {
    return (this.key ?? '').length === lowerKey.length && this.lowerKey === lowerKey;
  }
}

/** Above this length, bytes of an array are examined: a string checks its representation at every character. */
const LONG_TEXT = 4096;
const BYTES_COPIED_PER_STEP = 8;

/** Lower-cases ASCII only and leaves 0x80–0xff alone. */
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
  // V8's own lower-casing is fastest, but also changes non-ASCII letters.
  return isAscii ? text.toLowerCase() : text.replace(/[A-Z]+/g, (upper) => upper.toLowerCase());
}

function lowerLong(text: ByteString): ByteString {
  const bytes = new Uint8Array(text.length);
  writeLatin1(text, bytes);
  return lowerBytes(bytes, 0, bytes.length) ? bytesToLatin1(bytes) : text;
}

/** Lower-cases bytes[start..end) in place; returns whether any changed. */
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

/** Lower-cases keys as long as a body, one after another, in slices. */
export class Lowering {
  private bytes: Uint8Array | null = null;
  private at = 0;
  private hasUpper = false;

  isNeededFor(key: ByteString | null): boolean {
    return key !== null && key.length > MUCH;
  }

  /** Null: the slice has ended; call again with the same key. */
  resume(key: ByteString, budget: ReadingBudget): ByteString | null {
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
 * Cached results about an entry that many requests repeat. They depend on the entry alone, so they hold for every
 * request with it.
 */
export class KnownEntry {
  /** Alternative readings of the entry; null: not computed yet. */
  readings: readonly Entry[] | null = null;
  /** By the id of a {@link ScanSource}: positions of rules that may match the entry. */
  readonly candidates: (readonly number[] | undefined)[] = [];
  /** By the id of a {@link HeaderMemo}. */
  readonly answers: (boolean | undefined)[] = [];
}
