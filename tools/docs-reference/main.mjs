// Writes the reference pages of the documentation out of what the product itself goes by; with --check it only says whether the
// committed pages are in step.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '../workspace.mjs';
import { configurationPage } from './configuration.mjs';
import { plansPage } from './plans.mjs';
import { policyPage } from './policy.mjs';
import { seclangPage } from './seclang.mjs';

const PAGES = {
  configuration: configurationPage,
  plans: plansPage,
  policy: policyPage,
  seclang: seclangPage,
};

const behind = [];
for (const [name, make] of Object.entries(PAGES)) {
  const file = path.join('docs', 'reference', `${name}.md`);
  const text = await make();
  const target = path.join(root, file);
  if (existsSync(target) && readFileSync(target, 'utf8') === text) continue;
  behind.push(file);
  if (process.argv.includes('--check')) continue;
  mkdirSync(path.dirname(target), { recursive: true });
  writeFileSync(target, text);
}
if (process.argv.includes('--check') && behind.length > 0) {
  console.error(`palisade: ${behind.join(', ')} out of step; run "npm run generate" and commit`);
  process.exit(1);
}
