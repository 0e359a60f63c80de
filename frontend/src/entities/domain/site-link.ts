import { paths } from '../page/paths.ts';

/** A site's own place, at one of its tabs. */
export function siteLink(domainName: string, tab = 'overview'): string {
  return `${paths.domains}/${encodeURIComponent(domainName)}/${tab}`;
}
