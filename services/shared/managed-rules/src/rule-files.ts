import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface RuleFile {
  readonly name: string;
  readonly text: string;
}

export type RuleFolder = 'rules' | 'rules/regex-assembly' | 'rules/regex-assembly/include' | 'packs';

/** The package's files of a folder, by name. What is bundled into one file has them in it: this module is replaced then. */
export function ruleFiles(folder: RuleFolder): RuleFile[] {
  const directory = join(import.meta.dirname, '..', folder);
  return readdirSync(directory, { withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => name)
    .sort()
    .map((name) => ({ name, text: readFileSync(join(directory, name), 'utf8') }));
}
