// Writes the reference pages of the documentation, and what the price page shows of the score sheet, out of what the product itself
// goes by; with --check it only says whether what is committed is in step.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '../workspace.mjs';
import { configurationPage } from './configuration.mjs';
import { limitsPage } from './limits.mjs';
import { logFieldsPage } from './log-fields.mjs';
import { plansPage } from './plans.mjs';
import { policyPage } from './policy.mjs';
import { policySchema } from './policy-schema.mjs';
import { scoresModule } from './scores.mjs';
import { seclangPage } from './seclang.mjs';
import { settingsTracedPage } from './settings-traced.mjs';

const FILES = {
  'deploy/terraform-provider/internal/policy/site-policy.schema.json': policySchema,
  'docs/reference/configuration.md': configurationPage,
  'docs/reference/limits.md': limitsPage,
  'docs/reference/log-fields.md': logFieldsPage,
  'docs/reference/plans.md': plansPage,
  'docs/reference/policy.md': policyPage,
  'docs/reference/seclang.md': seclangPage,
  'docs/reference/settings-traced.md': settingsTracedPage,
  'frontend/public/schemas/site-policy.json': policySchema,
  'frontend/src/features/pricing/scores.gen.ts': scoresModule,
};

const behind = [];
for (const [file, make] of Object.entries(FILES)) {
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
