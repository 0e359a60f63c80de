import type { Random } from './random.ts';

/** One reader of what strangers send. */
export interface Target {
  readonly name: string;
  /** Files whose coverage leads the way. */
  readonly focus: RegExp;
  /** Bytes that an input may have. */
  readonly largest: number;
  /** Words of the language that is read, besides those that the sources hold. */
  readonly words: readonly string[];
  /** An input that is more or less right, from nothing but chance. */
  generate(random: Random): Buffer;
  /**
   * Reads an input as the product does. What may be wrong with an input is an answer; it throws what must never happen.
   * Its work is what is measured.
   */
  read(input: Buffer): void;
  /** The same input, held against another reader or another way of reading; costs more, so not every input is. */
  compare?(input: Buffer): void | Promise<void>;
  /** Whether an attack that is blocked by itself is still blocked with this input around it. */
  staysBlocked?(padding: Buffer): boolean;
  /** Work grows faster than the input, for a reason: not on the request path, and bounded by `largest`. */
  readonly workMayGrow?: string;
}
