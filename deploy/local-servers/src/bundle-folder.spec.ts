import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { BUNDLE_FOLDER, bundledAt, keepsBundle, placeBundle } from './bundle-folder.ts';

let home: string;
let root: string;
beforeEach(() => {
  home = mkdtempSync(path.join(tmpdir(), 'palisade-bundle-'));
  root = path.join(home, 'one');
  mkdirSync(path.join(root, 'services'), { recursive: true });
  writeFileSync(source(), 'source');
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

const source = (of = root) => path.join(of, 'services/main.js');
const names = () => readdirSync(path.join(root, BUNDLE_FOLDER)).sort();

/** A bundle of one program and of one part. */
function bundle(part: string): void {
  const made = path.join(root, 'made');
  mkdirSync(made);
  writeFileSync(path.join(made, 'auth.js'), `import './${part}'`);
  writeFileSync(path.join(made, part), part);
  placeBundle(root, made, { programs: ['auth.js'], sources: [source()] });
  rmSync(made, { recursive: true });
}

it('is kept until something changes of what it was made of', () => {
  expect([keepsBundle(root), bundledAt(root)]).toEqual([false, 0]);
  bundle('a-1.js');
  expect(keepsBundle(root)).toBe(true);
  expect(bundledAt(root)).toBeGreaterThan(0);
  writeFileSync(source(), 'another source');
  expect(keepsBundle(root)).toBe(false);
});

it('is none in a folder that was copied, with all its times, or moved', () => {
  bundle('a-1.js');
  const copy = path.join(home, 'two');
  cpSync(root, copy, { recursive: true, preserveTimestamps: true });
  expect([keepsBundle(copy), bundledAt(copy)]).toEqual([false, 0]);
  expect(keepsBundle(root)).toBe(true);
});

it('leaves what runs the parts that it may still load, until the next one', () => {
  bundle('a-1.js');
  bundle('a-2.js');
  expect(names()).toEqual(['a-1.js', 'a-2.js', 'auth.js', 'made-of.json']);
  expect(readFileSync(path.join(root, BUNDLE_FOLDER, 'auth.js'), 'utf8')).toBe("import './a-2.js'");
  bundle('a-3.js');
  expect(names()).toEqual(['a-2.js', 'a-3.js', 'auth.js', 'made-of.json']);
});
