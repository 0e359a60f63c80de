/** Services that own public paths. */
export const UPSTREAMS = ['auth', 'billing', 'domains', 'logs', 'mailer'] as const;
export type Upstream = (typeof UPSTREAMS)[number];

/** Which service owns what under /api: whole path segments, the longest prefix wins. */
export const OWNED_PATHS = {
  auth: ['auth', 'settings', 'api-keys', 'admin/users', 'admin/audit', 'admin/auth'],
  billing: [
    'plans',
    'paypal',
    'orders',
    'invoices',
    'subscription',
    'admin/plans',
    'admin/stats',
    'admin/orders',
    'admin/billing',
  ],
  domains: ['domains', 'managed-rules', 'admin/domains', 'admin/edge'],
  logs: ['dashboard', 'logs', 'admin/logs'],
  mailer: ['contact', 'newsletter', 'admin/smtp', 'admin/templates', 'admin/subscribers', 'admin/campaigns'],
} as const satisfies Record<Upstream, readonly string[]>;

/** Largest body that each service is sent, bytes. */
export const BODY_LIMITS: Readonly<Record<Upstream, number>> = {
  auth: 64 * 1024,
  billing: 256 * 1024,
  domains: 2 * 1024 * 1024,
  logs: 64 * 1024,
  mailer: 2 * 1024 * 1024,
};
export const LARGEST_BODY = Math.max(...Object.values(BODY_LIMITS));

const OWNERS: ReadonlyMap<string, Upstream> = new Map(
  UPSTREAMS.flatMap((upstream) => OWNED_PATHS[upstream].map((prefix) => [prefix, upstream] as const)),
);

/** Paths whose answers help someone who guesses, or which send mail: limited more strictly. */
const STRICT_PATHS: ReadonlySet<string> = new Set([
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
]);

export interface Route {
  upstream: Upstream;
  strict: boolean;
}

/**
 * Finds the owner of a path.
 * @param path as it came, without query, such as "/api/admin/users/7"
 * @returns `null` where nobody owns it, or it is written in a way that two readers could understand differently
 */
export function routeOf(path: string): Route | null {
  if (!path.startsWith('/api/') || AMBIGUOUS.test(path)) return null;
  const segments = path.slice('/api/'.length).replace(/\/$/, '').split('/');
  const [first = '', second = ''] = segments;
  const two = `${first}/${second}`;
  const upstream = OWNERS.get(two) ?? OWNERS.get(first);
  if (upstream === undefined) return null;
  return { upstream, strict: segments.length <= 2 && (STRICT_PATHS.has(two) || STRICT_PATHS.has(first)) };
}

/** Dot segments, doubled or reversed slashes, encoded ones, control characters: no path of ours has them. */
const AMBIGUOUS = /\/\/|\\|\/\.{1,2}(?:\/|$)|%(?:2e|2f|5c|00)|[^\x21-\x7e]/i;
