import type { CompiledRuleSet } from '@palisade/waf-engine';
import { compileManagedRules } from './managed-rule-set.ts';
import { compileOperatorRules, type OperatorRules } from './operator-rule-set.ts';

export interface NodeRulesSettings {
  /** Null: the managed rules. */
  operatorRules: OperatorRules | null;
  managedRules: boolean;
}

/**
 * The rule set that all sites of a node share. The supervisor judges documents by the same one as the workers that will
 * serve them. Null: the node runs no rules.
 */
export function compileNodeRules({ operatorRules, managedRules }: NodeRulesSettings): CompiledRuleSet | null {
  if (operatorRules !== null) return compileOperatorRules(operatorRules);
  return managedRules ? compileManagedRules() : null;
}
