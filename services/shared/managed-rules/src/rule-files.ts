import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface RuleFile {
  readonly name: string;
  readonly text: string;
}

/** The package's files of a folder, by name. What is bundled into one file has them in it: this module is replaced then. */
export function ruleFiles(folder: 'rules' | 'packs'): RuleFile[] {
  const directory = join(import.meta.dirname, '..', folder);
  return readdirSync(directory, { withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => name)
    .sort()
    .map((name) => ({ name, text: readFileSync(join(directory, name), 'utf8') }));
}
