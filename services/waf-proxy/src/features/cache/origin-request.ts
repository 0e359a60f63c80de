import { askForEverybody, type OriginRequest } from '../../request/origin-request.ts';
import type { CacheKey } from './cache-key.ts';
import type { StoredResponse } from './stored-response.ts';

/**
 * The request to the origin in place of the client's, so that the response is usable for others: host, path and query
 * exactly as in the key, since another spelling might be answered differently.
 *
 * @param confirm the stored response to revalidate; null: none
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
