import type { Pattern, StepBudget, Subject } from '@palisade/regex';
import type { AcceleratorFlags } from './accelerator-switches.ts';
import type { ByteString, RuleSource } from './api.ts';
import type { RuleErrorCode } from './errors.ts';
import type { Pausable, ReadingBudget } from './pausable.ts';

/** `text %{tx.limit} text`: literal parts and macro references (`tx.limit`, lower-case collection) in turn. */
export interface MacroTemplate {
  /** As written. */
  readonly source: ByteString;
  readonly parts: readonly (ByteString | MacroReference)[];
}

export interface MacroReference {
  /** Upper-case variable name, such as `TX` or `REQUEST_URI`. */
  readonly variable: string;
  /** Lower-case key within a collection, or `null`. */
  readonly key: ByteString | null;
}

/** Compiled once: a plain string unless the argument has macros. */
export type OperatorArgument = ByteString | MacroTemplate;

/** Inputs and outputs of an operator while it evaluates one value. One object per transaction, reused. */
export interface OperatorContext {
  /** True only where the rule has the `capture` action: only then need captures be computed. */
  readonly capturing: boolean;
  /** False where only TX:0 of the captures will be read; absent: true. */
  readonly capturingGroups?: boolean;
  /** False where the location of the match is not needed; absent: true. */
  readonly locating?: boolean;
  /** TX:0–9. Index 0 is the whole match. Only call when `capturing`. */
  capture(index: number, value: ByteString): void;
  /** Byte offset and length of the match in the value; left alone by operators without a location. */
  matchOffset: number;
  matchLength: number;
  /** Counts pattern matching steps of this request; without it, each call has its own default limits. */
  readonly budget?: StepBudget;
  /** Accelerators in use; absent: all. */
  readonly inUse?: AcceleratorFlags;
  expand(template: MacroTemplate): ByteString;
  /** Fills the GEO collection; false if the address is unknown or no database is configured. */
  lookUpGeo(address: ByteString): boolean;
}

export interface CompiledOperator {
  /**
   * Whether the answer depends only on the value and the operator's argument, so that it may be computed ahead of time
   * and once for equal values. False for operators with side effects or other inputs.
   */
  readonly pure: boolean;
  /** The result before negation by `!`. */
  evaluate(value: ByteString, context: OperatorContext): boolean;
  /** The same in slices, for long values; absent where `evaluate` does little more than read the value once. */
  readonly evaluateInSlices?: (
    value: ByteString,
    context: OperatorContext,
    budget: StepBudget,
  ) => Pausable<boolean>;
  /** Cost per byte, where it is more than reading the value once; matchers count their own steps. */
  readonly stepsPerByte?: number;
  /** Present on operators that can take part in a scan over many rules at once. */
  readonly scan?: OperatorScan;
}

/** How the compiler may include an operator in a union scan. Matching by it must equal `evaluate` exactly. */
export type OperatorScan =
  | { readonly kind: 'pattern'; readonly source: ByteString; readonly pattern: Pattern }
  | { readonly kind: 'phrases'; readonly phrases: readonly ByteString[] }
  /** A test on bytes with the same answer, for operators that can decide most values without a string. */
  | {
      readonly kind: 'test';
      readonly test: (value: Subject, context: OperatorContext) => boolean;
      /** The same in slices, where the test is expensive; used for long values. */
      readonly testInSlices?: (
        value: Subject,
        budget: ReadingBudget,
        context: OperatorContext,
      ) => Pausable<boolean>;
      /** The test holds for no value in which this pattern (as for `@rx`) does not occur. */
      readonly needs?: ByteString;
      readonly dismissal?: Dismissal;
    };

/** Rules out most values from their bytes alone. */
export interface Dismissal {
  dismisses(bytes: Uint8Array, start: number, end: number): boolean;
  /**
   * Advances over bytes[start..end) from a state that an earlier part of the value led to (0: the start), and returns
   * the next state; negative: the test may hold. Shared by values with the same beginning.
   */
  go(from: number, bytes: Uint8Array, start: number, end: number): number;
  /** False if the test cannot hold for a value that ends in this state. */
  mayHold(state: number): boolean;
}

export interface OperatorEnvironment {
  /** Files named by `@pmFromFile`, `@ipMatchFromFile`, relative to the rule's own file. Throws if unresolved. */
  readFiles(name: string): readonly RuleSource[];
  /** Throws a RuleError at the rule's operator. */
  fail(code: RuleErrorCode, detail: string): never;
}

export type OperatorFactory = (
  argument: OperatorArgument,
  environment: OperatorEnvironment,
) => CompiledOperator;

/** By lower-case SecLang name, without `@`. */
export type OperatorRegistry = Readonly<Record<string, OperatorFactory>>;
