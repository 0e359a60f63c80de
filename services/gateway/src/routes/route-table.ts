/** Services with public paths. */
export const UPSTREAMS = ['auth', 'billing', 'domains', 'logs', 'mailer'] as const;
export type Upstream = (typeof UPSTREAMS)[number];

/** The service of each path under /api, by whole segments; the longest prefix wins. */
export const OWNED_PATHS = {
  auth: ['auth', 'settings', 'api-keys', 'admin/users', 'admin/audit', 'admin/auth'],
  billing: ['plans', 'paypal', 'orders', 'invoices', 'admin/plans', 'admin/stats', 'admin/billing'],
  domains: ['domains', 'lists', 'managed-rules', 'edge-addresses', 'admin/edge'],
  logs: [
    'alert-rules',
    'alerts',
    'dashboard',
    'log-streams',
    'demo-attack',
    'live-figures',
    'status',
    'status-pages',
    'admin/logs',
  ],
  mailer: [
    'alert-channels',
    'contact',
    'newsletter',
    'notifications',
    'admin/smtp',
    'admin/templates',
    'admin/subscribers',
    'admin/campaigns',
  ],
} as const satisfies Record<Upstream, readonly string[]>;

/** Maximum body per service, bytes. */
export const BODY_LIMITS: Readonly<Record<Upstream, number>> = {
  auth: 64 * 1024,
  billing: 256 * 1024,
  domains: 2 * 1024 * 1024,
  logs: 64 * 1024,
  mailer: 2 * 1024 * 1024,
};
export const MAX_BODY = Math.max(...Object.values(BODY_LIMITS));

const OWNERS: ReadonlyMap<string, Upstream> = new Map(
  UPSTREAMS.flatMap((upstream) => OWNED_PATHS[upstream].map((prefix) => [prefix, upstream] as const)),
);

/** Paths that help guessing, or send mail: limited more strictly. */
export const STRICT_PATHS: readonly string[] = [
  'auth/login',
  'auth/register',
  'auth/forgotten-password',
  'auth/reset-password',
  'auth/confirm-email',
  'auth/undo-email-change',
  'auth/resend-confirmation',
  'contact',
  'newsletter/subscribe',
  'newsletter/unsubscribe',
];
/** Calls that make the product send requests for strangers; they have a rate limit of their own. */
export const DEMO_PATHS: readonly string[] = ['demo-attack'];
const DEMO: ReadonlySet<string> = new Set(DEMO_PATHS);
const STRICT: ReadonlySet<string> = new Set(STRICT_PATHS);

/**
 * Reads with the same answer for everybody. The caller is not identified, so that prices are shown, also to customers,
 * while the auth service is away.
 */
export const ANONYMOUS_READS: readonly string[] = [
  'plans',
  'paypal/config',
  'demo-attack',
  'live-figures',
  'edge-addresses',
  'edge-addresses/text',
];
const ANONYMOUS: ReadonlySet<string> = new Set(ANONYMOUS_READS);
/** Prefix under which every path is public: status pages that owners publish. */
const ANONYMOUS_PREFIX = 'status';

export interface Route {
  upstream: Upstream;
  strict: boolean;
  /** Whether it sends an attack to the demo site, as opposed to asking whether there is one. */
  demo: boolean;
  /** Whether its answer to GET has nothing to do with who asks. */
  anonymousReads: boolean;
}

/**
 * Finds the service for a path.
 * @param path canonical (see `canonicalUrl`), without query, such as "/api/admin/users/7"
 * @returns `null` if no service serves it
 */
export function routeOf(path: string): Route | null {
  if (!path.startsWith('/api/')) return null;
  const segments = path.slice('/api/'.length).split('/');
  const [first = '', second = ''] = segments;
  const two = `${first}/${second}`;
  const upstream = OWNERS.get(two) ?? OWNERS.get(first);
  if (upstream === undefined) return null;
  const strict = segments.length <= 2 && (STRICT.has(two) || STRICT.has(first));
  const anonymousReads = first === ANONYMOUS_PREFIX || ANONYMOUS.has(segments.join('/'));
  return { upstream, strict, demo: DEMO.has(first), anonymousReads };
}
