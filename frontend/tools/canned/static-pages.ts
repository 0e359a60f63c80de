// The pages that the build has rendered, as the gateway hands them out: those with plans made of the canned plans.
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

import type { Plan } from '../../src/shared/api/openapi.gen.ts';

interface RenderedPage {
  route: string;
  file: string;
  readsQuery: boolean;
  showsPlans: boolean;
  preloads: string[];
}

/** The page's HTML, or undefined where the app itself answers; `stale` pages were made before there were any plans. */
type PageAt = (path: string, hasQuery: boolean, stale: boolean) => string | undefined;

/**
 * @param dist the folder of the build
 * @param plans what the API answers to who asks for the plans
 */
export async function staticPagesOf(dist: string, plans: Plan[]): Promise<PageAt> {
  const folder = path.join(dist, '.pages');
  if (!existsSync(path.join(folder, 'pages.json'))) return () => undefined;
  const { pages }: { pages: RenderedPage[] } = JSON.parse(
    readFileSync(path.join(folder, 'pages.json'), 'utf8'),
  );
  const { staticPage } = await import(pathToFileURL(path.join(dist, '.server/render.js')).href);
  const template = readFileSync(path.join(folder, 'template.html'), 'utf8');
  const made = new Map<string, { built: string; html: string; readsQuery: boolean }>();
  for (const { route, file, readsQuery, showsPlans, preloads } of pages) {
    const built = readFileSync(path.join(folder, file), 'utf8');
    const html = showsPlans ? await staticPage(template, { route, preloads, plans }) : built;
    made.set(route, { built, html, readsQuery });
  }
  return (at, hasQuery, stale) => {
    const page = made.get(at);
    if (!page || (hasQuery && page.readsQuery)) return undefined;
    return stale ? page.built : page.html;
  };
}
