// `npm run waf:scores [-- --without-crs] [--every N]`: the corpora through the managed rules at each sensitivity and through OWASP CRS (Debian's
// modsecurity-crs) on the same engine, written to SCORES.md.
import { existsSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import type { SiteRuleSet } from '@palisade/waf-engine';
import { CORPORA, digestOf, scoreCorpus } from './corpora.ts';
import { corpusFile } from './corpus.ts';
import { crsSite } from './crs-site.ts';
import { managedSite } from './judge.ts';
import { scoreSample } from './sample.ts';
import { type RuleSetScores, renderSheet } from './sheet.ts';

const SHEET = path.resolve(import.meta.dirname, '../../../SCORES.md');

const { values } = parseArgs({
  options: { 'without-crs': { type: 'boolean', default: false }, every: { type: 'string', default: '1' } },
});
const every = Number(values.every);
if (!Number.isInteger(every) || every < 1) fail('--every is a whole number from 1');
const absent = CORPORA.map(corpusFile).filter((file) => !existsSync(file));
if (absent.length > 0) fail(`no such files: ${absent.join(', ')}`);

const crs = values['without-crs'] ? null : crsSite();
if (crs === null && !values['without-crs'])
  fail('no OWASP CRS here (Debian: modsecurity-crs); go without it by --without-crs');

const ruleSets: RuleSetScores[] = [
  ...(['low', 'medium', 'high'] as const).map((name) => scoresOf(name, managedSite(name))),
  ...(crs === null ? [] : [scoresOf('CRS 3.3, PL 1', crs)]),
];
writeFileSync(
  SHEET,
  renderSheet({
    every,
    digests: new Map(CORPORA.map((corpus) => [corpus, digestOf(corpus)])),
    ruleSets,
    sample: scoreSample(managedSite('medium')),
  }),
);
console.log(`written: ${SHEET}`);

function scoresOf(name: string, site: SiteRuleSet): RuleSetScores {
  console.log(`${name} …`);
  return { name, corpora: new Map(CORPORA.map((corpus) => [corpus, scoreCorpus(site, corpus, every)])) };
}

function fail(message: string): never {
  console.error(message);
  process.exit(2);
}
