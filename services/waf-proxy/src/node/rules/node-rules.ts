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
 * The rule set that all sites of a node share. The supervisor judges documents by the same rules as the workers that will
 * serve them, but inspects nothing: it has them without what makes them quick (`naive`), which is most of the work of compiling them,
 * and of their memory. Null: the node runs no rules.
 */
export function compileNodeRules(
  { operatorRules, managedRules }: NodeRulesSettings,
  evaluation: Evaluation = 'indexed',
): CompiledRuleSet | null {
  if (operatorRules !== null) return compileOperatorRules(operatorRules, evaluation);
  return managedRules ? compileManagedRules(evaluation) : null;
}
