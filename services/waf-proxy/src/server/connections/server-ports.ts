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
 * Whether clients are told that this node is there over HTTP/3, too. `publicPort`: of UDP; null: the one that the client came to by
 * TCP. 'withdrawn': they have been told so before, and it is not so now. Null: nobody has been told.
 */
export type Http3Offer = { readonly publicPort: number | null } | 'withdrawn' | null;

/** All that the servers need of the worker that they serve in. */
export interface ServerPorts {
  /** Who answers requests. */
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
  /** Of TLS: the client offered nothing that its site takes. */
  handshakesRefused: number;
}

/** What a site asks, and the document that it stands in. */
export interface CertificatesAsked {
  readonly policy: Pick<ClientCertificatePolicy, 'id' | 'signers'>;
  readonly version: bigint;
}

/** What ending TLS takes besides. */
export interface TlsPorts extends ServerPorts {
  readonly counters: TlsCounters;
  /** Whether the site of this name (lower case) is to be served over HTTP/2. */
  servesHttp2(serverName: string): boolean;
  /** What the site of this name (lower case) asks of handshakes. */
  clientTlsFor(serverName: string): ClientTlsPolicy;
  /** Whose authorities judge clients' certificates in a handshake for this name (lower case); null: nobody's. */
  certificatesAskedFor(serverName: string): CertificatesAsked | null;
  /** How clients' handshakes begin is kept, for their fingerprints. */
  readonly readsFingerprints: boolean;
  /** Whether the worker cannot keep up, and this client is one of those whose handshakes end first. */
  shedsHandshake(client: ClientAddress): boolean;
}
