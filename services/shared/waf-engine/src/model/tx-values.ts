import type { StepBudget } from '@palisade/regex';
import type { ByteString } from './api.ts';
import { Entry, lowerAscii } from './entry.ts';
import type { KeyPattern } from './key-pattern.ts';

/** A list of one entry, ready for rules: TX is the most frequently read collection. */
export type TxValue = readonly [Entry];

export const txValue = (key: ByteString, value: ByteString, lowerKey: ByteString): TxValue => [
  new Entry('TX', key, value, lowerKey),
];

/** Frozen contents of TX shared by many transactions: the site's settings, and what its rules set for every request. */
export class TxValues {
  static readonly none = new TxValues(new Map());

  readonly byKey: ReadonlyMap<string, TxValue>;
  /** Cached, since the same rules ask the same frozen values. */
  private readonly byPattern = new Map<KeyPattern, readonly Entry[]>();

  constructor(byKey: ReadonlyMap<string, TxValue>) {
    this.byKey = byKey;
  }

  static of(values: Iterable<readonly [key: ByteString, value: ByteString]>): TxValues {
    const byKey = new Map<string, TxValue>();
    for (const [key, value] of values) {
      const lowerKey = lowerAscii(key);
      byKey.set(lowerKey, txValue(key, value, lowerKey));
    }
    return new TxValues(byKey);
  }

  matching(pattern: KeyPattern, budget: StepBudget): readonly Entry[] {
    const known = this.byPattern.get(pattern);
    if (known !== undefined) return known;
    const found: Entry[] = [];
    for (const [lowerKey, [entry]] of this.byKey) if (pattern.test(lowerKey, budget)) found.push(entry);
    if (!budget.exceeded) this.byPattern.set(pattern, found);
    return found;
  }
}

/** Values that rules set for every request; a transaction takes them over without running the rules. */
export interface TxAssignment {
  /** TX before and afterwards, for transactions without values of their own. */
  readonly before: TxValues;
  readonly after: TxValues;
  /** Changes by lower-case key; `null`: removed. */
  readonly changes: ReadonlyMap<string, TxValue | null>;
}
