/**
 * What is switched on: nothing but proxying; limits, geo and logging as well; two origins chosen by country besides, with other edge nodes
 * known, or 5 or 100 custom rules, or hidden links and fields; or managed rules; or OWASP CRS.
 */
const EDGE_VARIANTS = ['bare', 'policy', 'steered', 'own-5', 'own-100', 'deception', 'rules', 'crs'] as const;
export type EdgeVariant = (typeof EDGE_VARIANTS)[number];

export const isEdgeVariant = (name: string): name is EdgeVariant =>
  EDGE_VARIANTS.some((variant) => variant === name);

/** What of the site's requests is recorded: none, one in a hundred, or every one without the bounds that otherwise spare memory and disk. */
export const RECORDINGS = ['off', 'sampled', 'all'] as const;
export type EdgeRecording = (typeof RECORDINGS)[number];

/** What `edge-main.ts` is started with, as JSON. */
export interface EdgeSettings {
  variant: EdgeVariant;
  originPort: number;
  spoolFolder: string;
  /** The site's responses are stored. */
  cached?: boolean;
  /** The site's responses are compressed. */
  compression?: boolean;
  /** For `crs`: the file that comes before the rules. */
  crsSetup?: string;
  tls?: { cert: string; key: string };
}
