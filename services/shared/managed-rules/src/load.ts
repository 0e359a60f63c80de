import type { RuleSource } from '@palisade/waf-engine';
import { withRegexes } from './regex-assembly/with-regexes.ts';
import { ruleFiles } from './rule-files.ts';

/** Palisade's own rules in the order in which they are to be compiled. Read once, at start-up. */
export function loadManagedRules(): RuleSource[] {
  const assemblies = {
    files: ruleFiles('rules/regex-assembly'),
    included: ruleFiles('rules/regex-assembly/include'),
  };
  return ruleFiles('rules')
    .filter(({ name }) => name.endsWith('.conf'))
    .map((file) => withRegexes(file, assemblies))
    .map(({ name, text }) => ({ name: `managed-rules/${name}`, text }));
}
