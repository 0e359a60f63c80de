import type { ByteString } from '../api.ts';
import { Entry, NO_ENTRIES } from '../variables/entry.ts';

/** A collection of matches that grows with the number of arguments would let a request buy quadratic work. */
const MAX_MATCHED = 256;

/** MATCHED_VAR, MATCHED_VARS and their names: what the latest link of a rule matched, after transformations. */
export class MatchedVariables {
  last: { readonly name: ByteString; readonly value: ByteString } | null = null;
  #names: ByteString[] = [];
  #values: ByteString[] = [];

  beginLink(): void {
    this.#names = [];
    this.#values = [];
  }

  /** A link that matched nothing leaves no trace of earlier rules' matches. */
  clear(): void {
    this.beginLink();
    this.last = null;
  }

  add(name: ByteString, value: ByteString): void {
    this.last = { name, value };
    if (this.#names.length >= MAX_MATCHED) return;
    this.#names.push(name);
    this.#values.push(value);
  }

  values(collection: string): readonly Entry[] {
    if (this.#names.length === 0) return NO_ENTRIES;
    return this.#names.map((name, index) => new Entry(collection, name, this.#values[index]!));
  }

  names(collection: string): readonly Entry[] {
    return this.#names.map((name) => new Entry(collection, name, name));
  }
}
