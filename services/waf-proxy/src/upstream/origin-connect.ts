import { isIP, type LookupFunction, connect as netConnect, type Socket } from 'node:net';
import { checkServerIdentity, connect as tlsConnect } from 'node:tls';
import type { OriginAddressPolicy } from '../io/addresses/internal-addresses.ts';
import { type ReadListener, readInto } from '../io/shared-read-buffer.ts';
import type { Holder } from '../io/shares/holder.ts';
import { type OriginClient, OriginClients } from './origin-clients.ts';
import { OriginError } from './origin-error.ts';
import type { OriginNames } from './origin-names.ts';

/** Where a connection goes and how it is authenticated; connections with the same key are interchangeable. */
export interface OriginEndpoint {
  key: string;
  host: string;
  port: number;
  useTls: boolean;
  verifyTls: boolean;
  /** SNI: the visited host. A certificate for it or for `host` is accepted. */
  serverName: string;
  /** Presented where the server asks for a certificate; null: none. */
  client: OriginClient | null;
  /** HTTP/2: as negotiated by TLS, or by prior knowledge without TLS. */
  http2: boolean;
  /** The site, whose share the connection counts against; null: none. */
  site: Holder['site'];
  /** Another edge node configured by the operator, so that internal addresses are allowed. Absent: an origin. */
  isPeer?: true;
}

/**
 * Opens connections to origins. Addresses are checked inside the lookup when connecting, so that a name that later
 * resolves to an internal address (DNS rebinding) is refused as well.
 */
export class OriginConnector {
  private readonly policy: OriginAddressPolicy;
  private readonly names: OriginNames;
  private readonly clients: OriginClients;

  constructor(policy: OriginAddressPolicy, names: OriginNames, clients = new OriginClients()) {
    this.policy = policy;
    this.names = names;
    this.clients = clients;
  }

  /**
   * Returns a connecting socket, which emits `connect` or, with TLS, `secureConnect`, or `error`.
   *
   * @param onRead reads into the shared buffer; without it the socket is an ordinary stream
   */
  open(endpoint: OriginEndpoint, onRead?: ReadListener): Socket {
    const { host, port } = endpoint;
    if (endpoint.isPeer !== true && isIP(host) !== 0 && !this.policy.permits(host, host, port))
      throw refused(host);
    const onread = onRead === undefined ? {} : { onread: readInto(onRead) };
    const target = { host, port, lookup: this.lookupFor(endpoint), autoSelectFamily: true, ...onread };
    if (!endpoint.useTls) return netConnect({ ...target, noDelay: true });
    const { serverName, client } = endpoint;
    const secureContext = client === null ? null : this.clients.contextOf(client);
    const socket = tlsConnect({
      ...target,
      ...(secureContext !== null && { secureContext }),
      ...(isIP(serverName) === 0 ? { servername: serverName } : {}),
      ALPNProtocols: endpoint.http2 ? ['h2', 'http/1.1'] : ['http/1.1'],
      minVersion: 'TLSv1.2',
      rejectUnauthorized: endpoint.verifyTls,
      checkServerIdentity: (_name, certificate) => {
        const byVisitorsName = checkServerIdentity(serverName, certificate);
        return byVisitorsName === undefined ? undefined : checkServerIdentity(host, certificate);
      },
    });
    socket.setNoDelay(true);
    return socket;
  }

  private lookupFor({ port, site, isPeer }: OriginEndpoint): LookupFunction {
    return (host, options, callback) => {
      this.names.find(host, { client: null, site }, (error, addresses) => {
        if (error !== null) {
          callback(error, '', 0);
          return;
        }
        const permitted = addresses.filter(
          ({ address }) => isPeer === true || this.policy.permits(host.toLowerCase(), address, port),
        );
        const wanted = permitted.filter(({ family }) => !options.family || options.family === family);
        const first = wanted[0];
        if (first === undefined) callback(refused(host), '', 0);
        else if (options.all) callback(null, wanted);
        else callback(null, first.address, first.family);
      });
    };
  }
}

function refused(host: string): OriginError {
  return new OriginError(
    'address_refused',
    `the origin ${host} has an address that is not public, or a port that this installation uses itself`,
  );
}
