// What the matcher costs. Run: node services/shared/regex/bench/matcher.ts RULES-DIRECTORY [CORPUS-DIRECTORY]
// Prints the time for: the values of a browser's GET, texts and attacks of the corpus, and the worst of many hostile
// subjects of 8 KB (best of 20 each, and the first time with all automata cold).
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { compilePattern, compilePatternSet, type PatternSet, StepBudget } from '../src/index.ts';
import { readRulePatterns } from './crs-patterns.ts';
import { hostileSubjects } from './hostile-subjects.ts';

const SIZE = 8192;
const BROWSER_VALUES = [
  'www.example.com',
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36',
  'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,image/apng,*/*;q=0.8',
  'en-US,en;q=0.9,de;q=0.8',
  'gzip, deflate, br, zstd',
  'https://www.example.com/shop/category/shoes?page=2&sort=price',
  'keep-alive',
  '"Chromium";v="126", "Not/A)Brand";v="24", "Google Chrome";v="126"',
  '?0',
  '"Linux"',
  'document',
  'navigate',
  'same-origin',
  'session=8f14e45fceea167a5a36dedd4bea2543; theme=dark; _ga=GA1.2.1234567890.1718000000',
  '/shop/product/1234/running-shoes-blue',
  'page=2&sort=price&color=blue',
  'running shoes size 42',
];

const [rulesDirectory, corpusDirectory] = process.argv.slice(2);
if (rulesDirectory === undefined) {
  console.error('usage: matcher.ts RULES-DIRECTORY [CORPUS-DIRECTORY]');
  process.exit(2);
}

/**
 * Microseconds that a call takes. Clocks of CPU time tick every 4 ms on many kernels, so this is wall time; the best of 20
 * leaves out what scheduling adds.
 */
function timeOf(call: () => void): number {
  const before = performance.now();
  call();
  return (performance.now() - before) * 1000;
}

const rules = readRulePatterns(rulesDirectory);
const sources = [...new Set(rules.filter((r) => /ARGS|COOKIES/.test(r.variables)).map((r) => r.pattern))];
const compileTime = timeOf(() => sources.map((source) => compilePattern(source)));
const patterns = sources.map((source) => compilePattern(source));
const set = compilePatternSet(patterns);
const out = new Uint32Array(Math.ceil(patterns.length / 32));
const budget = new StepBudget();
console.log(
  `${patterns.length} patterns for arguments and cookies, compiled in ${(compileTime / 1000).toFixed(0)} ms`,
);

function scanAll(into: PatternSet, subjects: readonly string[]): void {
  for (const subject of subjects) {
    budget.reset();
    into.scan(subject, out, budget);
  }
}

function report(name: string, subjects: readonly string[]): void {
  const bytes = subjects.reduce((sum, subject) => sum + subject.length, 0);
  const cold = timeOf(() => scanAll(set, subjects));
  const rounds = Math.max(3, Math.ceil(2e6 / bytes));
  scanAll(set, subjects);
  const warm = timeOf(() => {
    for (let i = 0; i < rounds; i++) {
      scanAll(set, subjects);
    }
  });
  const perRound = warm / rounds;
  console.log(
    `${name}: ${subjects.length} values, ${bytes} bytes: cold ${(cold / 1000).toFixed(1)} ms; warm ${perRound.toFixed(1)} µs a round,` +
      ` ${((perRound * 1000) / bytes).toFixed(1)} ns/byte, ${((perRound * 1000) / subjects.length).toFixed(0)} ns/value`,
  );
}

function corpus(file: string, step: number): string[] {
  const lines = gunzipSync(readFileSync(path.join(corpusDirectory!, file)))
    .toString('utf8')
    .trim()
    .split('\n');
  return lines
    .filter((_, i) => i % step === 0)
    .map((line) => JSON.parse(line) as { payload?: string; body?: string })
    .map((request) =>
      Buffer.from(request.payload ?? request.body ?? '', 'utf8')
        .toString('latin1')
        .slice(0, SIZE),
    )
    .filter((value) => value !== '');
}

report('browser GET', BROWSER_VALUES);
if (corpusDirectory !== undefined) {
  report('benign texts', corpus('benign.jsonl.gz', 10));
  report('attacks', corpus('attack.jsonl.gz', 10));
  report('browser GET, after these', BROWSER_VALUES);
}

/** Finds where each pattern that a scan has found matches, as an audit record needs it. */
function findAll(subject: string): void {
  out.fill(0);
  budget.reset();
  set.scan(subject, out, budget);
  patterns.forEach((pattern, i) => {
    if (((out[i >> 5]! >>> (i & 31)) & 1) === 1) {
      pattern.find(subject, 0, budget);
    }
  });
}

const worst: { name: string; cold: number; best: number; located: number; steps: number }[] = [];
for (const { name, subject } of hostileSubjects(sources, SIZE)) {
  budget.reset();
  const cold = timeOf(() => set.scan(subject, out, budget));
  const { steps } = budget;
  let best = Infinity;
  for (let i = 0; i < 20; i++) {
    budget.reset();
    best = Math.min(
      best,
      timeOf(() => set.scan(subject, out, budget)),
    );
  }
  let located = Infinity;
  for (let i = 0; i < 20; i++) {
    located = Math.min(
      located,
      timeOf(() => findAll(subject)),
    );
  }
  worst.push({ name, cold, best, located, steps });
}
console.log(`hostile subjects of ${SIZE} bytes: ${worst.length}`);
for (const key of ['best', 'located', 'cold', 'steps'] as const) {
  console.log(`worst by ${key}:`);
  for (const w of [...worst].sort((a, b) => b[key] - a[key]).slice(0, 6)) {
    console.log(
      `  ${w.name}: first ${w.cold.toFixed(0)} µs, best of 20 ${w.best.toFixed(0)} µs (with all matches located ${w.located.toFixed(0)} µs), ${(w.steps / SIZE).toFixed(1)} steps/byte`,
    );
  }
}
