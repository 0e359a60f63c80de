import { loadManagedRules, loadPackRules } from '@palisade/managed-rules';
import { type CompiledRuleSet, compileRuleSet } from '@palisade/waf-engine';

/** Compiles the rule set that every site uses by default. Once per process: sites share it and add only an overlay. */
export function compileManagedRules(): CompiledRuleSet {
  return compileRuleSet([...loadPackRules(), ...loadManagedRules()]);
}
