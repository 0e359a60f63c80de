// `node tools/run-ts.mjs services/shared/managed-rules/src/tools/learned/main.ts [--seed 1]`
//
// Whether a linear model over tokens and n-grams would settle what the rules at medium do not: trains one on the seen half of
// some sources, and judges requests of others by the rules, by the model, and by both, with thresholds that make as many false
// positives as the rules alone, or as is allowed. Nothing of it is in the product (docs/decisions/2026-11-23-rules-no-learned-model.md).
import { createHash } from 'node:crypto';
import { parseArgs } from 'node:util';
import { Random } from '../parser-differences/generate/random.ts';
import { type Corpus, isAttack } from '../score/corpora.ts';
import { type CorpusRequest, corpusFile, readCorpus } from '../score/corpus.ts';
import { judge, managedSite } from '../score/judge.ts';
import { type Example, featuresOf, LinearModel } from './linear-model.ts';
import { valuesOf } from './values.ts';

/** One of this many requests is enough for the comparison. */
const CORPORA: readonly (readonly [corpus: Corpus, every: number])[] = [
  ['attack', 2],
  ['benign', 2],
  ['recorded', 3],
  ['payloads', 1],
  ['exploits', 1],
];
/** Judged only. Of benign sources, half, by a digest of their names. */
const HELD_OUT = ['libinjection', 'wfuzz', 'payloads-all-the-things', 'nuclei-templates', 'blazehttp'];
/** Below these a single weak rule is overruled. */
const LOWER_THRESHOLDS = [Number.NEGATIVE_INFINITY, -6, -4, -2, -1];
const ALLOWED = {
  'as many false positives as the rules': 0,
  '1 in 1,000': 1 / 1_000,
  '1 in 100': 1 / 100,
};

interface Judged extends Example {
  readonly source: string;
  readonly blocked: boolean;
  /** By one rule alone. */
  readonly weak: boolean;
}

const { values } = parseArgs({ options: { seed: { type: 'string', default: '1' } } });
const site = managedSite('medium');
const training: Example[] = [];
const heldOut: Judged[] = [];
for (const [corpus, every] of CORPORA)
  for (const request of readCorpus(corpusFile(corpus), every)) {
    const example = { attack: isAttack(request), features: valuesOf(request).map(featuresOf) };
    if (isHeldOut(request)) {
      const { blocked, ruleIds } = judge(site, request);
      heldOut.push({ ...example, source: request.source, blocked, weak: ruleIds.length === 1 });
    } else if (request.half === 'seen') training.push(example);
  }
const model = new LinearModel();
model.train(training, new Random(Number(values.seed)));
const scored = heldOut.map((one) => ({ ...one, score: model.score(one) }));
type Scored = (typeof scored)[number];
const attacks = scored.filter(({ attack }) => attack);
const benign = scored.filter(({ attack }) => !attack);

const rows: Record<string, unknown> = { 'rules alone': row(({ blocked }) => blocked) };
for (const [name, share] of Object.entries(ALLOWED)) {
  const budget = Math.max(benign.filter(({ blocked }) => blocked).length, Math.floor(share * benign.length));
  rows[`rules and model, ${name}`] = row(bestOfBoth(budget));
  const upper = thresholdFor(benign, budget);
  rows[`model alone, ${name}`] = row(({ score }) => score > upper);
}
console.log(
  `trained on ${training.length} requests, judged ${attacks.length} attacks, ${benign.length} benign`,
);
console.table(rows);

function isHeldOut({ source, kind, label }: CorpusRequest): boolean {
  if (HELD_OUT.includes(source)) return true;
  const digest = createHash('sha256').update(`${source} ${kind}`).digest();
  return label !== 'attack' && digest[0]! % 2 === 0;
}

/** The pair of thresholds that blocks most attacks within the budget: below the lower one, weak findings are ignored; above the upper one, requests are blocked. */
function bestOfBoth(budget: number): (one: Scored) => boolean {
  const choices = LOWER_THRESHOLDS.flatMap((lower) => {
    const kept = ({ blocked, weak, score }: Scored) => blocked && !(weak && score < lower);
    const left = budget - benign.filter(kept).length;
    if (left < 0) return [];
    const upper = thresholdFor(
      benign.filter((one) => !kept(one)),
      left,
    );
    const stops = (one: Scored) => kept(one) || one.score > upper;
    return [{ stops, stopped: attacks.filter(stops).length }];
  });
  return choices.reduce((one, other) => (other.stopped > one.stopped ? other : one)).stops;
}

/** The lowest threshold that at most this many scores exceed. */
function thresholdFor(requests: readonly Scored[], above: number): number {
  const scores = requests.map(({ score }) => score).sort((one, other) => other - one);
  return scores[above] ?? Number.NEGATIVE_INFINITY;
}

function row(stops: (one: Scored) => boolean) {
  const share = (part: readonly Scored[]) => ((100 * part.filter(stops).length) / part.length).toFixed(2);
  return {
    'all attacks': share(attacks),
    ...Object.fromEntries(
      HELD_OUT.map((source) => [source, share(attacks.filter((one) => one.source === source))]),
    ),
    'benign blocked': benign.filter(stops).length,
  };
}
