import { parseCacheControl } from '../cache-control.ts';
import { valuesOf } from '../header-lines.ts';

/** Below this many bytes the coding's own frame eats what it saves; everything fits one packet anyway. */
export const MIN_BYTES = 860;

/**
 * Text in all its forms, and formats that come uncompressed. Event streams are not among them: an event must not wait
 * in a compressor.
 */
const TYPES =
  /^(?:text\/(?!event-stream)[^;\s]+|application\/(?:json|javascript|x-javascript|ecmascript|xml|wasm|manifest\+json|vnd\.ms-fontobject|x-font-ttf|rtf|graphql|x-ndjson|[a-z0-9.-]+\+(?:json|xml))|image\/(?:svg\+xml|bmp|x-icon|vnd\.microsoft\.icon)|font\/(?:ttf|otf|collection))\s*(?:;|$)/i;

/**
 * Whether a response of the origin may be compressed by us.
 *
 * @param length null: nobody knows yet.
 */
export function isCompressible(status: number, headers: readonly string[], length: number | null): boolean {
  if (status < 200 || status === 204 || status === 206 || status === 304) return false;
  if (length !== null && length < MIN_BYTES) return false;
  if (!TYPES.test(valuesOf(headers, 'content-type')[0] ?? '')) return false;
  if (valuesOf(headers, 'content-encoding').length > 0 || valuesOf(headers, 'content-range').length > 0) {
    return false;
  }
  return !parseCacheControl(valuesOf(headers, 'cache-control')).noTransform;
}

/**
 * Requests that a foreign page can make a browser send with the user's cookies, again and again: from the lengths of
 * their compressed answers it could learn secrets in them (BREACH). Those answers stay plain. A click on a link is not
 * among them (Sec-Fetch-User), nor are stored responses, which hold nobody's secrets.
 */
export function invitesLengthOracle(rawHeaders: readonly string[]): boolean {
  let crossSite = false;
  let credentials = false;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index]!.toLowerCase();
    if (name === 'sec-fetch-user') return false;
    if (name === 'sec-fetch-site') crossSite = rawHeaders[index + 1] === 'cross-site';
    else if (name === 'cookie' || name === 'authorization') credentials = true;
  }
  return crossSite && credentials;
}
