// Reads the @rx arguments of rule files without the engine's own SecLang parser.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

export interface RulePattern {
  id: number;
  /** The rule's first argument as written. */
  variables: string;
  pattern: string;
}

const RULE = /SecRule\s+("[^"]*"|\S+)\s+"!?@rx\s((?:[^"\\]|\\[\s\S])*)"([\s\S]*?)(?=\n\s*(?:Sec|#|$))/g;

export function readRulePatterns(directory: string): RulePattern[] {
  const rules: RulePattern[] = [];
  for (const file of readdirSync(directory).sort()) {
    if (!file.endsWith('.conf')) {
      continue;
    }
    const lines = readFileSync(path.join(directory, file), 'latin1').replaceAll('\\\n', ' ').split('\n');
    const text = lines.filter((line) => !line.trimStart().startsWith('#')).join('\n');
    let id = 0;
    for (const [, variables, pattern, rest] of text.matchAll(RULE)) {
      // Chained rules have no id; they go by that of their head.
      id = Number(/\bid:(\d+)/.exec(rest!)?.[1] ?? id);
      rules.push({ id, variables: variables!, pattern: pattern!.trimStart().replaceAll('\\"', '"') });
    }
  }
  return rules;
}
