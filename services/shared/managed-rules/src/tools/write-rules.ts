/** `npm run waf:rules -- DIR`: the managed rules as they are loaded, assembled expressions in place, for tools that read SecLang. */
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { loadManagedRules } from '../index.ts';

const [directory] = process.argv.slice(2);
if (directory === undefined) {
  console.error('usage: waf:rules -- DIR');
  process.exit(2);
}
mkdirSync(directory, { recursive: true });
const rules = loadManagedRules();
for (const { name, text } of rules) writeFileSync(path.join(directory, path.basename(name)), text);
console.log(`${rules.length} files in ${directory}`);
