import type { ByteString } from '../../model/api.ts';
import type { ActionNode, OperatorNode, VariableNode } from '../../model/ast.ts';
import type { CompiledTarget, DisruptiveAction, Effect } from '../../model/compiled-rules.ts';
import type { RuleErrorCode } from '../../model/errors.ts';
import type { LogicalLine } from '../../model/logical-line.ts';
import type { OperatorArgument } from '../../model/operator.ts';
import type { RuleSelection } from './rule-selection.ts';

/** One SecRule or SecAction while its actions are being applied; frozen into a link of a CompiledRule afterwards. */
export interface RuleDraft {
  readonly line: LogicalLine;
  readonly offset: number;
  variables: VariableNode[];
  readonly operator: OperatorNode | null;
  id: number | null;
  phase: number | null;
  chained: boolean;
  capture: boolean;
  multiMatch: boolean;
  /** Lower-case names. */
  transformations: string[];
  disruptive: DisruptiveAction | 'block' | null;
  allowScope: 'all' | 'phase' | 'request';
  status: number | null;
  redirect: OperatorArgument | null;
  skip: number;
  skipAfter: ByteString | null;
  log: boolean | null;
  severity: number | null;
  message: OperatorArgument | null;
  logData: OperatorArgument | null;
  tags: OperatorArgument[];
  onMatch: Effect[];
  /** Made into effects when all rules are known, since some refer to other rules. */
  onFullMatch: EffectFactory[];
  /** Set by the compiler: links of the same chain that follow. */
  readonly followers: RuleDraft[];
  /** The directive as written. */
  readonly text: string;
}

export type EffectFactory = (lookup: RuleLookup) => Effect;

export interface RuleLookup {
  /** Indexes of the rules that a `ctl` or an exclusion speaks of. */
  select(selection: RuleSelection): readonly number[];
  /** Whether a rule inspects nothing but TX, so that a site's plan may have settled it. */
  looksAtTxOnly(index: number): boolean;
}

/** The environment of actions while they are compiled. */
export interface ActionEnvironment {
  fail(code: RuleErrorCode, detail: string): never;
  /** The argument; an error where the action has none. */
  required(): ByteString;
  /** Parses macros and checks that their variables exist. */
  macros(text: ByteString): OperatorArgument;
  target(text: ByteString): CompiledTarget;
}

export interface ActionDefinition {
  apply(draft: RuleDraft, node: ActionNode, environment: ActionEnvironment): void;
}
