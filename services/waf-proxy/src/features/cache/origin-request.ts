import { askForEverybody, type OriginRequest } from '../../request/origin-request.ts';
import type { CacheKey } from './cache-key.ts';
import type { StoredResponse } from './stored-response.ts';

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
  const headers = askForEverybody(rawHeaders, acceptEncoding);
  if (confirm?.etag) headers.push('If-None-Match', confirm.etag);
  if (confirm?.lastModified) headers.push('If-Modified-Since', confirm.lastModified);
  return { authority: key.authority, target: key.path + key.query, rawHeaders: headers };
}
