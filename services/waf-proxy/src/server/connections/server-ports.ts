import type { AddressList } from '../../io/addresses/address-list.ts';
import type { ClientAddress } from '../../io/addresses/client-address.ts';
import type { Deadlines } from '../../io/deadlines.ts';
import type { EdgePools } from '../../io/shares/edge-pools.ts';
import type { RequestHandler } from '../../request/request-handler.ts';
import type { ConnectionCap } from './connection-cap.ts';

/** All that the servers need of the worker that they serve in. */
export interface ServerPorts {
  /** Who answers requests. */
  readonly requests: RequestHandler;
  readonly deadlines: Pick<Deadlines, 'now' | 'watch' | 'forget'>;
  readonly pools: Pick<EdgePools, 'connections' | 'unreadBodies'>;
  readonly connectionCap: ConnectionCap;
  readonly counters: ServerCounters;
  readonly trustedProxies: AddressList;
  /** Balancers whose connections begin with a PROXY header. */
  readonly proxyProtocol: AddressList;
  /** The worker is about to end: every response closes its connection. */
  readonly draining: boolean;
}

export interface ServerCounters {
  requests: number;
  /** Connections and requests that broke the rules of their protocol. */
  clientErrors: number;
  connectionsRefused: number;
  openConnections: number;
}

/** What ending TLS takes besides. */
export interface TlsPorts extends ServerPorts {
  /** Whether the site of this name (lower case) is to be served over HTTP/2. */
  servesHttp2(serverName: string): boolean;
  /** Whether the worker cannot keep up, and this client is one of those whose handshakes end first. */
  shedsHandshake(client: ClientAddress): boolean;
}
