import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { HashFile } from './hash-file.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'leaked-'));
const file = path.join(folder, 'hashes.txt');
afterAll(() => rmSync(folder, { recursive: true }));

const hashOf = (n: number) => (n * 2 + 1).toString(16).toUpperCase().padStart(6, '0').padEnd(40, 'A');
let faults: unknown[] = [];
beforeEach(() => {
  faults = [];
});
const list = new HashFile(file, (error) => faults.push(error));
const has = (hash: string) => list.has(hash);

describe.each(['\n', '\r\n'])('a file of hashes, its lines ended by %j', (end) => {
  it.each([1, 2, 90, 91, 92, 93, 1_000, 5_003])('of %i lines is searched to its ends', async (count) => {
    const lines = Array.from({ length: count }, (_, n) => `${hashOf(n)}:${n + 1}${end}`);
    writeFileSync(file, lines.join(''));
    const step = Math.max(1, Math.floor(count / 97));
    for (let n = 0; n < count; n += step) expect([n, await has(hashOf(n))]).toEqual([n, true]);
    expect(await has(hashOf(count - 1))).toBe(true);
    for (let n = 0; n <= count; n += step) expect([n, await has(hashOf(n - 0.5))]).toEqual([n, false]);
    expect([await has('0'.repeat(40)), await has('F'.repeat(40))]).toEqual([false, false]);
    expect(faults).toEqual([]);
  });

  it('needs no end of its last line, and does not count what was seen never', async () => {
    writeFileSync(file, `${hashOf(1)}:0${end}${hashOf(2)}:7`);
    expect([await has(hashOf(1)), await has(hashOf(2))]).toEqual([false, true]);
  });
});

it('a file that is empty has nothing', async () => {
  writeFileSync(file, '');
  expect(await has(hashOf(1))).toBe(false);
});

it.each([
  ['no list', 'x'.repeat(20_000)],
  ['the lines of something else', 'one: two\n'.repeat(2_000)],
  ['a little of something else', '<html>'],
])('nobody can tell by %s, and somebody is told why', async (_what, text) => {
  writeFileSync(file, text);
  expect(await has(hashOf(1))).toBeNull();
  expect(faults).toHaveLength(1);
});

it('nobody can tell by a file that is not there', async () => {
  rmSync(file, { force: true });
  expect(await has(hashOf(1))).toBeNull();
  expect(String(faults)).toMatch(/ENOENT/);
});
