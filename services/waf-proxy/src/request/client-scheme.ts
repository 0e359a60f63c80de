import type { RequestContext } from './request-context.ts';

/** The client's scheme: that of this connection, or what one of the operator's own proxies reports. */
export function clientScheme(request: Pick<RequestContext, 'connection' | 'rawHeaders'>): 'http' | 'https' {
  return request.connection.secure || saysHttps(request) ? 'https' : 'http';
}

function saysHttps({ connection, rawHeaders }: Pick<RequestContext, 'connection' | 'rawHeaders'>): boolean {
  if (!connection.peerTrusted) return false;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index]!.toLowerCase();
    const value = rawHeaders[index + 1]!.trim().toLowerCase();
    if (name === 'x-forwarded-proto' && value.split(',').at(-1)!.trim() === 'https') return true;
    if (name === 'forwarded' && /(?:^|[;,\s])proto="?https"?\s*(?:;|$)/.test(value.split(',').at(-1)!))
      return true;
  }
  return false;
}
