// Part of the build: the bundler's chunks in fewer files.
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { FOLDED } from './folded.mjs';

const FOUND = path.join(import.meta.dirname, 'groups.gen.json');
const repository = path.join(import.meta.dirname, '../../..');

/** Modules stand in the file by their path in the repository; the bundler's own have none. */
const keptId = (id) => (path.isAbsolute(id) ? path.relative(repository, id) : id);

/**
 * @param {{ name: string, test: RegExp }[]} fixed groups that stay as they are
 * @param {() => import('vite').InlineConfig} shared plugins and resolution of the build
 * @param {{ renews: boolean }} options whether the groups are searched anew, and written
 */
export function fewerChunks(fixed, shared, { renews }) {
  return {
    name: 'palisade:fewer-chunks',
    apply: 'build',
    async config({ root = process.cwd(), build }) {
      if (renews) {
        const groups = await search(root, build, fixed, shared);
        const kept = Object.entries(groups).map(([name, ids]) => [name, ids.map(keptId)]);
        writeFileSync(FOUND, `${JSON.stringify(Object.fromEntries(kept), null, 1)}\n`);
      }
      return { build: { rolldownOptions: { output: { codeSplitting: { groups: groupsOf(fixed) } } } } };
    },
    generateBundle(_options, bundle) {
      const circle = findCircle(bundle);
      // They may run in the wrong order.
      if (circle !== null)
        this.error(
          `files need each other: ${circle.join(' > ')}. npm run chunks -w frontend finds other groups`,
        );
    },
  };
}

async function search(root, { assetsInlineLimit, modulePreload }, fixed, shared) {
  // Not by a plain import: Vite would bundle it, and the list of pages with it, into its own configuration.
  const tool = pathToFileURL(path.join(root, 'tools/chunks/chunk-groups.mjs'));
  const { searchGroups } = await import(tool.href);
  return await searchGroups(
    {
      ...shared(),
      configFile: false,
      root,
      logLevel: 'error',
      publicDir: false,
      build: { assetsInlineLimit, modulePreload, reportCompressedSize: false },
    },
    fixed,
  );
}

/** By module, as it stands in the file: the name of the chunk that it is in. What is not there is where the bundler puts it. */
export function chunkNames() {
  const found = Object.entries(JSON.parse(readFileSync(FOUND, 'utf8')));
  const names = new Map(found.flatMap(([name, kept]) => kept.map((module) => [module, name])));
  for (const [host, parts] of Object.entries(FOLDED)) {
    if (!names.has(host))
      throw new Error(`${host} is in no group: what is folded into its file goes elsewhere`);
    for (const part of parts) names.set(part, names.get(host));
  }
  return names;
}

function groupsOf(fixed) {
  const names = chunkNames();
  const shared = {
    debugName: 'shared',
    name: (module) => names.get(keptId(module)) ?? null,
    // What they need is where it was put in the search.
    includeDependenciesRecursively: false,
  };
  return [shared, ...fixed];
}

/** Files that need each other before they run, in a row; null: there are none. */
function findCircle(bundle) {
  const done = new Set();
  const visit = (file, way) => {
    if (way.includes(file)) return [...way.slice(way.indexOf(file)), file];
    if (done.has(file)) return null;
    for (const imported of bundle[file]?.imports ?? []) {
      const circle = visit(imported, [...way, file]);
      if (circle !== null) return circle;
    }
    done.add(file);
    return null;
  };
  for (const file of Object.keys(bundle)) {
    const circle = visit(file, []);
    if (circle !== null) return circle;
  }
  return null;
}
