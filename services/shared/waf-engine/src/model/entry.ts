import { bytesToLatin1, writeLatin1 } from '@palisade/regex';
import type { ByteString } from './api.ts';

/** One value that a rule can look at: `ARGS:q` = `hello`. */
export class Entry {
  readonly collection: string;
  /** In the spelling of the request; `null` for plain variables such as REQUEST_URI. */
  readonly key: ByteString | null;
  readonly value: ByteString;
  /** Where in a key that is a path its last step begins: what a document calls the value. */
  readonly stepStart: number;
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

  /** Lengths first: a name of a megabyte is not put into lower case to learn that it is none of ours. */
  hasKey(lowerKey: ByteString): boolean {
    return (this.key ?? '').length === lowerKey.length && this.lowerKey === lowerKey;
  }
}

/** Above this, bytes of an array are looked at: a string asks at every byte what kind of string it is. */
const LONG_TEXT = 4096;

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
  let hasUpper = false;
  for (let index = 0; index < bytes.length; index++) {
    const byte = bytes[index]!;
    if (byte < 0x41 || byte > 0x5a) continue;
    bytes[index] = byte + 0x20;
    hasUpper = true;
  }
  return hasUpper ? bytesToLatin1(bytes) : text;
}

export const NO_ENTRIES: readonly Entry[] = [];
