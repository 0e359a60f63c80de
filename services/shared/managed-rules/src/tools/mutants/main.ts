// `npm run waf:mutants [-- --attacks N | --all] [--mutants 50 --seed S --kind sqli --sensitivity high]`
//
// Spells attacks of the corpora otherwise, which the rules block as they are: case, comments, blanks, encodings, cut strings,
// other functions, other places and bodies. What an interpreter (SQLite, Chromium, dash, bash, path.normalize) still takes for
// code counts; of the rest nobody would be hurt. Says which share is still blocked, and writes what passes to a folder that
// git ignores: it is made of third parties' data.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { corpusFile, readCorpus } from '../score/corpus.ts';
import { judge, managedSite } from '../score/judge.ts';
import { percent, type Share } from '../score/tally.ts';
import { KIND_NAMES, type KindName } from './kinds.ts';
import { type KindScore, scoreMutants } from './run.ts';

const FOLDER = path.resolve(import.meta.dirname, '../../../mutants');
const CORPORA = ['attack', 'payloads'].map(corpusFile);
const GATE_PERCENT = 95;
const SENSITIVITIES = ['low', 'medium', 'high'] as const;

const { values } = parseArgs({
  options: {
    attacks: { type: 'string', default: '60' },
    all: { type: 'boolean', default: false },
    mutants: { type: 'string', default: '50' },
    seed: { type: 'string', default: '1' },
    kind: { type: 'string', multiple: true },
    sensitivity: { type: 'string', default: 'medium' },
  },
});
const wanted = values.all ? Number.POSITIVE_INFINITY : wholeNumber('attacks', 1);
const seed = wholeNumber('seed', 0);
const mutantsPerAttack = wholeNumber('mutants', 1);
const kinds = KIND_NAMES.filter((kind) => values.kind?.includes(kind) ?? true);
if (kinds.length === 0) fail(`--kind is one of ${KIND_NAMES.join(', ')}`);
const sensitivity = SENSITIVITIES.find((one) => one === values.sensitivity);
if (sensitivity === undefined) fail(`--sensitivity is one of ${SENSITIVITIES.join(', ')}`);
const absent = CORPORA.filter((file) => !existsSync(file));
if (absent.length > 0) fail(`no such files: ${absent.join(', ')}`);

const site = managedSite(sensitivity);
mkdirSync(FOLDER, { recursive: true });
const scores: KindScore[] = [];
for (const kind of kinds) {
  const began = Date.now();
  const score = await scoreMutants({ site, seed, mutantsPerAttack }, kind, sampleOf(blockedAttacks(kind)));
  scores.push(score);
  console.log(
    `\n${kind}: ${score.asked} attacks, ${score.used} of them understood by ${score.interpreter}; ${Math.round((Date.now() - began) / 1000)} s`,
  );
  console.table(tableOf(score.byMutation));
  console.table(tableOf(score.byPlace));
  writeFileSync(
    path.join(FOLDER, `${kind}.jsonl`),
    score.passed.map((passed) => `${JSON.stringify(passed)}\n`).join(''),
  );
}
const total = scores.reduce(
  (sum, { all }) => ({ sent: sum.sent + all.sent, blocked: sum.blocked + all.blocked }),
  { sent: 0, blocked: 0 },
);
console.table(tableOf(new Map([...scores.map(({ kind, all }) => [kind, all] as const), ['all', total]])));
console.log(`seed ${seed}; what passed: ${FOLDER}`);
if (percent(total) < GATE_PERCENT) {
  console.error(`fewer than ${GATE_PERCENT} % of the mutants are blocked`);
  process.exitCode = 1;
}

/** Each payload once, however many requests carry it. */
function blockedAttacks(kind: KindName): string[] {
  const payloads = new Set<string>();
  for (const file of CORPORA)
    for (const request of readCorpus(file))
      if (request.kind === kind && !payloads.has(request.text) && judge(site, request).blocked)
        payloads.add(request.text);
  return [...payloads];
}

/** Those whose digests with the seed are the lowest. */
function sampleOf(payloads: readonly string[]): string[] {
  const rank = (payload: string) => createHash('sha256').update(`${seed} ${payload}`).digest('hex');
  return payloads
    .map((payload) => ({ payload, rank: rank(payload) }))
    .sort((one, other) => (one.rank < other.rank ? -1 : 1))
    .slice(0, wanted)
    .map(({ payload }) => payload);
}

function tableOf(shares: ReadonlyMap<string, Share>) {
  return Object.fromEntries(
    [...shares]
      .sort(([, one], [, other]) => percent(one) - percent(other))
      .map(([name, share]) => [name, { mutants: share.sent, 'blocked %': percent(share).toFixed(2) }]),
  );
}

function wholeNumber(name: 'attacks' | 'mutants' | 'seed', least: number): number {
  const number = Number(values[name]);
  if (!Number.isInteger(number) || number < least) fail(`--${name} is a whole number from ${least}`);
  return number;
}

function fail(message: string): never {
  console.error(message);
  process.exit(2);
}
