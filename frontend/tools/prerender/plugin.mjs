// Part of the build: every public page as a static file in `dist/.pages`, with `pages.json`, which tells a server what
// to answer where. The server fills in its origin for `{{origin}}`. `dist/.server/render.js` makes pages anew where
// what they show has changed since (the plans).
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'vite';

const RENDERER = 'src/prerender/render.tsx';
const TAKE_OVER = 'src/app/take-over.tsx';
/** Where the server puts what it knows of a page. */
const HEAD = '<!--head-->';
/** The font of the first line that is read. */
const FONT = /\/inter-latin-wght-normal-[^/]*\.woff2$/;

/** @param {import('vite').UserConfig} shared plugins and resolution that both builds have in common */
export function prerenderPages(shared) {
  let root;
  let outDir;
  let manifest;
  return {
    name: 'palisade:prerender-pages',
    apply: 'build',
    configResolved(config) {
      root = config.root;
      outDir = path.resolve(root, config.build.outDir);
    },
    writeBundle: {
      order: 'post',
      async handler() {
        manifest = JSON.parse(await readFile(path.join(outDir, '.vite/manifest.json'), 'utf8'));
      },
    },
    async closeBundle(error) {
      if (error || !manifest) return;
      const renderer = await buildRenderer(root, path.join(outDir, '.server'), shared());
      // Not by a plain import: Vite would bundle it, and every page with it, into its own configuration.
      const list = await import(pathToFileURL(path.join(root, 'tools/pages.mjs')).href);
      await writePages(renderer, list, outDir, manifest);
    },
  };
}

async function buildRenderer(root, outDir, config) {
  await build({
    ...config,
    configFile: false,
    root,
    logLevel: 'warn',
    publicDir: false,
    // Needs nothing of node_modules: what serves the pages has no React of its own.
    ssr: { ...config.ssr, noExternal: true },
    define: { 'process.env.NODE_ENV': '"production"' },
    build: {
      ssr: RENDERER,
      outDir,
      emptyOutDir: true,
      minify: false,
      rolldownOptions: { output: { entryFileNames: 'render.js' } },
    },
  });
  return import(pathToFileURL(path.join(outDir, 'render.js')).href);
}

async function writePages(renderer, { pages, addressesOf, modulesOf }, outDir, manifest) {
  const { ORIGIN, NOT_FOUND, staticPages, appPaths, shell, staticPage } = renderer;
  const folder = path.join(outDir, '.pages');
  await mkdir(folder, { recursive: true });
  const template = withFont(await readFile(path.join(outDir, 'index.html'), 'utf8'), fontOf(manifest));
  const write = (name, text) => writeFile(path.join(folder, name), text);
  await writeFile(path.join(outDir, 'index.html'), shell(template));
  await write('template.html', template);
  const rendered = [];
  for (const { route, readsQuery, showsPlans } of staticPages) {
    const file = route === NOT_FOUND ? '404.html' : `${route === '/' ? 'home' : route.slice(1)}.html`;
    const page = pages.find(({ path: at }) => at === route);
    const preloads = chunksOf(route, modulesOf(page), manifest, template);
    await write(file, await staticPage(template, { route, preloads }));
    rendered.push({ route, file, readsQuery, showsPlans, preloads });
  }
  const listed = staticPages.filter((page) => page.listed).map(({ route }) => route);
  await write('robots.txt', robots(ORIGIN));
  await write('sitemap.xml', sitemap(ORIGIN, listed));
  await write(
    'pages.json',
    JSON.stringify({ origin: ORIGIN, pages: rendered, notFound: NOT_FOUND, appPaths }, null, 1),
  );
  // For tests that go through every page.
  await write(
    'manifest.json',
    JSON.stringify(
      pages.map((page) => ({ path: page.path, access: page.access, addresses: addressesOf(page) })),
      null,
      1,
    ),
  );
}

/** What every page loads ahead: a font that comes after the first paint is not used before the next page. */
function fontOf(manifest) {
  const font = Object.values(manifest)
    .flatMap(({ assets = [] }) => assets)
    .find((asset) => FONT.test(`/${asset}`));
  if (!font) throw new Error('the build has no font to load ahead');
  return font;
}

function withFont(template, font) {
  const link = `<link rel="preload" href="/${font}" as="font" crossorigin />`;
  const page = template.replace(HEAD, `${link}\n    ${HEAD}`);
  if (page === template) throw new Error('index.html has no place for what it loads ahead');
  return page;
}

/** The chunks that a page asks for one after the other otherwise. */
function chunksOf(route, modules, manifest, template) {
  if (!modules.every((module) => manifest[module]?.isDynamicEntry))
    throw new Error(`no chunk of the build is the page at ${route}`);
  const files = new Set();
  const add = (key) => {
    const { file, imports = [] } = manifest[key];
    if (files.has(file)) return;
    files.add(file);
    imports.forEach(add);
  };
  add(TAKE_OVER);
  modules.forEach(add);
  return [...files]
    .filter((file) => !template.includes(file))
    .map((file) => ({ rel: 'modulepreload', href: `/${file}` }));
}

const robots = (origin) => `User-agent: *
Disallow: /dashboard
Disallow: /admin
Disallow: /api/

Sitemap: ${origin}/sitemap.xml
Sitemap: ${origin}/docs/sitemap.xml
`;

const sitemap = (origin, routes) => `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${routes.map((route) => `  <url><loc>${origin}${route}</loc></url>`).join('\n')}
</urlset>
`;
