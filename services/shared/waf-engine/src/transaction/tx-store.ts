import type { ByteString } from '../api.ts';
import { Entry, lowerAscii, NO_ENTRIES } from '../variables/entry.ts';

/** Rules may create keys from request data (`tx.count_%{MATCHED_VAR_NAME}`), so their number needs an end. */
const MAX_KEYS = 4096;
const CAPTURE_KEYS = ['0', '1', '2', '3', '4', '5', '6', '7', '8', '9'] as const;

/** The TX collection: variables of one transaction, keys without case. */
export class TxStore {
  /** Lists of one, ready to be handed to rules: this is the most frequently asked collection of all. */
  readonly #byKey = new Map<string, readonly [Entry]>();
  #captures = 0;

  get(lowerKey: string): ByteString | null {
    return this.#byKey.get(lowerKey)?.[0].value ?? null;
  }

  set(key: ByteString, value: ByteString, lowerKey: ByteString = lowerAscii(key)): void {
    if (this.#byKey.size >= MAX_KEYS && !this.#byKey.has(lowerKey)) return;
    this.#byKey.set(lowerKey, [new Entry('TX', key, value, lowerKey)]);
  }

  delete(key: ByteString): void {
    this.#byKey.delete(lowerAscii(key));
  }

  /** TX:0–9. Index 0 begins a new set: what the previous match captured is gone. */
  capture(index: number, value: ByteString): void {
    const key = CAPTURE_KEYS[index];
    if (key === undefined) return;
    if (index === 0) {
      for (let old = 0; old < this.#captures; old++) this.#byKey.delete(CAPTURE_KEYS[old]!);
      this.#captures = 0;
    }
    this.#captures = Math.max(this.#captures, index + 1);
    this.#byKey.set(key, [new Entry('TX', key, value, key)]);
  }

  lookup(lowerKey: string): readonly Entry[] {
    return this.#byKey.get(lowerKey) ?? NO_ENTRIES;
  }

  matching(test: (lowerKey: string) => boolean): readonly Entry[] {
    let found: Entry[] | null = null;
    for (const [lowerKey, [entry]] of this.#byKey) {
      if (!test(lowerKey)) continue;
      found ??= [];
      found.push(entry);
    }
    return found ?? NO_ENTRIES;
  }

  entries(): readonly Entry[] {
    return [...this.#byKey.values()].map(([entry]) => entry);
  }
}
