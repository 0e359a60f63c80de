import {
  createServer as createHttpServer,
  type IncomingMessage,
  type Server,
  type ServerOptions,
} from 'node:http';
import type { Socket } from 'node:net';
import type { Edge } from './edge.ts';
import { HEAD_LIMITS } from './framing/head.ts';
import { connectionOf, handleHttp1, handleUpgrade } from './http1-adapter.ts';
import { refuseUnparsed } from './unparsed-request.ts';

/** Every limit that node:http enforces before our own guard sees anything. */
const SERVER_OPTIONS: ServerOptions = {
  maxHeaderSize: HEAD_LIMITS.headBytes,
  headersTimeout: 10_000,
  // Bodies may be long; who stops sending is caught by the idle time-out of the socket.
  requestTimeout: 0,
  keepAliveTimeout: 75_000,
  connectionsCheckingInterval: 1_000,
  // The guard answers with a page and a log record where Node would answer with bare bytes.
  requireHostHeader: false,
  insecureHTTPParser: false,
  noDelay: true,
  // Requests without a body need no stream of their own.
  optimizeEmptyRequests: true,
  shouldUpgradeCallback: isWebSocket,
};

/** A client that neither sends nor takes a byte for so long is gone. */
const SOCKET_IDLE_MS = 90_000;

/** HTTP/1 for both listeners: clear text, and TLS connections that the TLS listener hands over. */
export function createHttpListener(edge: Edge): Server {
  const server = createHttpServer(SERVER_OPTIONS);

  // Node would drop what is beyond silently; the guard counts and refuses.
  server.maxHeadersCount = 0;
  server.on('request', (request, response) => handleHttp1(request, response, edge, false));
  server.on('checkContinue', (request, response) => handleHttp1(request, response, edge, true));
  server.on('checkExpectation', (request, response) => handleHttp1(request, response, edge, false));
  server.on('upgrade', (request, socket, received) =>
    handleUpgrade(request, socket as Socket, received, edge),
  );
  server.on('connect', (request, socket) =>
    refuseUnparsed(socket as Socket, edge, 'method_refused', request),
  );
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    refuseUnparsed(socket as Socket, edge, error, null);
  });
  server.on('connection', (socket: Socket) => countConnection(socket, edge));
  server.timeout = SOCKET_IDLE_MS;
  return server;
}

/** Counts a connection while it is open; one too many from its address is closed at once. */
export function countConnection(socket: Socket, edge: Edge): void {
  const connection = connectionOf(socket);
  const { key } = connection.peer;
  connection.peerTrusted ??= edge.trustedProxies.has(connection.peer);
  // The operator's own proxies speak for many clients.
  if (!connection.peerTrusted) {
    if (!edge.connectionCap.enter(key)) {
      edge.counters.connectionsRefused += 1;
      socket.destroy();
      return;
    }
    socket.on('close', () => edge.connectionCap.leave(key));
  }
  edge.counters.openConnections += 1;
  socket.on('close', () => {
    edge.counters.openConnections -= 1;
  });
}

/** h2c and everything else that a client may wish to upgrade to is ignored, as RFC 9110 allows. */
function isWebSocket(request: IncomingMessage): boolean {
  return request.method === 'GET' && request.headers.upgrade?.toLowerCase() === 'websocket';
}
