import type { ByteString } from '../api.ts';
import { Entry, lowerAscii, NO_ENTRIES } from '../variables/entry.ts';

/** Rules may create keys from request data (`tx.count_%{MATCHED_VAR_NAME}`), so their number needs an end. */
const MAX_KEYS = 4096;

/** The TX collection: variables of one transaction, keys without case. */
export class TxStore {
  readonly #byKey = new Map<string, Entry>();
  #captures = 0;

  get(lowerKey: string): ByteString | null {
    return this.#byKey.get(lowerKey)?.value ?? null;
  }

  set(key: ByteString, value: ByteString): void {
    const lowerKey = lowerAscii(key);
    if (this.#byKey.size >= MAX_KEYS && !this.#byKey.has(lowerKey)) return;
    this.#byKey.set(lowerKey, new Entry('TX', key, value));
  }

  delete(key: ByteString): void {
    this.#byKey.delete(lowerAscii(key));
  }

  /** TX:0–9. Index 0 begins a new set: what the previous match captured is gone. */
  capture(index: number, value: ByteString): void {
    if (index > 9) return;
    if (index === 0) {
      for (let old = 0; old < this.#captures; old++) this.#byKey.delete(String(old));
      this.#captures = 0;
    }
    this.#captures = Math.max(this.#captures, index + 1);
    this.#byKey.set(String(index), new Entry('TX', String(index), value));
  }

  lookup(lowerKey: string): readonly Entry[] {
    const entry = this.#byKey.get(lowerKey);
    return entry === undefined ? NO_ENTRIES : [entry];
  }

  entries(): readonly Entry[] {
    return [...this.#byKey.values()];
  }
}
