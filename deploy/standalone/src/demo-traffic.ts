// Life for the demo: two more sites, a plan that shows everything, a month of history, and visitors from now on. It runs
// under `npm start` alone, beside the product and through its front doors, and ends with it.
import type { ChildProcess } from 'node:child_process';
import path from 'node:path';
import { loadSecrets } from './config/secrets.ts';
import { importHistory } from './demo/import-history.ts';
import { LiveVisitors } from './demo/live-visitors.ts';
import { HISTORY_DAYS } from './demo/sample-history.ts';
import { type DemoFacts, setUpSites } from './demo/set-up-sites.ts';
import { SITE_NAMES } from './demo/sites.ts';

const root = path.resolve(import.meta.dirname, '../../..');
const facts = JSON.parse(process.argv[2] ?? '') as DemoFacts;
const say = (line: string): void => console.log(`${new Date().toISOString()} ${line}`);

let importing: ChildProcess | null = null;
let visitors: LiveVisitors | null = null;
for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  process.on(signal, () => {
    visitors?.stop();
    importing?.kill('SIGTERM');
    process.exit(0);
  });
}

say(
  `demo traffic: made-up visitors and ${HISTORY_DAYS} days of sample history for ${SITE_NAMES.length} sites; ` +
    'npm start -- --demo-traffic off turns it off',
);
const { secrets } = await loadSecrets(facts.dataDirectory);
const ids = await setUpSites(facts, secrets.accounts);
if (ids === null) {
  say('the demo customer signs in otherwise now: its sites stay as they are, and no sample history is added');
} else if (Object.keys(ids).length > 0) {
  const begun = performance.now();
  const { imported } = await importHistory(root, process.env, ids, (child) => {
    importing = child;
  });
  importing = null;
  const seconds = ((performance.now() - begun) / 1000).toFixed(1);
  say(`${imported} requests of sample history imported in ${seconds} s`);
}
const sites = ids === null ? SITE_NAMES : SITE_NAMES.filter((site) => ids[site] !== undefined);
visitors = new LiveVisitors({ port: facts.edgePort, from: facts.visitorsFrom, sites }, say);
visitors.start();
