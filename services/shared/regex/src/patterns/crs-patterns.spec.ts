// All patterns of the rule sets: matches and groups as V8 finds them, sets as single patterns, and a bound on steps.
import { existsSync } from 'node:fs';
import { readRulePatterns } from '../../bench/crs-patterns.ts';
import { hostileSubjects } from '../../bench/hostile-subjects.ts';
import { describeWithData, readJsonLines } from '../../test/support/test-data.ts';
import { meansTheSameInJavaScript, toRegExp } from '../../test/support/to-regexp.ts';
import {
  compilePattern,
  compilePatternSet,
  DEFAULT_STEP_LIMITS,
  type Pattern,
  StepBudget,
} from '../index.ts';
import { parsePattern } from '../syntax/parser.ts';

const RULE_SETS = [
  {
    name: 'CRS 3.3.4 (Debian)',
    directory: '/usr/share/modsecurity-crs/rules',
    patterns: 240,
    absent: 'no OWASP CRS of Debian',
  },
  {
    name: 'CRS 4 (PALISADE_CRS4_DIR)',
    directory: process.env.PALISADE_CRS4_DIR ?? '',
    patterns: 280,
    absent: 'no rules in PALISADE_CRS4_DIR',
  },
].map((set) => ({
  ...set,
  // Rules, or the checkout that holds them.
  directory: existsSync(`${set.directory}/rules`) ? `${set.directory}/rules` : set.directory,
}));

const SIZE = 8192;
/** Steps per byte that no subject may exceed: for one pattern, and for all patterns of a rule set together. */
const STEPS_PER_BYTE = 80;
const STEPS_PER_BYTE_TO_FIND = 160;
const STEPS_PER_BYTE_OF_SET = 1200;
/** Building the states of fresh automata, which later subjects use again. */
const STEPS_ONCE = 1_000_000;

function patternsOf(directory: string): string[] {
  return [...new Set(readRulePatterns(directory).map((rule) => rule.pattern.replace(/%\{[^}]*\}/g, 'x')))];
}

/** Values such as rules see, a deterministic sample. */
function sampleValues(): string[] {
  const sample = (file: string, step: number) =>
    readJsonLines<{ payload?: string; body?: string; uri?: string }>(file)
      .filter((_, i) => i % step === 0)
      .map((request) => request.payload ?? request.body ?? request.uri ?? '');
  const values = [...sample('corpus/attack.jsonl.gz', 300), ...sample('corpus/benign.jsonl.gz', 400)];
  return values.map((value) => Buffer.from(value, 'utf8').toString('latin1').slice(0, 300));
}

function bits(words: Uint32Array, size: number): number[] {
  return Array.from({ length: size }, (_, i) => i).filter((i) => ((words[i >> 5]! >>> (i & 31)) & 1) === 1);
}

for (const { name, directory, patterns: atLeast, absent } of RULE_SETS) {
  const present = directory !== '' && existsSync(directory);
  const describeSet: typeof describeWithData = present
    ? describeWithData
    : (title, _file, body) => describe.skip(`${title} [skipped: ${absent}]`, body);

  describeSet(`patterns of ${name} against V8`, 'corpus', () => {
    it('have the same matches and groups', () => {
      const values = sampleValues();
      let compared = 0;
      let matched = 0;
      for (const source of patternsOf(directory)) {
        const parsed = parsePattern(source);
        const { regexp, groups } = toRegExp(parsed);
        const pattern = compilePattern(source);
        const sameGroups = meansTheSameInJavaScript(parsed.root);
        for (const value of values) {
          const found = regexp.exec(value);
          const expected = found && groups.flatMap((group) => found.indices?.[group] ?? [-1, -1]);
          const match = pattern.exec(value);
          const width = sameGroups ? undefined : 2;
          if (String(match?.slice(0, width)) !== String(expected?.slice(0, width))) {
            throw new Error(`${source} on ${JSON.stringify(value)}: ${match} instead of ${expected}`);
          }
          compared++;
          matched += match === null ? 0 : 1;
        }
      }
      expect(compared).toBeGreaterThan(atLeast * 200);
      expect(matched).toBeGreaterThan(1000);
    });
  });

  describeSet(`the union of the patterns of ${name}`, 'corpus', () => {
    it('finds what the patterns find one by one, whatever the budget', () => {
      const patterns = patternsOf(directory).map((source) => compilePattern(source));
      const values = sampleValues();
      for (const build of [0, 500, 1e9]) {
        const set = compilePatternSet(patterns);
        for (const value of values) {
          const out = new Uint32Array(Math.ceil(patterns.length / 32));
          set.scan(value, out, new StepBudget({ build }));
          const expected = patterns.flatMap((pattern, i) => (pattern.test(value) ? [i] : []));
          expect(bits(out, patterns.length)).toEqual(expected);
        }
      }
      expect(patterns.length).toBeGreaterThanOrEqual(atLeast);
    });
  });

  describeSet(`8 KB of hostile input for the patterns of ${name}`, 'corpus', () => {
    const sources = present ? patternsOf(directory) : [];
    const patterns = sources.map((source) => compilePattern(source));
    const all = hostileSubjects(sources, SIZE);
    const general = all.slice(0, all.length - sources.length);

    function stepsOf(pattern: Pattern, subject: string, build: number): number {
      const budget = new StepBudget({ build });
      pattern.test(subject, budget);
      return budget.steps;
    }

    it('takes a bounded number of steps per byte and pattern, with and without building states', () => {
      patterns.forEach((pattern, i) => {
        const own = all[all.length - sources.length + i]!;
        for (const { name: kind, subject } of [...general, own]) {
          for (const build of [0, 200_000]) {
            const steps = stepsOf(pattern, subject, build);
            const limit =
              SIZE * STEPS_PER_BYTE + STEPS_ONCE + (pattern.linear ? 0 : DEFAULT_STEP_LIMITS.backtrack);
            if (steps > limit) {
              throw new Error(`${steps} steps for ${pattern.source} on ${kind}`);
            }
          }
        }
      });
      expect(patterns.length).toBeGreaterThanOrEqual(atLeast);
    });

    it('takes a bounded number of steps per byte to find where a match lies', () => {
      let found = 0;
      for (const { name: kind, subject } of general) {
        for (const pattern of patterns) {
          const budget = new StepBudget();
          found += pattern.find(subject, 0, budget) === null ? 0 : 1;
          const limit = SIZE * STEPS_PER_BYTE_TO_FIND + STEPS_ONCE + DEFAULT_STEP_LIMITS.backtrack;
          if (budget.steps > limit) {
            throw new Error(`${budget.steps} steps for ${pattern.source} on ${kind}`);
          }
        }
      }
      expect(found).toBeGreaterThan(500);
    });

    it('takes a bounded number of steps per byte for all of them together', () => {
      const set = compilePatternSet(patterns.filter((pattern) => pattern.linear));
      const out = new Uint32Array(Math.ceil(patterns.length / 32));
      for (const { name: kind, subject } of [...general, ...all.filter((_, i) => i % 10 === 0)]) {
        const budget = new StepBudget();
        set.scan(subject, out, budget);
        if (budget.steps > SIZE * STEPS_PER_BYTE_OF_SET + STEPS_ONCE) {
          throw new Error(`${budget.steps} steps on ${kind}`);
        }
      }
      expect(general.length).toBeGreaterThan(30);
    });
  });
}
