import type { Edge } from '../edge.ts';
import type { RequestContext } from '../request-context.ts';
import { EdgeAction, type PhaseResult } from '../verdict.ts';
import { visitorScheme } from '../visitor-scheme.ts';

/** Certificate authorities ask here in clear text, also for answers that an origin gives itself. */
const ACME_PREFIX = '/.well-known/acme-challenge/';
const PAGE = Object.freeze({
  contentType: 'text/plain; charset=utf-8',
  body: Buffer.from('This site is served over HTTPS only.\n'),
});

/**
 * Sends visitors of a site with a certificate from HTTP to HTTPS. GET and HEAD get 301, which every client knows; other
 * methods get 308, which keeps them and their body. Neither is to be cached, so that the owner can take it back.
 */
export function redirectToHttps(context: RequestContext, edge: Edge): PhaseResult {
  const site = context.site!;
  if (!site.toggles.redirect_to_https || site.tls === null || visitorScheme(context) === 'https') return null;
  const { target, authority } = context.head;
  if (target.startsWith(ACME_PREFIX) || target === '*') return null;
  const status = context.method === 'GET' || context.method === 'HEAD' ? 301 : 308;
  return {
    status,
    action: EdgeAction.ALLOW,
    reason: 'https_redirect',
    location: `https://${httpsAuthority(authority, edge.httpsPort)}${target}`,
    page: PAGE,
  };
}

/** Who names a port in clear text is not at the usual ones: HTTPS is where this edge listens for it. */
function httpsAuthority(authority: string, httpsPort: number): string {
  const port = /:\d+$/.exec(authority);
  if (port === null) return authority;
  const host = authority.slice(0, port.index);
  return port[0] === ':80' || httpsPort === 443 ? host : `${host}:${httpsPort}`;
}
