import { readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { build } from 'vite';

/**
 * Style, fonts and scripts of the pages, named after their content.
 * @returns addresses of what each page loads
 */
export async function buildClient(output) {
  const root = path.join(import.meta.dirname, 'client');
  await build({
    root,
    base: '/docs/',
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    build: {
      outDir: output,
      emptyOutDir: true,
      manifest: 'client.json',
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      rolldownOptions: { input: { docs: path.join(root, 'docs.js'), theme: path.join(root, 'theme.js') } },
    },
  });
  const manifest = path.join(output, 'client.json');
  const built = JSON.parse(readFileSync(manifest, 'utf8'));
  rmSync(manifest);
  const { file: script, css } = built['docs.js'];
  const fonts = Object.values(built)
    .map(({ file }) => file)
    .filter((file) => /inter-latin-wght-normal.*\.woff2$/.test(file));
  return {
    script: `/docs/${script}`,
    theme: `/docs/${built['theme.js'].file}`,
    style: `/docs/${css[0]}`,
    font: fonts[0] && `/docs/${fonts[0]}`,
  };
}
