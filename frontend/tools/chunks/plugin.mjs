// Part of the build: the bundler's chunks in fewer files.
import path from 'node:path';
import { pathToFileURL } from 'node:url';

/**
 * @param {{ name: string, test: RegExp }[]} fixed groups that stay as they are
 * @param {() => import('vite').InlineConfig} shared plugins and resolution of the build
 */
export function fewerChunks(fixed, shared) {
  return {
    name: 'palisade:fewer-chunks',
    apply: 'build',
    async config({ root = process.cwd(), build }) {
      // Not by a plain import: Vite would bundle it, and the list of pages with it, into its own configuration.
      const tool = pathToFileURL(path.join(root, 'tools/chunks/chunk-groups.mjs'));
      const { chunkGroups } = await import(tool.href);
      const { assetsInlineLimit, modulePreload } = build;
      const groups = await chunkGroups(
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
      return { build: { rolldownOptions: { output: { codeSplitting: { groups } } } } };
    },
  };
}
