import type { Entitlements } from '@palisade/entitlements';

const GB = 1_000_000_000;

/**
 * Lines that state what a plan includes have placeholders, which are filled from the entitlements, so that a price
 * table never promises anything else than is enforced. A tick or cross says whether it is included.
 */
const PLACEHOLDERS = {
  domains: (e) => included(e.maxDomains === null ? 'Unlimited domains' : upTo(e.maxDomains, 'domain')),
  bandwidth: (e) =>
    included(
      e.bandwidthBytes === null ? 'Unlimited bandwidth' : `${e.bandwidthBytes / GB} GB bandwidth per month`,
    ),
  log_retention: (e) =>
    included(`${e.logRetentionDays} ${e.logRetentionDays === 1 ? 'day' : 'days'} of logs`),
  custom_rules: (e) =>
    e.maxCustomRules === 0
      ? excluded('Custom rules')
      : included(
          e.maxCustomRules === null ? 'Unlimited custom rules' : upTo(e.maxCustomRules, 'custom rule'),
        ),
  inspection: (e) =>
    included(
      e.maxInspectedUploadMb === null
        ? 'Uploads inspected without limit of the plan'
        : `Inspection of up to ${e.maxInspectedUploadMb} MB of an upload`,
    ),
  rate_limiting: (e) =>
    e.rateLimiting
      ? included(
          e.maxRateLimitRequests === null
            ? 'Unlimited rate limiting'
            : `Rate limiting up to ${e.maxRateLimitRequests} requests/min`,
        )
      : excluded('Rate limiting'),
  ddos_protection: (e) => either(e.ddosProtection, 'DDoS protection'),
  ip_management: (e) => either(e.ipManagement, 'IP allow and block lists'),
  bot_protection: (e) => either(e.botProtection, 'Bot protection'),
  geo_blocking: (e) => either(e.geoBlocking, 'Geo-blocking'),
  edge_caching: (e) => either(e.edgeCaching, 'CDN edge caching'),
  rule_set_choice: (e) => either(e.ruleSetChoice, 'Advanced rules: a choice of rule sets, such as OWASP CRS'),
} as const satisfies Record<string, (entitlements: Entitlements) => string>;

export const PLACEHOLDER_NAMES = Object.keys(PLACEHOLDERS);

/** An administrator's own tick or cross before a placeholder, which brings the true one. */
const OWN_MARK = /^\s*[✅✓✔☑❌✗✘×✕✖]\uFE0F?\s*(?=\{([a-z_]+)\})/u;

const isKnown = (name: string): name is keyof typeof PLACEHOLDERS => Object.hasOwn(PLACEHOLDERS, name);

/** A plan's lines for visitors. Unknown placeholders stay unchanged. */
export function renderLines(lines: readonly string[], entitlements: Entitlements): string[] {
  return lines.map((line) =>
    line
      .replace(OWN_MARK, (mark, name: string) => (isKnown(name) ? '' : mark))
      .replace(/\{([a-z_]+)\}/g, (text, name: string) =>
        isKnown(name) ? PLACEHOLDERS[name](entitlements) : text,
      ),
  );
}

const included = (text: string) => `✓ ${text}`;
const excluded = (text: string) => `✗ ${text}`;
const either = (isIncluded: boolean, text: string) => (isIncluded ? included(text) : excluded(text));
const upTo = (count: number, what: string) => (count === 1 ? `1 ${what}` : `Up to ${count} ${what}s`);
