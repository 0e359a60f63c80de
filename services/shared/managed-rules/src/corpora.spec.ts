import { existsSync } from 'node:fs';
import path from 'node:path';
import { sites } from './test-support/send.ts';
import { readCorpus } from './tools/score/corpus.ts';
import { judge } from './tools/score/judge.ts';
import { type ClassTally, percent, ScoreTally } from './tools/score/tally.ts';

const DATA =
  process.env.PALISADE_TEST_DATA ?? path.resolve(import.meta.dirname, '../../../../../shared/data');
const FILES = ['attack', 'benign', 'recorded'].map((name) => path.join(DATA, 'corpus', `${name}.jsonl.gz`));
const absent = FILES.filter((file) => !existsSync(file)).map((file) => path.basename(file));
/** Every so many lines of the large files; the classes that have few are taken whole. */
const EVERY = 17;
const FEW = new Set([
  'graphql',
  'rest-api',
  'rce',
  'log4shell',
  'shellshock',
  'xxe',
  'cms-html',
  'markdown',
  'json-webhook',
  'fp-probe',
]);

/** Percentages a little below (above) what `npm run waf:score` shows, for what a sample may differ by. */
const STOPPED_AT_LEAST: Readonly<Record<string, number>> = {
  'attack sqli': 98,
  'attack xss': 98.5,
  'attack lfi': 99,
  'attack rce': 97,
  'attack log4shell': 97,
  'attack shellshock': 100,
  'attack xxe': 100,
  'attack recorded': 60,
};
const STOPPED_AT_MOST: Readonly<Record<string, number>> = {
  'benign (all)': 0.3,
  'benign recorded': 0.4,
  'benign form-field': 0,
  'benign url': 0.2,
  'benign user-agent': 0,
  'benign text-comment': 0.3,
  'benign text-message': 1.3,
  'benign text-search': 0,
  'benign markdown': 0,
  'benign cms-html': 0,
  'benign json-webhook': 0,
  'benign graphql': 0,
  'benign rest-api': 0,
  'benign fp-probe': 3,
};

const describeWithData =
  absent.length === 0
    ? describe
    : (title: string, body: () => void) =>
        describe.skip(`${title} [skipped: no ${absent.join(', ')} in the test data]`, body);

describeWithData('the managed rules at medium, over a sample of the corpora', () => {
  let classes: ReadonlyMap<string, ClassTally>;

  beforeAll(() => {
    const tally = new ScoreTally();
    for (const file of FILES) {
      let line = 0;
      for (const request of readCorpus(file))
        if (line++ % EVERY === 0 || FEW.has(request.kind)) tally.add(request, judge(sites.medium, request));
    }
    classes = tally.classes;
  }, 120_000);

  it.each(Object.entries(STOPPED_AT_LEAST))('stop of %s at least %d %%', (name, floor) => {
    const tally = classes.get(name)!;
    expect(tally.all.sent).toBeGreaterThan(10);
    expect(percent(tally.all)).toBeGreaterThanOrEqual(floor);
  });

  it.each(Object.entries(STOPPED_AT_MOST))('stop of %s at most %d %%', (name, ceiling) => {
    const tally = classes.get(name)!;
    expect(tally.all.sent).toBeGreaterThan(3);
    expect(percent(tally.all)).toBeLessThanOrEqual(ceiling);
  });

  it('hold for payloads that nobody looked at while writing them', () => {
    const { seen, unseen } = classes.get('attack (all)')!;
    expect(Math.abs(percent(seen) - percent(unseen))).toBeLessThan(1);
  });
});
