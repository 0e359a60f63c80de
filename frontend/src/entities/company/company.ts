/** What every page's head says of the product. Its offer is in offer.ts: only some pages need it. */
export const product = {
  /** What links to the site are shown with elsewhere; drawn by tools/share-picture. */
  sharePicture: {
    path: '/share.png',
    width: 1200,
    height: 630,
    alt: 'Palisade: a fence around your website, up in five minutes',
  },
} as const;

/**
 * The company behind this installation, from the operator's settings (`companyFields` of nest-kit). Unset fields are
 * left out.
 */
export interface Company {
  name?: string | null;
  address: readonly string[];
  email?: string | null;
  phone?: string | null;
  register: readonly string[];
  law?: string | null;
  figures: readonly { value: string; label: string }[];
  status_url?: string | null;
  /** A line for everybody who is signed in, or for who has one of its domains. */
  notice?: string | null;
  notice_domains?: readonly string[];
}

export const nobody: Company = {
  address: [],
  register: [],
  figures: [],
};

/** The company that came with the page as JSON (prerender/document.ts); nobody where the page came without a gateway. */
export function companyOfPage(): Company {
  return JSON.parse(document.getElementById('company')?.textContent ?? 'null') ?? nobody;
}
