import { createHash } from 'node:crypto';
import type { CompiledRuleSet, RuleSource } from '@palisade/waf-engine';

const digests = new WeakMap<CompiledRuleSet, string>();

/** For rule sets that consist of these texts alone. */
export function keepDigest(ruleSet: CompiledRuleSet, sources: readonly RuleSource[]): CompiledRuleSet {
  const texts = sources.map(({ name, text }) => [name, text]);
  digests.set(ruleSet, createHash('sha256').update(JSON.stringify(texts)).digest('hex'));
  return ruleSet;
}

/** The same for the same rules in any process. Null: rules that also depend on files. */
export const digestOf = (ruleSet: CompiledRuleSet): string | null => digests.get(ruleSet) ?? null;
