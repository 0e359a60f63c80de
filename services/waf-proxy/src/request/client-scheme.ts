import type { RequestContext } from './request-context.ts';

/** The client's scheme: that of this connection, or what one of the trusted proxies of the operator or the site reports. */
export function clientScheme(
  request: Pick<RequestContext, 'connection' | 'rawHeaders' | 'isRelayed'>,
): 'http' | 'https' {
  return request.connection.secure || saysHttps(request) ? 'https' : 'http';
}

function saysHttps({ isRelayed, rawHeaders }: Pick<RequestContext, 'isRelayed' | 'rawHeaders'>): boolean {
  if (!isRelayed) return false;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index]!.toLowerCase();
    const value = rawHeaders[index + 1]!.trim().toLowerCase();
    if (name === 'x-forwarded-proto' && value.split(',').at(-1)!.trim() === 'https') return true;
    if (name === 'forwarded' && /(?:^|[;,\s])proto="?https"?\s*(?:;|$)/.test(value.split(',').at(-1)!))
      return true;
  }
  return false;
}
