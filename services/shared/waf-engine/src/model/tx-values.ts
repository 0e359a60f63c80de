import type { StepBudget } from '@palisade/regex';
import type { ByteString } from './api.ts';
import { Entry, lowerAscii } from './entry.ts';
import type { KeyPattern } from './key-pattern.ts';

/** A list of one, ready to be handed to rules: TX is the most frequently asked collection of all. */
export type TxValue = readonly [Entry];

export const txValue = (key: ByteString, value: ByteString, lowerKey: ByteString): TxValue => [
  new Entry('TX', key, value, lowerKey),
];

/** Frozen contents of TX that many transactions share: what a site sets, and what its rules set for every request. */
export class TxValues {
  static readonly none = new TxValues(new Map());

  readonly byKey: ReadonlyMap<string, TxValue>;
  /** The same rules ask the same frozen values: each pattern is answered once. */
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

/** Values that rules set for every request alike: a transaction takes them over at once, without running those rules. */
export interface TxAssignment {
  /** What TX holds before, and afterwards, unless this transaction has values of its own. */
  readonly before: TxValues;
  readonly after: TxValues;
  /** What is set; `null`: removed. By lower-case key. */
  readonly changes: ReadonlyMap<string, TxValue | null>;
}
