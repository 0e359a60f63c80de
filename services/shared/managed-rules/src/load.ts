import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { RuleSource } from '@palisade/waf-engine';

const directory = join(import.meta.dirname, '..', 'rules');

/** Palisade's own rules in the order in which they are to be compiled. Read once, at start-up. */
export function loadManagedRules(): RuleSource[] {
  return readdirSync(directory)
    .filter((file) => file.endsWith('.conf'))
    .sort()
    .map((file) => ({
      name: `managed-rules/${basename(file)}`,
      text: readFileSync(join(directory, file), 'utf8'),
    }));
}
