/** Every route of the product. Links and redirects name one of these, never a literal. */
export const paths = {
  home: '/',
  features: '/features',
  howItWorks: '/how-it-works',
  howToUse: '/how-to-use',
  pricing: '/pricing',
  about: '/about',
  contact: '/contact',
  privacy: '/privacy',
  terms: '/terms',
  dataProcessing: '/data-processing',
  security: '/security',
  login: '/login',
  register: '/register',
  registerSimple: '/register-simple',
  forgotPassword: '/forgot-password',
  resetPassword: '/reset-password',
  confirmEmail: '/confirm-email',
  undoEmailChange: '/undo-email-change',
  unsubscribe: '/unsubscribe',
  payment: '/payment',
  status: '/status/:slug',
  dashboard: '/dashboard',
  domains: '/dashboard/domains',
  site: '/dashboard/domains/:domain/:tab?',
  lists: '/dashboard/lists',
  analytics: '/dashboard/analytics',
  logs: '/dashboard/logs',
  logEntry: '/dashboard/logs/:entry',
  reports: '/dashboard/reports',
  alerts: '/dashboard/alerts',
  logStreams: '/dashboard/log-streams',
  settings: '/dashboard/settings',
  admin: '/admin',
  adminUser: '/admin/users/:user',
} as const;

/** Where a second factor is set up. */
export const mfaSetupLink = `${paths.settings}?tab=security`;

/** Where a plan is bought by someone who has no account yet. */
export function registerWithPlan(plan: string | number): string {
  return `${paths.register}?plan=${encodeURIComponent(plan)}`;
}

/** Where a guest who has paid makes the account. */
export function finishAccountLink(plan: string): string {
  return `${registerWithPlan(plan)}&step=account`;
}

/** The state of an order. */
export function paymentOutcome(orderId: string): string {
  return `${paths.payment}?order=${encodeURIComponent(orderId)}`;
}

/** A domain's configuration, at one of its tabs or lists, and there at one entry. */
export function configurationLink(
  domainName: string,
  show: 'origin' | 'policy' | 'bans' | 'rules' | 'exclusions',
  entry?: string,
): string {
  const query = new URLSearchParams({ configure: domainName, show, ...(entry && { rule: entry }) });
  return `${paths.domains}?${query}`;
}

/** One request's entry in the log, by the id that pages of refusal show. */
export const logEntryLink = (requestId: string): string =>
  paths.logEntry.replace(':entry', encodeURIComponent(requestId));

/** A site's status page for the public. */
export const statusLink = (slug: string): string => paths.status.replace(':slug', slug);

/** Where an administrator sees all of an account. */
export const adminUserLink = (id: string): string => paths.adminUser.replace(':user', encodeURIComponent(id));

/** Follows `?redirect=` only to the product's own paths: an absolute or protocol-relative address is refused. */
export function ownPath(candidate: string | null): string | null {
  if (!candidate || !/^\/(?![/\\])/.test(candidate)) return null;
  if (!URL.canParse(candidate, window.location.origin)) return null;
  const url = new URL(candidate, window.location.origin);
  // `/..//a.example` is of our origin, and what is left of it without its dots is not.
  const isOurs = url.origin === window.location.origin && !url.pathname.startsWith('//');
  return isOurs ? url.pathname + url.search + url.hash : null;
}
