import { addFile, clearHits, countSteps, firstCounter } from './coverage.ts';
import type { Finding } from './finding.ts';
import { Fuzzer } from './fuzzer.ts';
import { HITS, instrument } from './instrument.ts';
import { Mutator } from './mutator.ts';
import { Random } from './random.ts';
import type { Target } from './target.ts';

/** A function of one input, from its source, instrumented as the product's modules are. */
function instrumented<T>(name: string, source: string): (input: Buffer) => T {
  const { code, lines } = instrument(`${name}.ts`, source, firstCounter());
  addFile(name, lines);
  return new Function('input', `${code}\nreturn read(input.toString('latin1'));`) as (input: Buffer) => T;
}

const target = (name: string, more: Partial<Target>): Target => ({
  name,
  focus: new RegExp(name),
  largest: 16 * 1024,
  words: ['&', '=', 'a'],
  generate: (random) => Buffer.from(random.list(0, 4, () => random.pick(['a', '&', '='])).join('')),
  read: () => undefined,
  ...more,
});

async function findingsOf(fuzzed: Target, executions: number, seed = 1): Promise<Finding[]> {
  const findings: Finding[] = [];
  const events = { onInput: () => undefined, onFinding: (finding: Finding) => findings.push(finding) };
  const fuzzer = new Fuzzer(fuzzed, seed, [], events);
  await fuzzer.run([], () => fuzzer.executions >= executions || findings.length > 0);
  return findings;
}

describe('fuzzing from an empty corpus', () => {
  it('finds a reader that stops after a thousand items without saying so', async () => {
    const names = instrumented<string[]>(
      'limit',
      `function read(text) {
        const found = [];
        for (const item of text.split('&')) { if (found.length === 1000) break; found.push(item); }
        return found;
      }`,
    );
    const [finding] = await findingsOf(
      target('limit', {
        read: (input) => void names(input),
        staysBlocked: (padding) => names(Buffer.from(`${padding}&attack`)).includes('attack'),
      }),
      5_000,
    );
    expect(finding).toMatchObject({ kind: 'padding' });
    expect(finding!.input.toString('latin1').split('&').length).toBeGreaterThanOrEqual(1_000);
  });

  it('finds a reader that compares each item with all before it', async () => {
    const read = instrumented<void>(
      'quadratic',
      `function read(text) {
        const found = [];
        for (const item of text.split('&')) if (!found.some((known) => known === item)) found.push(item);
      }`,
    );
    const [finding] = await findingsOf(target('quadratic', { read }), 5_000);
    expect(finding).toMatchObject({ kind: 'work', message: expect.stringContaining('quadratic:3') });
  });

  it('lets a linear reader of the same items pass', async () => {
    const read = instrumented<void>(
      'linear',
      `function read(text) {
        const found = new Set();
        for (const item of text.split('&')) if (!found.has(item)) found.add(item);
      }`,
    );
    expect(await findingsOf(target('linear', { read }), 2_000)).toEqual([]);
  });

  it('passes comparisons one by one, and reports where it failed', async () => {
    const read = instrumented<void>(
      'gates',
      `function read(text) {
        if (text[0] === 'b') if (text[1] === 'u') if (text[2] === 'g') throw new TypeError('here');
      }`,
    );
    const [finding] = await findingsOf(target('gates', { read, words: [] }), 200_000);
    expect(finding).toMatchObject({ kind: 'exception', message: 'TypeError: here' });
    expect(finding!.input.toString('latin1')).toBe('bug');
  });
});

describe('the counters', () => {
  it('count every branch that runs, and change nothing else', () => {
    const source = `function read(text) {
      let steps = 0;
      for (const letter of text) { if (letter === 'a') steps += 2; else steps += letter === 'b' ? 3 : 5; }
      switch (text.length) { case 1: steps += 100; break; default: steps += (text && 7) || 0; }
      try { null.x; } catch { steps += 1000; }
      return [steps, [1, 2].map((n) => ({ n })).length];
    }`;
    const plain = new Function('text', `${source}\nreturn read(text);`) as (text: string) => number[];
    const counted = instrumented<number[]>('branches', source);
    for (const text of ['', 'a', 'b', 'c', 'abc']) expect(counted(Buffer.from(text))).toEqual(plain(text));
    clearHits();
    counted(Buffer.from('abc'));
    // The function, three rounds of the loop, a branch in each and one more in two, a case, a right side, the catch, two calls.
    expect(countSteps()).toBe(1 + 3 + 3 + 2 + 1 + 1 + 1 + 2);
  });

  it('stand on the lines of the source', () => {
    const source = 'function a(): number {\n  return 1 > 0\n    ? 2\n    : 3;\n}\n';
    const { code, lines } = instrument('lines.ts', source, 7);
    expect(lines).toEqual([1, 3, 4]);
    expect(code.split('\n')).toHaveLength(source.split('\n').length);
    expect(code).toContain(`${HITS}[9]++`);
  });
});

describe('mutations', () => {
  it('are the same for the same seed', () => {
    const run = (seed: number) => {
      const random = new Random(seed);
      const mutator = new Mutator(random, [Buffer.from('word')], 500, () => Buffer.from('other'));
      let input: Buffer = Buffer.from('begin 12');
      return Array.from({ length: 200 }, () => {
        input = mutator.mutate(input);
        return input.toString('hex');
      });
    };
    expect(run(3)).toEqual(run(3));
    expect(run(3)).not.toEqual(run(4));
    expect(run(3).every((input) => input.length <= 1_000)).toBe(true);
  });
});
