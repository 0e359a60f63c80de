// The search for groups of modules that the bundler makes one file each, from what it does by itself: a build without a file
// written, whose chunks are merged where that saves requests. `npm run chunks` writes what it finds; builds follow that.
import { gzipSync } from 'node:zlib';
import { build } from 'vite';
import { FIRST_VIEW_BYTES, firstViews } from '../first-views.mjs';
import { mergeChunks } from './merge-chunks.mjs';

/** What a request saved is worth: its headers, and its turn among the six that a browser has under way. Little first. */
const REQUEST_BYTES = [200, 500, 1000, 2000, 4000, 8000, 16_000, 32_000];
/** What a first view may load without need: strangers come once, and on slow networks; the others find it kept when they come again. */
const IN_VAIN_BYTES = { everyone: 12_000, 'signed-in': 20_000, administrators: 20_000 };
/** What a whole visit of one of those may load without need: none of it before the page shows. */
const VISIT_IN_VAIN_BYTES = 60_000;
/** How often a page that shows by itself counts, beside each of the views that come after it: each is tried. */
const FIRST_COUNTED = [1, 2, 3, 4, 5];
/** A file of usual size. */
const FILE_CHARACTERS = 20_000;
/** The sizes of merged chunks are estimated here; `tools/entry-sizes.mjs` weighs what came of it. */
const SPARE_BYTES = 3_000;
/** The bundler may leave its own helpers in a file of theirs. */
const SPARE_FILES = 1;

/**
 * @param {import('vite').InlineConfig} config of the build, with the groups of `fixed` only
 * @param {{ name: string, test: RegExp }[]} fixed groups that stay as they are
 * @returns {Promise<Record<string, string[]>>} by name of a file: ids of the modules in it
 */
export async function searchGroups(config, fixed) {
  const { output } = await build({
    ...config,
    build: {
      ...config.build,
      write: false,
      rolldownOptions: { output: { codeSplitting: { groups: fixed } } },
    },
  });
  const written = output.filter(({ type }) => type === 'chunk');
  const bytesOf = packedBytes(written);
  const chunks = written.map((chunk) => ({
    ...chunk,
    file: chunk.fileName,
    bytes: bytesOf(chunk),
    // Pages and parts that come later stay what the manifest knows them by.
    mergeable: !(chunk.isEntry || chunk.isDynamicEntry),
  }));
  const merged = mergeChunks(
    chunks,
    FIRST_COUNTED.map((counted) => viewsOf(chunks, counted)),
    REQUEST_BYTES,
  );
  const chunkOf = new Map(chunks.map((chunk) => [chunk.file, chunk]));
  const names = new Set(fixed.map(({ name }) => name));
  return Object.fromEntries(
    merged.map((files, index) => {
      const members = files.map((file) => chunkOf.get(file));
      const name = members.find((chunk) => names.has(chunk.name))?.name ?? `shared-${index}`;
      return [name, members.flatMap(({ moduleIds }) => moduleIds).toSorted()];
    }),
  );
}

/** What a chunk adds to a file. By itself a small one packs much worse than as a part of a larger one. */
function packedBytes(chunks) {
  const whole = chunks.map(({ code }) => code).join('');
  let packed = 0;
  for (let at = 0; at < whole.length; at += FILE_CHARACTERS)
    packed += gzipSync(whole.slice(at, at + FILE_CHARACTERS)).length;
  const ratio = packed / whole.length;
  return ({ code }) => Math.min(gzipSync(code).length, Math.ceil(code.length * ratio));
}

/** First views with their limit; what each part that comes later brings to the view that it comes to; whole visits. */
function viewsOf(chunks, firstCounted) {
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
  return firstViews.flatMap(({ access, modules, visits }) => {
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
      limit: Math.min(FIRST_VIEW_BYTES[access] - SPARE_BYTES, bytesOf(first) + IN_VAIN_BYTES[access]),
    };
    const whole = visits.map(({ follows, files }) => {
      const asked = neededBy([...modules, ...follows].map(fileOf));
      return { files: asked, most: files - SPARE_FILES, limit: bytesOf(asked) + VISIT_IN_VAIN_BYTES };
    });
    return [...Array(visits.length > 0 ? firstCounted : 1).fill(view), ...whole, ...later];
  });
}
