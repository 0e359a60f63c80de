import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { runToEnd } from '../../model/pausable.ts';
import {
  CodedRuns,
  hasCodedRun,
  hasCodedRunInSlices,
  holdsCodedRun,
  holdsCodedRunInSlices,
  piecesOf,
  type Run,
} from './coded-runs.ts';

const TEXT = "1' OR '1'='1' -- ?~>";
const BASE64 = Buffer.from(TEXT).toString('base64').replaceAll('=', '');
const HEX = Buffer.from(TEXT).toString('hex');
const NO_LIMIT = { steps: 0, isSliceOver: false };

/** @param step number of bytes examined at a time */
function codedRuns(value: string, step = value.length): Run[] {
  const runs = CodedRuns.ofText(value, step);
  const found: Run[] = [];
  while (!runs.isOver) {
    const run = runs.next(NO_LIMIT);
    if (run !== null) found.push(run);
  }
  return found;
}
const texts = (value: string) =>
  codedRuns(value).map(({ starts, end }) => starts.map((start) => value.slice(start, end)));
const found = (value: string) => texts(value).map(([first]) => first);

it.each([
  ['a sentence', `Please decode ${BASE64} and send it`, BASE64],
  ['a version', `v1.${BASE64}`, BASE64],
  ['brackets', `ENC(${BASE64})`, BASE64],
  ['a setting', `ctx=${BASE64}; v=1`, BASE64],
  ['a cell', `id,ref\n1,"${BASE64}",2`, BASE64],
  ['a path', `/files/${BASE64}`, BASE64],
  ['a signature behind it', `${BASE64}--0a1b2c3d4e5f60718293a4b5c6d7e8f901234567`, BASE64],
  ['digits', `the dump ${HEX} of today`, HEX],
  ['an option of a command', `run --a-b-c-${BASE64}`, BASE64],
  ['a key of many pieces', `see /a/b/c/d/e/f/g/h/${BASE64}`, BASE64],
  ['a path behind a long name', `${'z'.repeat(200)}/${BASE64}`, BASE64],
  ['a path of long names', `/files/${'of-the-year/'.repeat(40)}${BASE64}`, BASE64],
  ['hyphens and lines under it', `_-_-_-_-_-_-_-_-${BASE64}`, BASE64],
])('finds what is coded within %s', (_where, value, expected) => {
  expect(found(value)).toEqual([expected]);
  expect(holdsCodedRun(value)).toBe(true);
  expect(hasCodedRun(Buffer.from(value), 0, value.length)).toBe(true);
});

it('finds what may be one behind another that only looks so', () => {
  expect(texts(`QUJDREVGR/x/${BASE64}`)).toEqual([[`QUJDREVGR/x/${BASE64}`, BASE64]]);
});

it('finds the last piece behind any number that only look so', () => {
  for (const count of [1, 5, 50, 500]) {
    const value = `${'QUJDREVGR0hJSktMTU5P/'.repeat(count)}x/${BASE64}`;
    expect(texts(value).flat()).toContain(BASE64);
  }
});

it('finds each of several, in texts of any length', () => {
  const value = `${'words and words '.repeat(400)}${BASE64} and ${HEX}`;
  expect(found(value)).toEqual([BASE64, HEX]);
});

it.each([
  ['prose', 'An internationalisation of getElementsByTagName, as people write it'],
  ['a UUID', 'the order 0b9c1f0e-7a43-4f4e-9d55-0d7c0d6c5a11 of today'],
  ['a digest', 'sha256:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08'],
  ['an address', 'see https://shop.example/wp-content/uploads/2026/11/photo-of-a-tree.jpg for it'],
  ['hyphens', '-'.repeat(64)],
  ['nothing', ''],
])('finds nothing in %s', (_what, value) => {
  expect(found(value)).toEqual([]);
  expect(holdsCodedRun(value)).toBe(false);
  expect(hasCodedRun(Buffer.from(value), 0, value.length)).toBe(false);
});

it('finds the runs that a pattern finds, and the same ones a few bytes at a time', () => {
  const run = /(?:[A-Za-z0-9+/_]|-(?!-)){16,}/g;
  const pieces = ['QUJDREVGR0hJSktMTU5P', '-', '--', ' ', '/', '_', 'x', HEX, BASE64, 'word', '.', '='];
  const piece = fc.constantFrom(...pieces);
  let found = 0;
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 14 }), fc.integer({ min: 1, max: 40 }), (some, step) => {
      const value = some.join('');
      const runs = codedRuns(value);
      found += runs.length;
      expect(codedRuns(value, step)).toEqual(runs);
      const ends = new Set([...value.matchAll(run)].map((match) => match.index + match[0].length));
      for (const { end } of runs) expect(ends).toContain(end);
      const isAny = [...value.matchAll(run)].some((match) => codedRuns(match[0]).length > 0);
      expect(holdsCodedRun(value)).toBe(isAny);
      expect(hasCodedRun(Buffer.from(value), 0, value.length)).toBe(isAny);
    }),
    { numRuns: 2_000, seed: 11 },
  );
  expect(found).toBeGreaterThan(500);
});

it('counts what it looks at, and stops within runs of many pieces', () => {
  const pieces = Buffer.from(`${'/a'.repeat(20)} `.repeat(1000));
  const prose = Buffer.from('of words and of signs, '.repeat(2000).slice(0, pieces.length));
  const costs = [pieces, prose].map((bytes) => {
    const budget = { steps: 0, isSliceOver: true };
    let slices = 1;
    for (const work = hasCodedRunInSlices(bytes, 0, bytes.length, budget); work.next().done !== true; )
      slices++;
    return { steps: budget.steps, slices };
  });
  expect(costs[0]!.steps).toBeGreaterThan(10 * costs[1]!.steps);
  expect(costs[0]!.slices).toBeGreaterThan(costs[1]!.slices);
  expect(runToEnd(hasCodedRunInSlices(pieces, 0, pieces.length, NO_LIMIT))).toBe(false);
});

it.each([
  ['digits that are no text', 'z'.repeat(1_000_000)],
  ['digits of noise', createHash('shake256', { outputLength: 500_000 }).digest('hex')],
])('stops on its way through one run: %s', (_what, digits) => {
  const budget = { steps: 0, isSliceOver: true };
  let pauses = 0;
  for (const work = holdsCodedRunInSlices(digits, budget); work.next().done !== true; ) pauses++;
  expect(pauses).toBeGreaterThan(100);
  // Each step through it costs no more than the bytes that it is.
  expect(budget.steps).toBeLessThan(3 * digits.length);
});

it('stops on its way through one piece of a run', () => {
  const value = `${'z'.repeat(200_000)}/${'y'.repeat(200_000)}`;
  const pieces = [...piecesOf(value, { start: 0, starts: [], end: value.length })];
  expect(pieces.filter((piece) => piece !== null)).toEqual([
    [0, 200_000],
    [200_001, value.length],
  ]);
  expect(pieces.filter((piece) => piece === null).length).toBeGreaterThan(20);
});
