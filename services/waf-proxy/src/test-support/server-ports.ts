import { AddressList } from '../io/addresses/address-list.ts';
import { Deadlines } from '../io/deadlines.ts';
import { EdgePools } from '../io/shares/edge-pools.ts';
import type { RequestContext } from '../request/request-context.ts';
import { ConnectionCap } from '../server/connections/connection-cap.ts';
import type { ServerPorts } from '../server/connections/server-ports.ts';
import { writeBatch } from './write-batch.ts';

export interface RecordedRequests {
  ports: ServerPorts;
  /** The next request that a server reads, whose answer is the caller's affair. */
  next(): Promise<RequestContext>;
  /** Resolves when the server says that the exchange is over: whether the client left. */
  ended(context: RequestContext): Promise<boolean>;
  /** How often each request was said to be over. */
  endings: Map<RequestContext, number>;
  stop(): void;
}

/** A server without an edge behind it: requests wait for the test. */
export function recordRequests(): RecordedRequests {
  const deadlines = new Deadlines();
  const begun: RequestContext[] = [];
  const waiting: ((context: RequestContext) => void)[] = [];
  const endings = new Map<RequestContext, number>();
  const endedBy = new Map<RequestContext, boolean>();
  const listeners = new Map<RequestContext, (clientLeft: boolean) => void>();
  const ports: ServerPorts = {
    requests: {
      begin: (context) => {
        const waiter = waiting.shift();
        if (waiter === undefined) begun.push(context);
        else waiter(context);
      },
      ended: (context, clientLeft) => {
        endings.set(context, (endings.get(context) ?? 0) + 1);
        endedBy.set(context, clientLeft);
        context.finished = true;
        context.lifetime.end(clientLeft);
        listeners.get(context)?.(clientLeft);
      },
    },
    deadlines,
    pools: new EdgePools(),
    writes: writeBatch(),
    connectionCap: new ConnectionCap(),
    counters: { requests: 0, clientErrors: 0, connectionsRefused: 0, openConnections: 0 },
    trustedProxies: new AddressList([]),
    edgeNodes: new AddressList([]),
    proxyProtocol: new AddressList([]),
    draining: false,
    drainingIdleMs: 1_000,
    http3Offer: null,
  };
  return {
    ports,
    endings,
    next: () => {
      const context = begun.shift();
      return context === undefined
        ? new Promise((resolve) => waiting.push(resolve))
        : Promise.resolve(context);
    },
    ended: (context) => {
      const known = endedBy.get(context);
      return known === undefined
        ? new Promise((resolve) => listeners.set(context, resolve))
        : Promise.resolve(known);
    },
    stop: () => deadlines.stop(),
  };
}
