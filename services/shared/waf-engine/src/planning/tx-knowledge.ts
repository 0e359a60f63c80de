import type { OperatorArgument } from '../operators/types.ts';
import { type TxValue, TxValues } from '../transaction/tx-values.ts';

/** Any rule with `capture` writes these, so nothing is ever known about them. */
const CAPTURES = /^[0-9]$/;

/** What holds of TX at one point of a rule set whatever the request is. Keys in lower case. */
export class TxKnowledge {
  readonly #values: Map<string, TxValue>;
  readonly #unknown: Set<string>;
  /** Some key that we cannot name may have been written. */
  #anything: boolean;

  private constructor(values: Map<string, TxValue>, unknown: Set<string>, anything: boolean) {
    this.#values = values;
    this.#unknown = unknown;
    this.#anything = anything;
  }

  static of(values: TxValues): TxKnowledge {
    return new TxKnowledge(new Map(values.byKey), new Set(), false);
  }

  copy(): TxKnowledge {
    return new TxKnowledge(new Map(this.#values), new Set(this.#unknown), this.#anything);
  }

  isKnown(lowerKey: string): boolean {
    if (CAPTURES.test(lowerKey) || this.#unknown.has(lowerKey)) return false;
    return !this.#anything || this.#values.has(lowerKey);
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
    if (value === null) this.#values.delete(lowerKey);
    else this.#values.set(lowerKey, value);
    // "Known to be absent" can be told from "anything" only by name.
    if (value === null && this.#anything) this.#unknown.add(lowerKey);
    else this.#unknown.delete(lowerKey);
  }

  forget(lowerKey: string): void {
    this.#values.delete(lowerKey);
    this.#unknown.add(lowerKey);
  }

  forgetAll(): void {
    this.#values.clear();
    this.#anything = true;
  }

  /** Keeps what holds on this way and on the other. */
  join(other: TxKnowledge): void {
    for (const [key, [entry]] of this.#values) {
      const same = other.#values.get(key)?.[0];
      if (same === undefined || same.value !== entry.value || same.key !== entry.key) this.forget(key);
    }
    for (const key of other.#values.keys()) if (!this.#values.has(key)) this.#unknown.add(key);
    for (const key of other.#unknown) this.forget(key);
    this.#anything ||= other.#anything;
  }

  /** Only for rules that read nothing but known keys. Not copied: to be used before anything else is written. */
  values(): TxValues {
    return new TxValues(this.#values);
  }
}
