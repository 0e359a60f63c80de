// How much JavaScript each first view loads, gzipped; refuses more than the product allows itself. Part of `npm run check`.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { modulesOf, pages } from './pages.mjs';

/** What a first visit needs before it shows: the entry, the layout, the page. Charts and dialogs come after it. */
const LIMIT_KB = 180;
const views = pages.map((page) => ({ path: page.path, keys: ['index.html', ...modulesOf(page)] }));

const dist = path.join(import.meta.dirname, '../dist');
const manifest = JSON.parse(readFileSync(path.join(dist, '.vite/manifest.json'), 'utf8'));
const sizes = new Map();
const sizeOf = (file) => {
  if (!sizes.has(file)) sizes.set(file, gzipSync(readFileSync(path.join(dist, file))).length);
  return sizes.get(file);
};

/** A chunk and everything that it imports before it runs. */
function closure(key, seen = new Set()) {
  const chunk = manifest[key];
  if (!chunk) throw new Error(`the build has no ${key}`);
  if (seen.has(chunk.file)) return seen;
  seen.add(chunk.file);
  for (const imported of chunk.imports ?? []) closure(imported, seen);
  return seen;
}

let broken = false;
for (const { path: view, keys } of views) {
  const files = new Set(keys.flatMap((key) => [...closure(key)]));
  const kilobytes = [...files].reduce((sum, file) => sum + sizeOf(file), 0) / 1000;
  const fits = kilobytes <= LIMIT_KB;
  broken ||= !fits;
  console.log(
    `palisade: ${view} loads ${kilobytes.toFixed(0)} kB of JavaScript (gzip, limit ${LIMIT_KB})${fits ? '' : ': too much'}`,
  );
}
if (broken) process.exitCode = 1;
