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

/** A frozen rule set, as transactions read it. */
export interface CompiledRules {
  /** Chains count once. In file order. */
  readonly rules: readonly CompiledRule[];
  /** Index 0 is unused, so that a phase is its own index. */
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
  /** How many of the following rules are passed over after a match. */
  readonly skip: number;
  /** Position in the phase's list to go on with after a match; -1: the next one. */
  skipTo: number;
  readonly logged: boolean;
  /**
   * Whether a match appears in the audit record. Rule sets steer themselves with many silent actions and TX comparisons
   * (`nolog`, no message); those would only bury what matters.
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
  /** The operator's answer depends on the value alone: it may be asked ahead of time, and once for equal values. */
  readonly pure: boolean;
  /** The operator's argument; `''` where there is none, `null` for operators that ask for more than their value. */
  readonly operatorArgument: OperatorArgument | null;
  /** `@rx ^a`, as written. */
  readonly operatorText: string;
  readonly transformations: TransformationChain;
  readonly multiMatch: boolean;
  readonly capture: boolean;
  /** Whether anyone reads TX:1–9 of this link. */
  readonly captureGroups: boolean;
  /** A short cut for the many rules that compare one variable; `null` where the general way is needed. */
  readonly single: SingleValue | null;
  /** Run for every value that matches. */
  readonly onMatch: readonly Effect[];
  /** Run once when the whole chain has matched. */
  readonly onFullMatch: readonly Effect[];
}

/** The one value that a link looks at, as it is. */
export interface SingleValue {
  /** `null`: there is none, so the link does not match. */
  read(state: RuleState): ByteString | null;
  /** The same as MATCHED_VAR wants it. */
  entry(state: RuleState, value: ByteString): Entry;
}

export interface Effect {
  run(state: RuleState): void;
  /** What it does to TX, where it does anything. */
  readonly tx?: TxWrite;
}

export interface TxWrite {
  readonly key: OperatorArgument;
  /** '' for a removal. */
  readonly value: OperatorArgument;
  /** The value is added to what is there. */
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

/** Interned: equal lists of transformations are one object. */
export interface TransformationChain {
  readonly index: number;
  readonly names: readonly string[];
  readonly steps: readonly TransformationEntry[];
  /** 1 for every byte that makes some step change something; `null` where a step promises no such thing. */
  readonly triggers: Uint8Array | null;
  /** The same as a quick test: no overlap with `stepsTriggeredBy(value)` means that nothing changes. */
  readonly triggerBits: number;
}

export interface EngineSettings {
  mode: EngineMode;
  requestBodyAccess: boolean;
  responseBodyAccess: boolean;
  limits: BodyLimits;
  /** Bodies are read as what they are, whatever their type says; off, as in ModSecurity: as their type says. */
  requestBodyReadings: boolean;
  jsonDepth: number;
  argumentsLimit: number;
  /** Steps for each byte of a request's body; 0: no limit. */
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
