import type { OriginRequest } from '../../request/origin-request.ts';
import type { CacheKey } from './cache-key.ts';
import type { StoredResponse } from './stored-response.ts';

/** The client's own state: what it has already, which part it wants, how it wants it coded. */
const CLIENTS_OWN: ReadonlySet<string> = new Set([
  'if-none-match',
  'if-modified-since',
  'if-range',
  'range',
  'accept-encoding',
]);

/**
 * What the origin is asked instead of what the client asked, so that the answer is of use to others: of host, path and
 * query exactly what stands in the key, for another spelling might be answered otherwise.
 *
 * @param confirm the stored response whose freshness is asked for; null: there is none.
 */
export function originRequest(
  rawHeaders: readonly string[],
  key: CacheKey,
  acceptEncoding: string,
  confirm: StoredResponse | null,
): OriginRequest {
  const headers: string[] = [];
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index]!;
    if (!CLIENTS_OWN.has(name.toLowerCase())) headers.push(name, rawHeaders[index + 1]!);
  }
  headers.push('Accept-Encoding', acceptEncoding);
  if (confirm?.etag) headers.push('If-None-Match', confirm.etag);
  if (confirm?.lastModified) headers.push('If-Modified-Since', confirm.lastModified);
  return { authority: key.authority, target: key.path + key.query, rawHeaders: headers };
}
