import type { StepBudget } from '@palisade/regex';
import type { ByteString } from '../../model/api.ts';
import { type Entry, lowerAscii, NO_ENTRIES } from '../../model/entry.ts';
import type { KeyPattern } from '../../model/key-pattern.ts';
import { type TxAssignment, type TxValue, TxValues, txValue } from '../../model/tx-values.ts';

/** Rules may create keys from request data (`tx.count_%{MATCHED_VAR_NAME}`), so their number needs an end. */
const MAX_KEYS = 4096;
const CAPTURE_KEYS = ['0', '1', '2', '3', '4', '5', '6', '7', '8', '9'] as const;

/**
 * The TX collection: variables of one transaction, keys without case. Its own values lie above frozen ones that are shared
 * with other transactions; `null` hides a value below.
 */
export class TxStore {
  private shared: TxValues;
  private readonly own = new Map<string, TxValue | null>();
  private captures = 0;

  constructor(shared: TxValues = TxValues.none) {
    this.shared = shared;
  }

  get(lowerKey: string): ByteString | null {
    return this.find(lowerKey)?.[0].value ?? null;
  }

  set(key: ByteString, value: ByteString, lowerKey: ByteString = lowerAscii(key)): void {
    const size = this.own.size + this.shared.byKey.size;
    if (size >= MAX_KEYS && this.find(lowerKey) === null) return;
    this.own.set(lowerKey, txValue(key, value, lowerKey));
  }

  delete(key: ByteString): void {
    this.remove(lowerAscii(key));
  }

  assign({ before, after, changes }: TxAssignment): void {
    if (before === this.shared) {
      this.shared = after;
      for (const lowerKey of this.own.keys()) if (changes.has(lowerKey)) this.own.delete(lowerKey);
      return;
    }
    for (const [lowerKey, value] of changes) {
      if (value === null) this.remove(lowerKey);
      else this.own.set(lowerKey, value);
    }
  }

  /** Whether these keys still hold what the frozen values say. */
  isUntouched(shared: TxValues, keys: readonly string[]): boolean {
    if (shared !== this.shared) return false;
    if (this.own.size === 0) return true;
    for (let index = 0; index < keys.length; index++) if (this.own.has(keys[index]!)) return false;
    return true;
  }

  /** TX:0–9. Index 0 begins a new set and removes the previous match's captures. */
  capture(index: number, value: ByteString): void {
    const key = CAPTURE_KEYS[index];
    if (key === undefined) return;
    if (index === 0) {
      for (let old = 0; old < this.captures; old++) this.remove(CAPTURE_KEYS[old]!);
      this.captures = 0;
    }
    this.captures = Math.max(this.captures, index + 1);
    this.own.set(key, txValue(key, value, key));
  }

  lookup(lowerKey: string): readonly Entry[] {
    return this.find(lowerKey) ?? NO_ENTRIES;
  }

  matching(pattern: KeyPattern, budget: StepBudget): readonly Entry[] {
    const below = this.shared.matching(pattern, budget);
    if (this.own.size === 0) return below;
    const found = below.filter((entry) => !this.own.has(entry.lowerKey));
    for (const [lowerKey, value] of this.own) {
      if (value !== null && pattern.test(lowerKey, budget)) found.push(value[0]);
    }
    return found;
  }

  /** Values written here, by lower-case key; `null`: removed. */
  changes(): ReadonlyMap<string, TxValue | null> {
    return this.own;
  }

  entries(): readonly Entry[] {
    const found: Entry[] = [];
    for (const [lowerKey, [entry]] of this.shared.byKey) if (!this.own.has(lowerKey)) found.push(entry);
    for (const value of this.own.values()) if (value !== null) found.push(value[0]);
    return found;
  }

  private find(lowerKey: string): TxValue | null {
    const own = this.own.get(lowerKey);
    return own !== undefined ? own : (this.shared.byKey.get(lowerKey) ?? null);
  }

  private remove(lowerKey: string): void {
    if (this.shared.byKey.has(lowerKey)) this.own.set(lowerKey, null);
    else this.own.delete(lowerKey);
  }
}
