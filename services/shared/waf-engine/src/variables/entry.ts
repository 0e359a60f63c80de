import type { ByteString } from '../api.ts';

/** One value that a rule can look at: `ARGS:q` = `hello`. */
export class Entry {
  readonly collection: string;
  /** In the spelling of the request; `null` for plain variables such as REQUEST_URI. */
  readonly key: ByteString | null;
  readonly value: ByteString;
  #lowerKey: string | null;

  constructor(
    collection: string,
    key: ByteString | null,
    value: ByteString,
    lowerKey: ByteString | null = null,
  ) {
    this.collection = collection;
    this.key = key;
    this.value = value;
    this.#lowerKey = lowerKey;
  }

  /** `ARGS:q`, as MATCHED_VAR_NAME shows it. */
  get name(): ByteString {
    return this.key === null ? this.collection : `${this.collection}:${this.key}`;
  }

  /** Keys are compared without case, as ModSecurity does in every collection. */
  get lowerKey(): string {
    if (this.#lowerKey === null) this.#lowerKey = lowerAscii(this.key ?? '');
    return this.#lowerKey;
  }
}

/** `toLowerCase` for bytes: leaves 0x80–0xff alone. */
export function lowerAscii(text: ByteString): ByteString {
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code >= 0x41 && code <= 0x5a) return text.replace(/[A-Z]+/g, (upper) => upper.toLowerCase());
  }
  return text;
}

export const NO_ENTRIES: readonly Entry[] = [];
