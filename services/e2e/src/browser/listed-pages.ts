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
