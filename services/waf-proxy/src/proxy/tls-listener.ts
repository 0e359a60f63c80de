import {
  constants,
  createServer as createHttp2Server,
  type Http2Session,
  type ServerHttp2Session,
} from 'node:http2';
import type { Server } from 'node:net';
import { createServer as createTlsServer, type TLSSocket } from 'node:tls';
import { type Certificates, CIPHERS } from '../tls/certificates.ts';
import type { PemPair } from '../tls/self-signed.ts';
import { connectionOf, presentAs } from './client-connection.ts';
import { countConnection } from './count-connection.ts';
import type { Edge } from './edge.ts';
import type { Http1Listener } from './http1/http1-listener.ts';
import { guardSession, HTTP2_OPTIONS, handleHttp2 } from './http2-adapter.ts';
import { TlsFront } from './proxy-protocol/tls-front.ts';

export interface TlsListener {
  server: Server;
  setTicketKey(key: Buffer): void;
  /** Lets every HTTP/2 session finish its streams. */
  closeSessions(): void;
  destroySessions(): void;
}

/**
 * TLS in front of both protocols: the handshake picks the certificate by name and HTTP/2 only for sites that want it;
 * then the connection goes to the HTTP/1 listener that clear text uses as well, or to an HTTP/2 session.
 *
 * @param fallback certificate for handshakes without a known name; without it those are refused.
 */
export function createTlsListener(
  edge: Edge,
  http1: Http1Listener,
  certificates: Certificates,
  fallback: PemPair | null,
): TlsListener {
  const sessions = new Set<ServerHttp2Session>();
  const http2 = createHttp2Server(HTTP2_OPTIONS);
  http2.on('session', (session) => {
    sessions.add(session);
    session.on('close', () => sessions.delete(session));
    guardSession(session);
  });
  http2.on('sessionError', () => {
    edge.counters.clientErrors += 1;
  });
  http2.on('stream', (stream, _headers, flags, rawHeaders) => {
    // The session may be gone before its last stream is told of.
    const socket = stream.session === undefined ? undefined : socketOfSession.get(stream.session);
    if (socket === undefined || stream.destroyed) return;
    const endsHere = (flags & constants.NGHTTP2_FLAG_END_STREAM) !== 0;
    handleHttp2(stream, rawHeaders as unknown as string[], endsHere, connectionOf(socket), edge);
  });
  const socketOfSession = new WeakMap<Http2Session, TLSSocket>();
  let accepting: TLSSocket | null = null;
  http2.on('session', (session) => {
    // The session hides its socket behind a proxy; its own facts are read from the real one.
    if (accepting !== null) socketOfSession.set(session, accepting);
  });

  const server = createTlsServer({
    ...(fallback ?? {}),
    minVersion: 'TLSv1.2',
    ciphers: CIPHERS,
    honorCipherOrder: true,
    // Sessions are resumed on any worker and node; the default names the process.
    sessionIdContext: 'palisade-edge',
    handshakeTimeout: 10_000,
    ALPNCallback: ({ servername, protocols }) => {
      // `servername` is false where the client names none.
      const wantsHttp2 = edge.sites.find((servername || '').toLowerCase())?.http2 ?? false;
      if (wantsHttp2 && protocols.includes('h2')) return 'h2';
      return protocols.includes('http/1.1') ? 'http/1.1' : undefined;
    },
    SNICallback: (serverName, callback) => {
      const context = certificates.find(serverName);
      if (context === null) callback(new Error('no certificate for this name'));
      else callback(null, context);
    },
  });
  const front = edge.proxyProtocol.isEmpty ? null : new TlsFront(edge, server);
  server.on('secureConnection', (socket) => {
    socket.setNoDelay(true);
    const peer = front?.peerOf(socket) ?? null;
    if (peer !== null) presentAs(socket, peer);
    if (socket.alpnProtocol !== 'h2') {
      http1.accept(socket);
      return;
    }
    if (!countConnection(socket, edge)) return;
    // A client that breaks the connection off is told to the session; without a listener it would end the worker.
    socket.on('error', () => socket.destroy());
    accepting = socket;
    http2.emit('connection', socket);
    accepting = null;
  });
  server.on('tlsClientError', () => {
    edge.counters.clientErrors += 1;
  });
  return {
    server: front?.server ?? server,
    setTicketKey: (key) => server.setTicketKeys(key),
    closeSessions: () => {
      for (const session of sessions) session.close();
    },
    destroySessions: () => {
      for (const session of sessions) session.destroy();
    },
  };
}
