// How much JavaScript each first view loads, gzipped, and in how many files; refuses more than the product allows itself. Part of
// `npm run check`.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { chunkNames } from './chunks/plugin.mjs';
import { ENTRY_BYTES, FIRST_VIEW_BYTES, FIRST_VIEW_FILES, firstViews } from './first-views.mjs';

const dist = path.join(import.meta.dirname, '../dist');
const manifest = JSON.parse(readFileSync(path.join(dist, '.vite/manifest.json'), 'utf8'));
const sizes = new Map();
const sizeOf = (file) => {
  if (!sizes.has(file)) sizes.set(file, gzipSync(readFileSync(path.join(dist, file))).length);
  return sizes.get(file);
};

const namesOfChunks = chunkNames();
/** The manifest knows pages and parts by their module, and those without a file of their own by that of their group. */
const chunkOf = (key) =>
  manifest[key] ??
  Object.values(manifest).find(
    ({ name }) => name !== undefined && name === namesOfChunks.get(`frontend/${key}`),
  );

/** A chunk and everything that it imports before it runs. */
function closure(key, seen = new Set()) {
  const chunk = chunkOf(key);
  if (!chunk) throw new Error(`the build has no ${key}`);
  if (seen.has(chunk.file)) return seen;
  seen.add(chunk.file);
  for (const imported of chunk.imports ?? []) closure(imported, seen);
  return seen;
}

let broken = false;
const filesOf = (modules) => new Set(modules.flatMap((key) => [...closure(key)]));
const entryBytes = [...filesOf(['index.html'])].reduce((sum, file) => sum + sizeOf(file), 0);
broken ||= entryBytes > ENTRY_BYTES;
console.log(
  `palisade: the entry is ${(entryBytes / 1000).toFixed(0)} kB of JavaScript (gzip, limit ${ENTRY_BYTES / 1000})${broken ? ': too much' : ''}`,
);
for (const { path: view, access, modules, visits } of firstViews) {
  const limit = FIRST_VIEW_BYTES[access];
  const files = filesOf(modules);
  const bytes = [...files].reduce((sum, file) => sum + sizeOf(file), 0);
  const whole = visits.map(({ follows, files: most }) => ({
    size: filesOf([...modules, ...follows]).size,
    most,
    last: follows.at(-1) ?? 'what shows by itself',
  }));
  const over = whole.filter(({ size, most }) => size > most);
  const fits = bytes <= limit && files.size <= FIRST_VIEW_FILES && over.length === 0;
  broken ||= !fits;
  const then =
    whole.length === 0 ? '' : `, and then in ${Math.max(...whole.map(({ size }) => size))} at most`;
  console.log(
    `palisade: ${view} loads ${(bytes / 1000).toFixed(0)} kB of JavaScript (gzip, limit ${limit / 1000}) in ${files.size} files (limit ${FIRST_VIEW_FILES})${then}${fits ? '' : ': too much'}`,
  );
  for (const { size, most, last } of over)
    console.log(`palisade:   with ${last} in ${size} files (limit ${most})`);
}
if (broken) process.exitCode = 1;
