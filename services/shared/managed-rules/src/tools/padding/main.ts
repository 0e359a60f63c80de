// `npm run waf:padding -- [FILE.jsonl[.gz] …] [--sensitivity low|medium|high] [--every N]`
//
// Padding never lowers a verdict: each request of the corpora that a sensitivity blocks is padded in every place where it can
// be (query, cookies, form, JSON, multipart, XML) with 1 to 140,000 more arguments, before, after or around it, and must still
// be blocked. Prints how many were padded, and what passed. Ends with an error if anything did.
import { existsSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { readCorpus } from '../score/corpus.ts';
import { managedSite } from '../score/judge.ts';
import { countLowered, noPadding, type PaddingCount } from './lowered-verdicts.ts';

const CORPORA = ['attack', 'exploits', 'payloads', 'recorded'].map((name) => `corpus/${name}.jsonl.gz`);
const DATA =
  process.env.PALISADE_TEST_DATA ?? path.resolve(import.meta.dirname, '../../../../../../../shared/data');
const SENSITIVITIES = ['low', 'medium', 'high'] as const;
const SHOWN = 20;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { sensitivity: { type: 'string' }, every: { type: 'string', default: '1' } },
});
const every = Number(values.every);
if (!Number.isInteger(every) || every < 1) fail('--every is a whole number from 1');
const chosen = SENSITIVITIES.filter((one) => values.sensitivity === undefined || values.sensitivity === one);
if (chosen.length === 0) fail(`--sensitivity is one of ${SENSITIVITIES.join(', ')}`);
const files = positionals.length > 0 ? positionals : CORPORA.map((name) => path.join(DATA, name));
for (const file of files) if (!existsSync(file)) fail(`no such file: ${file}`);

const table: Record<string, Omit<PaddingCount, 'lowered'> & { passed: number }> = {};
const lowered: string[] = [];
for (const sensitivity of chosen) {
  const site = managedSite(sensitivity);
  for (const file of files) {
    const count = noPadding();
    let turn = 1;
    for (const request of readCorpus(file, every))
      if (request.label === 'attack') countLowered(site, request, turn++, count);
    const { lowered: passed, ...counts } = count;
    table[`${sensitivity} ${path.basename(file, '.jsonl.gz')}`] = { ...counts, passed: passed.length };
    lowered.push(...passed.map((line) => `${sensitivity}: ${line}`));
  }
}
console.table(table);
for (const line of lowered.slice(0, SHOWN)) console.log(line);
if (lowered.length > 0) process.exitCode = 1;

function fail(message: string): never {
  console.error(message);
  process.exit(2);
}
