import { loadManagedRules, loadPackRules } from '@palisade/managed-rules';
import { type CompiledRuleSet, type CompileOptions, compileRuleSet } from '@palisade/waf-engine';
import { keepDigest } from '../../features/inspection/rule-set-digest.ts';

/** Compiles the rule set that every site uses by default. Once per process: sites share it and add only an overlay. */
export function compileManagedRules(evaluation?: CompileOptions['evaluation']): CompiledRuleSet {
  const sources = [...loadPackRules(), ...loadManagedRules()];
  return keepDigest(compileRuleSet(sources, { evaluation }), sources);
}
