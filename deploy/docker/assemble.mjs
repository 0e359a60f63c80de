// Puts together what an image needs of a built checkout: `node assemble.mjs SOURCE DESTINATION`. Rooms that only tests
// or a machine of one's own need stay behind, and so do sources, specs and what only builds use.
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** Rooms of the workspace that do not run in production. */
const LEFT_OUT = new Set([
  '@palisade/e2e',
  '@palisade/testing',
  '@palisade/local-servers',
  '@palisade/standalone',
  '@palisade/acme-stand-in',
  '@palisade/paypal-stand-in',
  '@palisade/local-inbox',
  '@palisade/frontend',
  '@palisade/docs',
]);
/** What rooms hold besides code that is read while they run. */
const READ_AT_RUN_TIME = ['dist', 'rules', 'packs'];

const [source, destination] = process.argv.slice(2);
if (destination === undefined) {
  console.error('usage: node assemble.mjs SOURCE DESTINATION');
  process.exit(2);
}
const read = (file) => JSON.parse(readFileSync(path.join(source, file), 'utf8'));
const root = read('package.json');
const rooms = root.workspaces
  .flatMap(foldersOf)
  .filter((room) => existsSync(path.join(source, room, 'package.json')))
  .filter((room) => !LEFT_OUT.has(read(path.join(room, 'package.json')).name));

for (const room of rooms) {
  mkdirSync(path.join(destination, room), { recursive: true });
  const manifest = read(path.join(room, 'package.json'));
  delete manifest.devDependencies;
  write(path.join(room, 'package.json'), manifest);
  for (const part of READ_AT_RUN_TIME) copy(path.join(room, part));
}
copy('frontend/dist');
copy('docs/dist');
copy('deploy/docker/ready.mjs');
write('package.json', {
  ...root,
  workspaces: rooms,
  scripts: {},
  devDependencies: {},
  optionalDependencies: {},
  overrides: withVersions(root.overrides),
});

/** `services/*` → each folder below it; a plain path is itself. */
function foldersOf(pattern) {
  if (!pattern.endsWith('/*')) return [pattern];
  const parent = pattern.slice(0, -2);
  return readdirSync(path.join(source, parent)).map((name) => path.join(parent, name));
}

/** Replaces references to versions of the root's dependencies (`$name`), which are missing here, by those versions. */
function withVersions(overrides) {
  const versions = { ...root.devDependencies, ...root.dependencies };
  return JSON.parse(JSON.stringify(overrides), (_, value) =>
    typeof value === 'string' && value.startsWith('$') ? versions[value.slice(1)] : value,
  );
}

function copy(part) {
  const from = path.join(source, part);
  if (!existsSync(from)) return;
  cpSync(from, path.join(destination, part), { recursive: true, filter: (file) => !isOfTests(file) });
}

function isOfTests(file) {
  return /\.(int-|e2e-)?spec\.|\.tsbuildinfo$|\.d\.ts$|\.map$|\/dist\/(test|bench|test-support)(\/|$)/.test(
    file,
  );
}

function write(file, content) {
  writeFileSync(path.join(destination, file), `${JSON.stringify(content, null, 2)}\n`);
}
