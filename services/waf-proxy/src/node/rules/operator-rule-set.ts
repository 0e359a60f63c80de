import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import {
  type CompiledRuleSet,
  type CompileOptions,
  type CompilePorts,
  compileRuleSet,
  type RuleSource,
} from '@palisade/waf-engine';

export interface OperatorRules {
  /** Folder whose `*.conf` files are compiled in alphabetical order. */
  directory: string;
  /** Compiled first: base configuration and settings. Null: the folder contains its own. */
  setup: string | null;
}

/** Rule files may contain bytes that are not UTF-8; each becomes one character. */
export function sourceOf(name: string, bytes: Buffer): RuleSource {
  const text = bytes.toString('utf8');
  return { name, text: text.includes('\ufffd') ? bytes.toString('latin1') : text };
}

export const readSource = (file: string): RuleSource => sourceOf(file, readFileSync(file));

/** Resolves Include, `@pmFromFile` and the like relative to the file that names them. */
export const filePorts = {
  readFiles: (pattern, includedFrom) =>
    globSync(path.resolve(path.dirname(includedFrom), pattern))
      .sort()
      .map(readSource),
} satisfies CompilePorts;

/**
 * Compiles the operator's own SecLang, such as OWASP CRS, in place of the managed rules. Throws the engine's error with
 * file, line and column, or one that names the folder without rules.
 */
export function compileOperatorRules(
  { directory, setup }: OperatorRules,
  evaluation?: CompileOptions['evaluation'],
): CompiledRuleSet {
  const files = globSync(path.join(directory, '*.conf')).sort();
  if (files.length === 0) throw new Error(`there are no rules (*.conf) in ${directory}`);
  const sources = [...(setup === null ? [] : [setup]), ...files].map(readSource);
  return compileRuleSet(sources, { ports: filePorts, evaluation });
}
