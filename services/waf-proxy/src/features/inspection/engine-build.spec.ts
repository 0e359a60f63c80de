import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { digestOfFolders, engineBuild } from './engine-build.ts';

let folder: string;
const write = (name: string, text: string) => writeFileSync(path.join(folder, name), text);

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'engine-build-'));
  mkdirSync(path.join(folder, 'inner'));
  write('one.js', 'a');
  write('inner/two.js', 'b');
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

it('is the same for the same scripts, whatever else is beside them', () => {
  const before = digestOfFolders([folder]);
  for (const name of ['one.js.map', 'one.d.ts', 'one.spec.js', 'inner/notes.md']) write(name, 'x');
  expect(digestOfFolders([folder])).toBe(before);
});

it.each([
  ['another text', () => write('inner/two.js', 'c')],
  ['another script', () => write('inner/three.js', '')],
  [
    'text moved between scripts',
    () => {
      write('one.js', 'ab');
      write('inner/two.js', '');
    },
  ],
])('is another one for %s', (_, change) => {
  const before = digestOfFolders([folder]);
  change();
  expect(digestOfFolders([folder])).not.toBe(before);
});

it('identifies the engine that runs here', () => {
  expect(engineBuild()).toMatch(/^[0-9a-f]{64}$/);
  expect(engineBuild()).not.toBe(digestOfFolders([]));
});
