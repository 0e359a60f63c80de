import type { AddressList } from '../../io/addresses/address-list.ts';
import type { ClientAddress } from '../../io/addresses/client-address.ts';
import type { Deadlines } from '../../io/deadlines.ts';
import type { EdgePools } from '../../io/shares/edge-pools.ts';
import type { WriteBatch } from '../../io/write-batch.ts';
import type { ClientCertificatePolicy } from '../../request/client-certificate-policy.ts';
import type { ClientTlsPolicy } from '../../request/client-tls-policy.ts';
import type { RequestHandler } from '../../request/request-handler.ts';
import type { ConnectionCap } from './connection-cap.ts';

/**
 * Whether clients are told about HTTP/3 on this node. `publicPort`: of UDP; null: the TCP port that the client used.
 * 'withdrawn': it was offered before, and is not any more. Null: never offered.
 */
export type Http3Offer = { readonly publicPort: number | null } | 'withdrawn' | null;

/** All that the servers need of the worker that they serve in. */
export interface ServerPorts {
  /** Handles requests. */
  readonly requests: RequestHandler;
  readonly deadlines: Pick<Deadlines, 'now' | 'watch' | 'forget'>;
  readonly pools: Pick<EdgePools, 'connections' | 'unreadBodies'>;
  readonly connectionCap: ConnectionCap;
  readonly writes: WriteBatch;
  readonly counters: ServerCounters;
  readonly trustedProxies: AddressList;
  /** Other nodes of the installation that ask this one for what they have not stored. */
  readonly edgeNodes: AddressList;
  /** Balancers whose connections begin with a PROXY header. */
  readonly proxyProtocol: AddressList;
  /** The worker is about to end: every response closes its connection. */
  readonly draining: boolean;
  /** Time without a request after which a connection of HTTP/1 is closed while the worker drains, ms: one may be on its way. */
  readonly drainingIdleMs: number;
  readonly http3Offer: Http3Offer;
}

export interface ServerCounters {
  requests: number;
  /** Connections and requests that broke the rules of their protocol. */
  clientErrors: number;
  connectionsRefused: number;
  openConnections: number;
}

export interface TlsCounters extends ServerCounters {
  /** For TLS: the client offered nothing that its site accepts. */
  handshakesRefused: number;
}

/** A site's certificate policy, and its document. */
export interface CertificatesAsked {
  readonly policy: Pick<ClientCertificatePolicy, 'id' | 'signers'>;
  readonly version: bigint;
}

/** What ending TLS takes besides. */
export interface TlsPorts extends ServerPorts {
  readonly counters: TlsCounters;
  /** Whether the site of this name (lower case) is to be served over HTTP/2. */
  servesHttp2(serverName: string): boolean;
  /** The same for HTTP/3. */
  servesHttp3(serverName: string): boolean;
  /** The TLS policy of the site with this name (lower case). */
  clientTlsFor(serverName: string): ClientTlsPolicy;
  /** The client certificate authorities for a handshake with this name (lower case); null: none. */
  certificatesAskedFor(serverName: string): CertificatesAsked | null;
  /** How clients' handshakes begin is kept, for their fingerprints. */
  readonly readsFingerprints: boolean;
  /** Whether the worker cannot keep up, and this client is one of those whose handshakes end first. */
  shedsHandshake(client: ClientAddress): boolean;
  /** False: the site of this name would have to be read first, and the client has had its share of that. */
  mayFind(name: string, client: ClientAddress): boolean;
}
