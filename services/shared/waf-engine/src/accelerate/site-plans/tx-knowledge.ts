import { lowerAscii } from '../../model/entry.ts';
import type { OperatorArgument } from '../../model/operator.ts';
import { type TxValue, TxValues } from '../../model/tx-values.ts';

/** Any rule with `capture` writes these, so nothing is ever known about them. */
const CAPTURES = /^[0-9]$/;

/** Facts about TX at one point of a rule set that are true for every request. Keys in lower case. */
export class TxKnowledge {
  private readonly storedValues: Map<string, TxValue>;
  private readonly unknown: Set<string>;
  /** Beginnings of keys whose ends depend on the request: `header_` of `tx.header_%{MATCHED_VAR}`. */
  private readonly unknownBeginnings: Set<string>;

  private constructor(values: Map<string, TxValue>, unknown: Set<string>, beginnings: Set<string>) {
    this.storedValues = values;
    this.unknown = unknown;
    this.unknownBeginnings = beginnings;
  }

  static of(values: TxValues): TxKnowledge {
    return new TxKnowledge(new Map(values.byKey), new Set(), new Set());
  }

  copy(): TxKnowledge {
    return new TxKnowledge(
      new Map(this.storedValues),
      new Set(this.unknown),
      new Set(this.unknownBeginnings),
    );
  }

  isKnown(lowerKey: string): boolean {
    if (CAPTURES.test(lowerKey) || this.unknown.has(lowerKey)) return false;
    return this.storedValues.has(lowerKey) || !this.mayBeWritten(lowerKey);
  }

  /** Whether a text can be expanded now. */
  knowsMacros(text: OperatorArgument): boolean {
    return (
      typeof text === 'string' ||
      text.parts.every(
        (part) =>
          typeof part === 'string' ||
          (part.variable === 'TX' && part.key !== null && this.isKnown(part.key.toLowerCase())),
      )
    );
  }

  write(lowerKey: string, value: TxValue | null): void {
    if (value === null) this.storedValues.delete(lowerKey);
    else this.storedValues.set(lowerKey, value);
    // If keys with this prefix may have been written, the absence of a key is not certain.
    if (value === null && this.mayBeWritten(lowerKey)) this.unknown.add(lowerKey);
    else this.unknown.delete(lowerKey);
  }

  /** A request may write here. */
  forget(key: OperatorArgument): void {
    if (typeof key === 'string') {
      this.forgetKey(lowerAscii(key));
      return;
    }
    const first = key.parts[0];
    const beginning = typeof first === 'string' ? lowerAscii(first) : '';
    this.unknownBeginnings.add(beginning);
    for (const known of this.storedValues.keys())
      if (known.startsWith(beginning)) this.storedValues.delete(known);
  }

  /** Keeps what holds on this way and on the other. */
  join(other: TxKnowledge): void {
    for (const [key, [entry]] of this.storedValues) {
      const same = other.storedValues.get(key)?.[0];
      if (same === undefined || same.value !== entry.value || same.key !== entry.key) this.forgetKey(key);
    }
    for (const key of other.storedValues.keys()) if (!this.storedValues.has(key)) this.unknown.add(key);
    for (const key of other.unknown) this.forgetKey(key);
    for (const beginning of other.unknownBeginnings) this.unknownBeginnings.add(beginning);
  }

  /** Only for rules that read nothing but known keys. Not copied: to be used before anything else is written. */
  values(): TxValues {
    return new TxValues(this.storedValues);
  }

  private forgetKey(lowerKey: string): void {
    this.storedValues.delete(lowerKey);
    this.unknown.add(lowerKey);
  }

  private mayBeWritten(lowerKey: string): boolean {
    for (const beginning of this.unknownBeginnings) if (lowerKey.startsWith(beginning)) return true;
    return false;
  }
}
