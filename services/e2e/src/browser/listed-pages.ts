import { readFileSync } from 'node:fs';
import path from 'node:path';

interface ListedPage {
  access: 'everyone' | 'signed-in' | 'administrators';
  addresses: string[];
}

/** Where to look, by the list of pages that the build of the SPA leaves. */
export function addressesFor(access: ListedPage['access']): string[] {
  const file = path.join(import.meta.dirname, '../../../../frontend/dist/.pages/manifest.json');
  const pages = JSON.parse(readFileSync(file, 'utf8')) as ListedPage[];
  return pages.filter((page) => page.access === access).flatMap(({ addresses }) => addresses);
}

/** Of signed-in people: their pages, the tabs of these, and the parts of a site, by its name. */
export function addressesOfOwners(site: string): Record<'pages' | 'tabs' | 'parts', string[]> {
  const all = addressesFor('signed-in');
  const ofSites = all.filter((address) => address.startsWith('/dashboard/domains/'));
  const others = all.filter((address) => !ofSites.includes(address));
  return {
    pages: others.filter((address) => !address.includes('?')),
    tabs: others.filter((address) => address.includes('?')),
    parts: ofSites.map((address) => address.replace('shop.localhost', site)),
  };
}
