import type { OriginEndpoint } from '../origin-connect.ts';
import type { OriginTarget } from './origin-group.ts';

const endpoints = new WeakMap<OriginTarget, Map<string, OriginEndpoint>>();

/** The endpoint for a visited host. Created once per site document and host, not per request. */
export function endpointOf(target: OriginTarget, visitedHost: string, upgrade: boolean): OriginEndpoint {
  let known = endpoints.get(target);
  if (known === undefined) {
    known = new Map();
    endpoints.set(target, known);
  }
  // Without TLS, the visited host does not affect the connection.
  const serverName = target.useTls ? target.hostHeader || visitedHost : '';
  // Upgrades need HTTP/1.1.
  const http2 = target.http2 && !upgrade;
  const which = http2 ? `2 ${serverName}` : serverName;
  let endpoint = known.get(which);
  if (endpoint === undefined) {
    const { host, port, useTls, verifyTls, site } = target;
    const client = useTls ? target.client : null;
    const key = `${useTls ? 'tls' : 'tcp'}|${host}|${port}|${serverName}|${verifyTls}|${client?.id ?? ''}`;
    endpoint = { key, host, port, useTls, verifyTls, serverName, client, http2, site };
    known.set(which, endpoint);
  }
  return endpoint;
}
