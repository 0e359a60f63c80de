// How much JavaScript each first view loads, gzipped, and in how many files; refuses more than the product allows itself. Part of
// `npm run check`.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { FIRST_VIEW_BYTES, FIRST_VIEW_FILES, firstViews } from './first-views.mjs';

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
const filesOf = (modules) => new Set(modules.flatMap((key) => [...closure(key)]));
for (const { path: view, modules, follows, visitFiles } of firstViews) {
  const files = filesOf(modules);
  const bytes = [...files].reduce((sum, file) => sum + sizeOf(file), 0);
  const whole = filesOf([...modules, ...(follows ?? [])]).size;
  const fits =
    bytes <= FIRST_VIEW_BYTES && files.size <= FIRST_VIEW_FILES && (!follows || whole <= visitFiles);
  broken ||= !fits;
  console.log(
    `palisade: ${view} loads ${(bytes / 1000).toFixed(0)} kB of JavaScript (gzip, limit ${FIRST_VIEW_BYTES / 1000}) in ${files.size} files (limit ${FIRST_VIEW_FILES})${follows ? `, and then in ${whole} (limit ${visitFiles})` : ''}${fits ? '' : ': too much'}`,
  );
}
if (broken) process.exitCode = 1;
