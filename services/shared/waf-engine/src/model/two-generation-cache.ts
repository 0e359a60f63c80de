import type { ByteString } from './api.ts';
import { detached } from './detached.ts';

/** Maximum length of a key; longer ones seldom repeat. */
const MAX_KEY_LENGTH = 256;

/**
 * A bounded cache by short parts of requests. When the newer half is full, the older half is dropped at once, which is
 * cheaper than tracking use. Keys are copied, so that no request stays in memory for a part of it.
 */
export class TwoGenerationCache<Value> {
  private newer = new Map<ByteString, Value>();
  private older = new Map<ByteString, Value>();
  private readonly maxHalf: number;

  constructor(maxEntries: number) {
    this.maxHalf = maxEntries / 2;
  }

  static holds(key: ByteString): boolean {
    return key.length <= MAX_KEY_LENGTH;
  }

  get(key: ByteString): Value | undefined {
    if (key.length > MAX_KEY_LENGTH) return undefined;
    return this.newer.get(key) ?? this.older.get(key);
  }

  /** Longer keys are not stored. */
  set(key: ByteString, value: Value): void {
    if (key.length > MAX_KEY_LENGTH) return;
    if (this.newer.size >= this.maxHalf) {
      this.older = this.newer;
      this.newer = new Map();
    }
    this.newer.set(detached(key), value);
  }
}
