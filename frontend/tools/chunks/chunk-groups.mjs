// Groups of modules for the bundler, made of what it does by itself: the build runs once without a file written, its chunks are
// merged where that saves requests, and the build that counts follows them.
import { gzipSync } from 'node:zlib';
import { build } from 'vite';
import { FIRST_VIEW_BYTES, firstViews } from '../first-views.mjs';
import { mergeChunks } from './merge-chunks.mjs';

/** What a request saved is worth: its headers, and its turn among the six that a browser has under way. Little first. */
const REQUEST_BYTES = [200, 500, 1000, 2000, 4000, 8000, 16_000, 32_000];
/** What a first view may load without need: strangers come once, and on slow networks; the others find it kept when they come again. */
const IN_VAIN_BYTES = { everyone: 12_000, 'signed-in': 20_000, administrators: 20_000 };
/** What a whole visit of one of those may load without need: none of it before the page shows. */
const VISIT_IN_VAIN_BYTES = 30_000;
/** How often a visit of one of the pages that people look at most counts, beside one of the others. */
const VISITS_COUNTED = 5;
/** The sizes of merged chunks are estimated here; `tools/entry-sizes.mjs` weighs what came of it. */
const SPARE_BYTES = 1_200;
/** The bundler may leave its own helpers in a file of theirs. */
const SPARE_FILES = 1;

/**
 * @param {import('vite').InlineConfig} config of the build, with the groups of `fixed` only
 * @param {{ name: string, test: RegExp }[]} fixed groups that stay as they are
 */
export async function chunkGroups(config, fixed) {
  const { output } = await build({
    ...config,
    build: {
      ...config.build,
      write: false,
      rolldownOptions: { output: { codeSplitting: { groups: fixed } } },
    },
  });
  const chunks = output
    .filter(({ type }) => type === 'chunk')
    .map((chunk) => ({
      ...chunk,
      file: chunk.fileName,
      bytes: gzipSync(chunk.code).length,
      // Pages and parts that come later stay what the manifest knows them by.
      mergeable: !(chunk.isEntry || chunk.isDynamicEntry),
    }));
  const merged = mergeChunks(chunks, viewsOf(chunks), REQUEST_BYTES);
  const chunkOf = new Map(chunks.map((chunk) => [chunk.file, chunk]));
  const names = new Set(fixed.map(({ name }) => name));
  const groupOf = new Map();
  for (const [index, files] of merged.entries()) {
    const members = files.map((file) => chunkOf.get(file));
    const name = members.find((chunk) => names.has(chunk.name))?.name ?? `shared-${index}`;
    for (const { moduleIds } of members) for (const module of moduleIds) groupOf.set(module, name);
  }
  const shared = {
    debugName: 'shared',
    name: (module) => groupOf.get(module) ?? null,
    // What they need is where it was put above.
    includeDependenciesRecursively: false,
  };
  return [shared, ...fixed];
}

/** First views with their limit; what each part that comes later brings to the view that it comes to; whole visits. */
function viewsOf(chunks) {
  const byFile = new Map(chunks.map((chunk) => [chunk.file, chunk]));
  const neededBy = (files, given = new Set()) => {
    const needed = new Set(files);
    for (const file of needed)
      for (const imported of byFile.get(file).imports) if (!given.has(imported)) needed.add(imported);
    return needed;
  };
  const fileOf = (module) => {
    const chunk = chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith(`/${module}`));
    if (!chunk) throw new Error(`the build has no chunk of ${module}`);
    return chunk.file;
  };
  const bytesOf = (files) => [...files].reduce((sum, file) => sum + byFile.get(file).bytes, 0);
  /** Those of the entry are the pages themselves. */
  const partsOf = (file) => (byFile.get(file).isEntry ? [] : byFile.get(file).dynamicImports);
  return firstViews.flatMap(({ access, modules, follows, visitFiles }) => {
    const first = neededBy(modules.map(fileOf));
    const later = [];
    const known = new Set(first);
    for (const file of known) {
      for (const part of partsOf(file)) {
        if (known.has(part)) continue;
        const brought = neededBy([part], first);
        later.push({ files: brought, given: first });
        for (const one of brought) known.add(one);
      }
    }
    const view = {
      files: first,
      limit: Math.min(FIRST_VIEW_BYTES - SPARE_BYTES, bytesOf(first) + IN_VAIN_BYTES[access]),
    };
    if (follows === undefined) return [view, ...later];
    const whole = neededBy([...modules, ...follows].map(fileOf));
    const visit = {
      files: whole,
      most: visitFiles - SPARE_FILES,
      limit: bytesOf(whole) + VISIT_IN_VAIN_BYTES,
    };
    return [...Array(VISITS_COUNTED).fill([view, visit]).flat(), ...later];
  });
}
