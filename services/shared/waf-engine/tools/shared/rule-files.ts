import { globSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, isAbsolute, join } from 'node:path';
import type { CompilePorts, RuleSource } from '../../src/index.ts';

/** Rule files may hold bytes that are not UTF-8; those are kept as single characters. */
function readText(path: string): string {
  const bytes = readFileSync(path);
  const text = bytes.toString('utf8');
  return text.includes('\ufffd') ? bytes.toString('latin1') : text;
}

export function readSource(path: string): RuleSource {
  return { name: path, text: readText(path) };
}

/** All .conf files of a directory in name order. */
export function readRuleDirectory(directory: string): RuleSource[] {
  return readdirSync(directory)
    .filter((name) => name.endsWith('.conf'))
    .sort()
    .map((name) => readSource(join(directory, name)));
}

/** Resolves Include and @pmFromFile relative to the including file. */
export const filePorts: CompilePorts = {
  readFiles(pattern, includedFrom) {
    const path = isAbsolute(pattern) ? pattern : join(dirname(includedFrom), pattern);
    return globSync(path)
      .sort()
      .filter((match) => basename(match) !== '')
      .map(readSource);
  },
};
