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

/** Compiled once: a plain string unless the rule's argument has macros. */
export type OperatorArgument = ByteString | MacroTemplate;

/** What an operator may ask for and tell while it judges one value. One object per transaction, reused. */
export interface OperatorContext {
  /** True only where the rule has the `capture` action: only then need captures be computed. */
  readonly capturing: boolean;
  /** False where, of the captures, only TX:0 will be read; absent counts as true. */
  readonly capturingGroups?: boolean;
  /** False where nobody will ask where the match is; absent counts as true. */
  readonly locating?: boolean;
  /** TX:0–9. Index 0 is the whole match. Only call when `capturing`. */
  capture(index: number, value: ByteString): void;
  /** Byte offset and length of the match within the value; leave alone where the operator has no location. */
  matchOffset: number;
  matchLength: number;
  /** Counts the steps of pattern matching for this request; without one each call has the default limits of its own. */
  readonly budget?: StepBudget;
  /** What the transaction may use; absent: all. */
  readonly inUse?: AcceleratorFlags;
  expand(template: MacroTemplate): ByteString;
  /** Fills the GEO collection; false when the address is unknown or there is no port for it. */
  lookUpGeo(address: ByteString): boolean;
}

export interface CompiledOperator {
  /**
   * Whether the answer depends on nothing but the value and the operator's argument: then it may be asked ahead of time, and once
   * for equal values. False for what asks or tells somebody else.
   */
  readonly pure: boolean;
  /** The result before negation by `!`. */
  evaluate(value: ByteString, context: OperatorContext): boolean;
  /** The same with pauses, for long values; absent where `evaluate` reads a value once and does little else. */
  readonly evaluateInSlices?: (
    value: ByteString,
    context: OperatorContext,
    budget: StepBudget,
  ) => Pausable<boolean>;
  /** How much work it is, where that is more than reading the value once; matchers count for themselves. */
  readonly stepsPerByte?: number;
  /** Present on operators that can take part in a scan over many rules at once. */
  readonly scan?: OperatorScan;
}

/** How the compiler may put an operator into a union scan. Matching by it must equal `evaluate` exactly. */
export type OperatorScan =
  | { readonly kind: 'pattern'; readonly source: ByteString; readonly pattern: Pattern }
  | { readonly kind: 'phrases'; readonly phrases: readonly ByteString[] }
  /** The same answer from bytes, for operators that can tell most values without their text. */
  | {
      readonly kind: 'test';
      readonly test: (value: Subject, context: OperatorContext) => boolean;
      /** The same with pauses, where the test is dear: long values are tested by it. */
      readonly testInSlices?: (
        value: Subject,
        budget: ReadingBudget,
        context: OperatorContext,
      ) => Pausable<boolean>;
      /** It holds for no value in which this pattern (as for `@rx`) does not occur. */
      readonly needs?: ByteString;
      readonly dismissal?: Dismissal;
    };

/** Tells of most values that a test does not hold, from their bytes alone. */
export interface Dismissal {
  dismisses(bytes: Uint8Array, start: number, end: number): boolean;
  /** For values that begin alike, in a pass that is taken up where another has stopped. What a beginning of a value, whose own beginning led to `from` (0: there is none), leads to; negative: the test may hold. */
  go(from: number, bytes: Uint8Array, start: number, end: number): number;
  /** False if the test does not hold for a value that leads here. */
  mayHold(state: number): boolean;
}

export interface OperatorEnvironment {
  /** Files named by `@pmFromFile`, `@ipMatchFromFile`, relative to the rule's own file. Throws if unresolved. */
  readFiles(name: string): readonly RuleSource[];
  /** Raises a RuleError at the rule's operator. */
  fail(code: RuleErrorCode, detail: string): never;
}

export type OperatorFactory = (
  argument: OperatorArgument,
  environment: OperatorEnvironment,
) => CompiledOperator;

/** By lower-case SecLang name, without `@`. */
export type OperatorRegistry = Readonly<Record<string, OperatorFactory>>;
