import { ACME_CHALLENGE_PATH } from '@palisade/edge-state';
import { clientScheme } from '../../request/client-scheme.ts';
import type { Feature } from '../../request/feature.ts';
import { admittedPaths } from '../../request/owner-paths.ts';
import type { RequestContext } from '../../request/request-context.ts';
import type { Site } from '../../request/site.ts';
import { EdgeAction, type PhaseResult } from '../../request/verdict.ts';

export interface HttpsRedirectPart {
  /** The owner wants it, and the site has a certificate. */
  readonly redirectsToHttps: boolean;
}

export interface HttpsRedirectServices {
  httpsPort: number;
}

const PAGE = Object.freeze({
  contentType: 'text/plain; charset=utf-8',
  body: Buffer.from('This site is served over HTTPS only.\n'),
});

const FOR_AUTHORITIES = admittedPaths([ACME_CHALLENGE_PATH]);

/**
 * Redirects clients of a site with a certificate to HTTPS. GET and HEAD get 301, which every client knows; other
 * methods get 308, which keeps method and body. Neither may be cached, so that the owner can switch it off again.
 */
function redirectToHttps(
  context: RequestContext<Site & HttpsRedirectPart>,
  edge: HttpsRedirectServices,
): PhaseResult {
  if (!context.site!.redirectsToHttps || clientScheme(context) === 'https') return null;
  const { target, authority } = context.head;
  // Certificate authorities use clear text, also for challenges that an origin answers.
  if (FOR_AUTHORITIES.admits(target) || target === '*') return null;
  const status = context.method === 'GET' || context.method === 'HEAD' ? 301 : 308;
  return {
    status,
    action: EdgeAction.ALLOW,
    reason: 'https_redirect',
    location: `https://${httpsAuthority(authority, edge.httpsPort)}${target}`,
    page: PAGE,
  };
}

/** A client that names a clear-text port gets the port where this edge listens for HTTPS. */
function httpsAuthority(authority: string, httpsPort: number): string {
  const port = /:\d+$/.exec(authority);
  if (port === null) return authority;
  const host = authority.slice(0, port.index);
  return port[0] === ':80' || httpsPort === 443 ? host : `${host}:${httpsPort}`;
}

export const httpsRedirect = {
  name: 'https-redirect',
  killSwitches: [],
  compile: ({ settings, config }): HttpsRedirectPart => ({
    redirectsToHttps: settings.redirect_to_https && config.tls !== undefined,
  }),
  counters: {},
  phase: redirectToHttps,
} as const satisfies Feature<HttpsRedirectPart, HttpsRedirectServices>;
