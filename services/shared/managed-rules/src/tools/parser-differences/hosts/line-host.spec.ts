import { jest } from '@jest/globals';
import { caseOf } from '../generate/index.ts';
import { CASE_KINDS } from '../request-case.ts';
import { LineHost } from './line-host.ts';

/** Answers this many lists, and ends. */
const worker = (lists: number): string[] => [
  process.execPath,
  '-e',
  `let left = ${lists};
   console.log(JSON.stringify({ versions: { sample: '1' } }));
   require('node:readline').createInterface({ input: process.stdin }).on('line', (line) => {
     if (left-- === 0) { console.error('out of words'); process.exit(7); }
     console.log(JSON.stringify(JSON.parse(line).map(({ id }) => ({ id, read: {} }))));
   });`,
];
const cases = (first: number) => [0, 1, 2].map((more) => caseOf(1, first + more, CASE_KINDS));

let warned: jest.SpiedFunction<typeof process.stderr.write>;
beforeEach(() => {
  warned = jest.spyOn(process.stderr, 'write').mockReturnValue(true);
});
afterEach(() => warned.mockRestore());

it('restarts a worker that has ended, and repeats its unanswered requests', async () => {
  const host = await LineHost.start('sample', worker(2));
  const answers = await Promise.all([0, 3, 6, 9, 12].map((first) => host.read(cases(first))));
  expect(answers.map((readings) => readings.length)).toEqual([3, 3, 3, 3, 3]);
  host.close();
});

it('asks once what comes while a worker is started again', async () => {
  const host = await LineHost.start('sample', worker(1));
  const answers = [host.read(cases(0)), host.read(cases(3))];
  // Said when the second has ended the worker, and before the next one runs.
  await new Promise<void>((resolve) => {
    warned.mockImplementation(() => {
      resolve();
      return true;
    });
  });
  await Promise.resolve();
  answers.push(host.read(cases(6)), host.read(cases(9)));
  const ids = (await Promise.all(answers)).map((readings) => readings.length);
  expect(ids).toEqual([3, 3, 3, 3]);
  host.close();
});

it('gives up on one that ends on the same requests, and says what it said last', async () => {
  const host = await LineHost.start('sample', worker(0));
  await expect(host.read(cases(0))).rejects.toThrow(/sample has ended: .*out of words/s);
  host.close();
});
