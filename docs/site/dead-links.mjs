import { existsSync } from 'node:fs';
import path from 'node:path';
import { paths } from '../../frontend/src/entities/page/paths.ts';
import { pageAddress } from './page-address.mjs';

/** Pages of the product that documents may lead to, and files that lie beside them. */
const PRODUCT = new Set([
  ...Object.values(paths),
  '/favicon.svg',
  '/apple-touch-icon.png',
  '/api/openapi.json',
]);

/** Links of built pages to addresses or headings that are not there, as `page → target`. */
export function deadLinks(output, results) {
  const pages = new Map(
    results.map(({ url, content }) => [
      pageAddress(url),
      new Set([...content.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id)),
    ]),
  );
  const leads = (target) => {
    const [address, anchor] = target.split('#');
    if (pages.has(address)) return anchor === undefined || pages.get(address).has(decodeURIComponent(anchor));
    if (address.startsWith('/docs/')) return existsSync(path.join(output, address.slice('/docs/'.length)));
    return PRODUCT.has(address);
  };
  return results.flatMap(({ url, content }) => {
    const page = pageAddress(url);
    return [...content.matchAll(/ (?:href|src)="([^"]+)"/g)]
      .map(([, target]) => target.replaceAll('&amp;', '&'))
      .filter((target) => !/^[a-z]+:/.test(target))
      .map((target) => (target.startsWith('#') ? page + target : target))
      .filter((target) => !leads(target))
      .map((target) => `${page} → ${target}`);
  });
}
