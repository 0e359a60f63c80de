import type { StepLimits } from '@palisade/regex';
import type {
  BodyLimits,
  ByteString,
  EngineMode,
  Interruption,
  Phase,
  RuleDescription,
  Severity,
} from './api.ts';
import type { Entry } from './entry.ts';
import type { KeyPattern } from './key-pattern.ts';
import type { CompiledOperator, MacroTemplate, OperatorArgument } from './operator.ts';
import type { RuleState } from './rule-state.ts';
import type { TransformationEntry } from './transformation.ts';
import type { VariableDefinition } from './variable.ts';

/** A frozen rule set in the form that transactions read. */
export interface CompiledRules {
  /** Chains count once. In file order. */
  readonly rules: readonly CompiledRule[];
  /** Indexed by phase; index 0 is unused. */
  readonly phases: readonly PhaseRules[];
  readonly settings: EngineSettings;
  readonly rulesById: ReadonlyMap<number, CompiledRule>;
}

export interface PhaseRules {
  readonly phase: Phase;
  readonly rules: readonly CompiledRule[];
}

export type DisruptiveAction = Interruption['action'] | 'pass';

export interface CompiledRule {
  /** Position in `CompiledRules.rules`. */
  readonly index: number;
  /** Position in its phase's list; where `skipTo` points to. */
  position: number;
  readonly id: number;
  readonly phase: Phase;
  /** At least one; more for a chain, outermost first. */
  readonly links: readonly CompiledLink[];
  readonly disruptive: DisruptiveAction;
  readonly allowScope: 'all' | 'phase' | 'request';
  readonly status: number;
  readonly redirect: OperatorArgument | null;
  /** How many following rules are skipped after a match. */
  readonly skip: number;
  /** Position in the phase's list to continue at after a match; -1: the next rule. */
  skipTo: number;
  readonly logged: boolean;
  /**
   * Whether a match appears in the audit record. Rule sets use many silent actions and TX comparisons (`nolog`, no
   * message) as control flow; those would bury what matters.
   */
  readonly recorded: boolean;
  readonly severity: number | null;
  readonly message: OperatorArgument | null;
  readonly logData: OperatorArgument | null;
  readonly tags: readonly OperatorArgument[];
  readonly description: RuleDescription;
}

export interface CompiledLink {
  /** The chain's starter. */
  readonly first: boolean;
  readonly targets: readonly CompiledTarget[];
  readonly exclusions: readonly CompiledTarget[];
  /** `null` for SecAction, which always matches. */
  readonly operator: CompiledOperator | null;
  readonly negated: boolean;
  /**
   * The operator's answer depends on the value alone, so it may be computed ahead of time and once for equal values.
   */
  readonly pure: boolean;
  /** The operator's argument; `''` for none, `null` for operators that depend on more than their value. */
  readonly operatorArgument: OperatorArgument | null;
  /** `@rx ^a`, as written. */
  readonly operatorText: string;
  readonly transformations: TransformationChain;
  readonly multiMatch: boolean;
  readonly capture: boolean;
  /** Whether any rule reads TX:1–9 of this link. */
  readonly captureGroups: boolean;
  /** Fast path for the many rules that compare one variable; `null` where it does not apply. */
  readonly single: SingleValue | null;
  /** Run for every value that matches. */
  readonly onMatch: readonly Effect[];
  /** Run once, when the whole chain has matched. */
  readonly onFullMatch: readonly Effect[];
}

/** The only value that a link examines. */
export interface SingleValue {
  /** `null`: the variable is missing, so the link does not match. */
  read(state: RuleState): ByteString | null;
  /** The same as an entry for MATCHED_VAR. */
  entry(state: RuleState, value: ByteString): Entry;
}

export interface Effect {
  run(state: RuleState): void;
  /** The effect's write to TX, if any. */
  readonly tx?: TxWrite;
}

export interface TxWrite {
  readonly key: OperatorArgument;
  /** '' for a removal. */
  readonly value: OperatorArgument;
  /** The value is added to the present one. */
  readonly adds: boolean;
}

export interface CompiledTarget {
  readonly name: string;
  readonly variable: VariableDefinition;
  readonly selector: CompiledSelector | null;
  readonly count: boolean;
  /** As written. */
  readonly text: string;
}

export type CompiledSelector =
  | { readonly kind: 'key'; readonly lowerKey: ByteString }
  | { readonly kind: 'macro'; readonly template: MacroTemplate }
  | { readonly kind: 'regex'; readonly pattern: KeyPattern }
  | { readonly kind: 'xpath'; readonly path: ByteString };

/** Interned: equal chains are the same object. */
export interface TransformationChain {
  readonly index: number;
  readonly names: readonly string[];
  readonly steps: readonly TransformationEntry[];
  /** 1 for every byte that may make a step change the value; `null` where no such set is known. */
  readonly triggers: Uint8Array | null;
  /** The same as a bit set: no overlap with `stepsTriggeredBy(value)` means that nothing changes. */
  readonly triggerBits: number;
}

export interface EngineSettings {
  mode: EngineMode;
  requestBodyAccess: boolean;
  responseBodyAccess: boolean;
  limits: BodyLimits;
  /**
   * Bodies are parsed as what they appear to be, whatever their Content-Type; off, as in ModSecurity: by their type.
   */
  requestBodyReadings: boolean;
  jsonDepth: number;
  argumentsLimit: number;
  /** Maximum steps per byte of a request body; 0: no limit. */
  workLimit: number;
  argumentSeparator: string;
  uploadFileLimit: number;
  webAppId: string;
  componentSignatures: string[];
  collectionTimeout: number;
  matcherSteps: StepLimits;
}

export const SEVERITIES: readonly Severity[] = [
  'EMERGENCY',
  'ALERT',
  'CRITICAL',
  'ERROR',
  'WARNING',
  'NOTICE',
  'INFO',
  'DEBUG',
];
