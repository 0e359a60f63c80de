import { product } from '../entities/company/company.ts';

const PRODUCT = 'Palisade';

export interface PageHead {
  title: string;
  description?: string | undefined;
  /** Where the page is, for pages that search engines may list. */
  canonical?: string | undefined;
}

/** An element of the head: `<meta property="og:title" content="…">`. Without a value it must not be there. */
export interface HeadTag {
  element: 'meta' | 'link';
  key: 'name' | 'property' | 'rel';
  id: string;
  value: string | undefined;
}

export const valueAttribute = ({ element }: HeadTag) => (element === 'link' ? 'href' : 'content');

export function fullTitle(title: string): string {
  return title === PRODUCT ? PRODUCT : `${title} · ${PRODUCT}`;
}

/** Everything that a page's head says of the page, for the static page and for the one that runs. */
export function headTags({ title, description, canonical }: PageHead, origin: string): HeadTag[] {
  const meta = (key: 'name' | 'property', id: string, value: string | undefined): HeadTag => ({
    element: 'meta',
    key,
    id,
    value,
  });
  const picture = origin + product.sharePicture.path;
  const address = canonical === undefined ? undefined : origin + canonical;
  return [
    meta('name', 'description', description),
    meta('name', 'robots', canonical === undefined ? 'noindex' : undefined),
    { element: 'link', key: 'rel', id: 'canonical', value: address },
    meta('property', 'og:site_name', PRODUCT),
    meta('property', 'og:type', 'website'),
    meta('property', 'og:title', title),
    meta('property', 'og:description', description),
    meta('property', 'og:url', address),
    meta('property', 'og:image', picture),
    meta('property', 'og:image:width', String(product.sharePicture.width)),
    meta('property', 'og:image:height', String(product.sharePicture.height)),
    meta('property', 'og:image:alt', product.sharePicture.alt),
    meta('name', 'twitter:card', 'summary_large_image'),
    meta('name', 'twitter:title', title),
    meta('name', 'twitter:description', description),
    meta('name', 'twitter:image', picture),
  ];
}
