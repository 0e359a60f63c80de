import type { IncomingHttpHeaders } from 'node:http';
import { DomainError } from '@palisade/nest-kit';

/** Calls authenticated by a cookie, which other sites could make a browser send. */
export const COOKIE_AUTHENTICATED_PATHS: ReadonlySet<string> = new Set(['/api/auth/renew']);

/**
 * Protection from cross-site request forgery (OWASP): besides the SameSite=Strict cookie, the browser must report our
 * own origin, and send JSON, which another site's form cannot. Scripts cannot change these headers; programs do not
 * send them, and cannot be abused this way.
 * @param publicOrigin the product's origin; a proxy may have changed Host
 * @throws DomainError forbidden `other_site`
 */
export function refuseCrossSite(headers: IncomingHttpHeaders, publicOrigin: string): void {
  if (/^application\/json(?:;|$)/.test(headers['content-type'] ?? '') && isOwnPage(headers, publicOrigin))
    return;
  throw new DomainError('forbidden', 'other_site', 'Only pages of this site may request this, with JSON');
}

function isOwnPage(headers: IncomingHttpHeaders, publicOrigin: string): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== undefined) return site === 'same-origin';
  const { origin, host } = headers;
  if (origin === undefined || origin === publicOrigin) return true;
  return host !== undefined && URL.canParse(origin) && new URL(origin).host === host;
}
