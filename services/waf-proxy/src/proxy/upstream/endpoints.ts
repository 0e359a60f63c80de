import type { OriginTarget } from '../../origins/origin-group.ts';
import type { OriginEndpoint } from './origin-connect.ts';

const endpoints = new WeakMap<OriginTarget, Map<string, OriginEndpoint>>();

/** Where a request for `visitedHost` goes. Made once per site document and visited name, not per request. */
export function endpointOf(target: OriginTarget, visitedHost: string): OriginEndpoint {
  let known = endpoints.get(target);
  if (known === undefined) {
    known = new Map();
    endpoints.set(target, known);
  }
  // Without TLS the visited name makes no difference to the connection.
  const serverName = target.useTls ? target.hostHeader || visitedHost : '';
  let endpoint = known.get(serverName);
  if (endpoint === undefined) {
    const { host, port, useTls, verifyTls } = target;
    const key = `${useTls ? 'tls' : 'tcp'}|${host}|${port}|${serverName}|${verifyTls}`;
    endpoint = { key, host, port, useTls, verifyTls, serverName };
    known.set(serverName, endpoint);
  }
  return endpoint;
}
