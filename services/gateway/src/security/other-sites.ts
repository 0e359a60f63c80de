import type { IncomingHttpHeaders } from 'node:http';
import { DomainError } from '@palisade/nest-kit';

/** Calls in which cookies stand for a person: other sites could make a browser send them. */
export const COOKIE_AUTHENTICATED_PATHS: ReadonlySet<string> = new Set(['/api/auth/renew']);

/**
 * Cross-site request forgery (OWASP): the cookie is SameSite=Strict, and beside that the browser has to say that a page
 * of ours asks, and send JSON, which a form of another site cannot. What a browser says here no script can change;
 * programs say nothing, and nobody can make them do anything.
 * @param publicOrigin where people reach the product; a proxy in front may have changed the Host
 * @throws DomainError forbidden `other_site`
 */
export function refuseCrossSite(headers: IncomingHttpHeaders, publicOrigin: string): void {
  if (/^application\/json(?:;|$)/.test(headers['content-type'] ?? '') && isOwnPage(headers, publicOrigin))
    return;
  throw new DomainError('forbidden', 'other_site', 'Only pages of this site may ask for this, with JSON');
}

function isOwnPage(headers: IncomingHttpHeaders, publicOrigin: string): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== undefined) return site === 'same-origin';
  const { origin, host } = headers;
  if (origin === undefined || origin === publicOrigin) return true;
  return host !== undefined && URL.canParse(origin) && new URL(origin).host === host;
}
