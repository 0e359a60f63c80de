import type { ByteString } from '../api.ts';
import { Entry, NO_ENTRIES } from './entry.ts';

/** A request's collection in wire order, with an index by key that is built when first needed. */
export class KeyedEntries {
  readonly #collection: string;
  readonly #namesCollection: string;
  #entries: Entry[] = [];
  #names: Entry[] | null = null;
  #index: Map<string, Entry[]> | null = null;
  #namesIndex: Map<string, Entry[]> | null = null;

  constructor(collection: string) {
    this.#collection = collection;
    this.#namesCollection = `${collection}_NAMES`;
  }

  add(key: ByteString, value: ByteString): void {
    this.#entries.push(new Entry(this.#collection, key, value));
    this.#names = null;
    this.#index = null;
    this.#namesIndex = null;
  }

  get entries(): readonly Entry[] {
    return this.#entries;
  }

  get size(): number {
    return this.#entries.length;
  }

  /** The keys as values: what `…_NAMES` variables show. */
  get names(): readonly Entry[] {
    if (this.#names === null) {
      this.#names = this.#entries.map(
        (entry) => new Entry(this.#namesCollection, entry.key, entry.key ?? ''),
      );
    }
    return this.#names;
  }

  withKey(lowerKey: string): readonly Entry[] {
    if (this.#entries.length === 0) return NO_ENTRIES;
    if (this.#index === null) this.#index = indexByKey(this.#entries);
    return this.#index.get(lowerKey) ?? NO_ENTRIES;
  }

  namesWithKey(lowerKey: string): readonly Entry[] {
    if (this.#namesIndex === null) this.#namesIndex = indexByKey(this.names);
    return this.#namesIndex.get(lowerKey) ?? NO_ENTRIES;
  }

  first(lowerKey: string): ByteString | null {
    return this.withKey(lowerKey)[0]?.value ?? null;
  }
}

function indexByKey(entries: readonly Entry[]): Map<string, Entry[]> {
  const index = new Map<string, Entry[]>();
  for (const entry of entries) {
    const same = index.get(entry.lowerKey);
    if (same === undefined) index.set(entry.lowerKey, [entry]);
    else same.push(entry);
  }
  return index;
}
