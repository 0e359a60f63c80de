import type { Server } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import type { TlsPorts } from '../connections/server-ports.ts';
import type { Http1Listener } from '../http1/http1-listener.ts';
import { Http2Listener } from '../http2/http2-listener.ts';
import { type Certificates, CIPHERS } from './certificates.ts';
import type { PemPair } from './self-signed.ts';
import { TlsFront } from './tls-front.ts';

export interface TlsListener {
  server: Server;
  setTicketKey(key: Buffer): void;
  /** Lets every HTTP/2 connection finish its streams. */
  closeSessions(): void;
  destroySessions(): void;
}

/**
 * TLS in front of both protocols: the handshake picks the certificate by name and HTTP/2 only for sites that want it;
 * then the connection goes to the HTTP/1 listener that clear text uses as well, or to the one of HTTP/2.
 *
 * @param fallback certificate for handshakes without a known name; without it those are refused.
 */
export function createTlsListener(
  ports: TlsPorts,
  http1: Http1Listener,
  certificates: Certificates,
  fallback: PemPair | null,
): TlsListener {
  const http2 = new Http2Listener(ports);
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
      const name = (servername || '').toLowerCase();
      if (protocols.includes('h2') && ports.servesHttp2(name)) return 'h2';
      return protocols.includes('http/1.1') ? 'http/1.1' : undefined;
    },
    SNICallback: (serverName, callback) => {
      // What comes next, the signature, is the dearest part of a handshake.
      ports.writes.keepUp();
      const context = certificates.find(serverName);
      if (context === null) callback(new Error('no certificate for this name'));
      else callback(null, context);
    },
  });
  const front = new TlsFront(ports, server);
  server.on('secureConnection', (socket) => {
    socket.setNoDelay(true);
    front.introduce(socket);
    (socket.alpnProtocol === 'h2' ? http2 : http1).accept(socket);
  });
  server.on('tlsClientError', () => {
    ports.counters.clientErrors++;
  });
  return {
    server: front.server,
    setTicketKey: (key) => server.setTicketKeys(key),
    closeSessions: () => http2.drain(),
    destroySessions: () => http2.destroyAll(),
  };
}
