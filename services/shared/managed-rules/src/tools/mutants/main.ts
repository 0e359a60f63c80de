// `npm run waf:mutants [-- --attacks N | --all] [--minutes M --mutants 50 --seed S --kind sqli --sensitivity high]`
//
// Spells attacks of the corpora otherwise, which the rules block as they are: case, comments, blanks, encodings, cut strings,
// other functions, other places and bodies. What an interpreter (SQLite, Chromium, dash, bash, path.normalize) still takes for
// code counts; of the rest nobody would be hurt. Says which share is still blocked, and writes what passes to a folder that
// git ignores: it is made of third parties' data. Attacks go through in parts, each of which is kept there, too: when the minutes
// are over, the same command goes on behind the last part, and the figures are those of all parts so far.
import { createHash } from 'node:crypto';
import { existsSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { loadManagedRules } from '../../index.ts';
import { corpusFile, readCorpus } from '../score/corpus.ts';
import { judge, managedSite } from '../score/judge.ts';
import { percent, type Share } from '../score/tally.ts';
import { KIND_NAMES, type KindName } from './kinds.ts';
import { Parts, sumOf } from './parts.ts';
import { type KindScore, scoreMutants } from './run.ts';

const FOLDER = path.resolve(import.meta.dirname, '../../../mutants');
const CORPORA = ['attack', 'payloads'].map(corpusFile);
const GATE_PERCENT = 95;
const ATTACKS_OF_A_PART = 20;
const SENSITIVITIES = ['low', 'medium', 'high'] as const;

const { values } = parseArgs({
  options: {
    attacks: { type: 'string', default: '60' },
    all: { type: 'boolean', default: false },
    minutes: { type: 'string' },
    mutants: { type: 'string', default: '50' },
    seed: { type: 'string', default: '1' },
    kind: { type: 'string', multiple: true },
    sensitivity: { type: 'string', default: 'medium' },
  },
});
const wanted = values.all ? Number.POSITIVE_INFINITY : wholeNumber('attacks', 1);
const minutes = values.minutes === undefined ? Number.POSITIVE_INFINITY : Number(values.minutes);
if (!(minutes > 0)) fail('--minutes is a number above 0');
const seed = wholeNumber('seed', 0);
const mutantsPerAttack = wholeNumber('mutants', 1);
const kinds = KIND_NAMES.filter((kind) => values.kind?.includes(kind) ?? true);
if (kinds.length === 0) fail(`--kind is one of ${KIND_NAMES.join(', ')}`);
const sensitivity = SENSITIVITIES.find((one) => one === values.sensitivity);
if (sensitivity === undefined) fail(`--sensitivity is one of ${SENSITIVITIES.join(', ')}`);
const absent = CORPORA.filter((file) => !existsSync(file));
if (absent.length > 0) fail(`no such files: ${absent.join(', ')}`);

const began = Date.now();
const site = managedSite(sensitivity);
const parts = new Parts(FOLDER, [
  ...[seed, mutantsPerAttack, sensitivity].map(String),
  ...loadManagedRules().map(({ text }) => text),
  ...CORPORA.map((file) => String(statSync(file).size)),
]);
const attacks = new Map<KindName, string[]>();
const known = new Map<KindName, number>();
for (const kind of kinds) {
  const blocked = await parts.kept(`${kind}-attacks`, () => ranked(blockedAttacks(kind)));
  known.set(kind, blocked.length);
  attacks.set(kind, blocked.slice(0, wanted));
}
const scored = new Map<KindName, KindScore[]>(kinds.map((kind) => [kind, []]));
const most = Math.max(...[...attacks.values()].map(({ length }) => length));
// The kinds in turn, so that what the minutes allow is of all of them.
for (let from = 0; from < most; from += ATTACKS_OF_A_PART)
  for (const kind of kinds) {
    const some = attacks.get(kind)!.slice(from, from + ATTACKS_OF_A_PART);
    const name = `${kind}-${from}-${some.length}`;
    if (some.length === 0 || (!parts.has(name) && Date.now() - began > minutes * 60_000)) continue;
    scored
      .get(kind)!
      .push(
        await parts.kept(name, () => scoreMutants({ site, seed: seed + from, mutantsPerAttack }, kind, some)),
      );
  }
const scores = [...scored.values()].filter((list) => list.length > 0).map(sumOf);
for (const { kind, asked, used, interpreter, byMutation, byPlace, passed } of scores) {
  console.log(
    `\n${kind}: ${asked} of ${known.get(kind)} blocked attacks, ${used} of them understood by ${interpreter}`,
  );
  console.table(tableOf(Object.entries(byMutation)));
  console.table(tableOf(Object.entries(byPlace)));
  writeFileSync(path.join(FOLDER, `${kind}.jsonl`), passed.map((one) => `${JSON.stringify(one)}\n`).join(''));
}
const total = scores.reduce(
  (sum, { all }) => ({ sent: sum.sent + all.sent, blocked: sum.blocked + all.blocked }),
  { sent: 0, blocked: 0 },
);
console.table(tableOf([...scores.map(({ kind, all }) => [kind, all] as const), ['all', total]]));
console.log(`seed ${seed}; ${Math.round((Date.now() - began) / 1000)} s; what passed: ${FOLDER}`);
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

/** By their digests with the seed: the first of them are a sample. */
function ranked(payloads: readonly string[]): string[] {
  const rank = (payload: string) => createHash('sha256').update(`${seed} ${payload}`).digest('hex');
  return payloads
    .map((payload) => ({ payload, rank: rank(payload) }))
    .sort((one, other) => (one.rank < other.rank ? -1 : 1))
    .map(({ payload }) => payload);
}

function tableOf(shares: readonly (readonly [string, Share])[]) {
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
