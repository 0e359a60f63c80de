import type { RuleSource } from '@palisade/waf-engine';
import { ruleFiles } from './rule-files.ts';

/** Palisade's own rules in the order in which they are to be compiled. Read once, at start-up. */
export function loadManagedRules(): RuleSource[] {
  return ruleFiles('rules')
    .filter(({ name }) => name.endsWith('.conf'))
    .map(({ name, text }) => ({ name: `managed-rules/${name}`, text }));
}
