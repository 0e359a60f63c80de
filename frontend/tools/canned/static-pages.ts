// The pages that the build has rendered, as the gateway hands them out: of a company that is named, those with plans made of the
// canned plans.
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

import type { Company } from '../../src/entities/company/company.ts';
import type { Plan } from '../../src/shared/api/openapi.gen.ts';

const company: Company = {
  name: 'Fence Ltd',
  address: ['1 Palisade Way', 'Wilmington, Delaware'],
  email: 'support@palisade.example',
  phone: '+1 (555) 010-4224',
  register: ['Company no. 0123456', 'VAT no. XX 123 456 789'],
  law: 'Delaware',
  figures: [
    { value: '99.9%', label: 'uptime' },
    { value: '1M+', label: 'threats blocked' },
    { value: '500+', label: 'customers' },
  ],
  status_url: 'https://status.palisade.example',
};

interface RenderedPage {
  route: string;
  readsQuery: boolean;
  showsPlans: boolean;
  preloads: string[];
}

/** The page's HTML, the app's own where it has none of its own; `stale` pages were made before there were any plans. */
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
  const { staticPage, shell } = await import(pathToFileURL(path.join(dist, '.server/render.js')).href);
  const template = readFileSync(path.join(folder, 'template.html'), 'utf8');
  const made = new Map<string, { built: string; html: string; readsQuery: boolean }>();
  for (const { route, readsQuery, showsPlans, preloads } of pages) {
    const built = await staticPage(template, { route, preloads, company });
    const html = showsPlans ? await staticPage(template, { route, preloads, plans, company }) : built;
    made.set(route, { built, html, readsQuery });
  }
  const app: string = shell(template, company);
  return (at, hasQuery, stale) => {
    const page = made.get(at);
    if (!page || (hasQuery && page.readsQuery)) return path.extname(at) === '' ? app : undefined;
    return stale ? page.built : page.html;
  };
}
