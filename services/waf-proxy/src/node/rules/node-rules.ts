import type { CompiledRuleSet, CompileOptions } from '@palisade/waf-engine';
import { compileManagedRules } from './managed-rule-set.ts';
import { compileOperatorRules, type OperatorRules } from './operator-rule-set.ts';

export interface NodeRulesSettings {
  /** Null: the managed rules. */
  operatorRules: OperatorRules | null;
  managedRules: boolean;
}

type Evaluation = CompileOptions['evaluation'];

/**
 * The rule set shared by all sites of a node. The supervisor validates documents against the same rules as its workers,
 * but inspects nothing, so it compiles them without accelerators (`naive`), which are most of the work and memory.
 * Null: the node runs no rules.
 */
export function compileNodeRules(
  { operatorRules, managedRules }: NodeRulesSettings,
  evaluation: Evaluation = 'indexed',
): CompiledRuleSet | null {
  if (operatorRules !== null) return compileOperatorRules(operatorRules, evaluation);
  return managedRules ? compileManagedRules(evaluation) : null;
}
