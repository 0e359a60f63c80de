import type { Server } from 'node:net';
import { createServer as createTlsServer, type Server as TlsServer } from 'node:tls';
import { CLIENT_TLS_POLICIES, type ClientTlsPolicy } from '../../request/client-tls-policy.ts';
import type { TlsPorts } from '../connections/server-ports.ts';
import type { Http1Listener } from '../http1/http1-listener.ts';
import { Http2Listener } from '../http2/http2-listener.ts';
import type { Certificates } from './certificates.ts';
import { contextOptions } from './ciphers.ts';
import type { PemPair } from './self-signed.ts';
import { TlsFront } from './tls-front.ts';

export interface TlsListener {
  server: Server;
  setTicketKey(key: Buffer): void;
  /** Lets every HTTP/2 connection finish its streams. */
  closeSessions(): void;
  destroySessions(): void;
}

/** The client offers no version or no suite that is taken here. */
const NOTHING_IN_COMMON: ReadonlySet<string> = new Set([
  'ERR_SSL_UNSUPPORTED_PROTOCOL',
  'ERR_SSL_NO_SHARED_CIPHER',
]);

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
  const servers = new Map(
    CLIENT_TLS_POLICIES.map((policy) => [policy, createEnd(policy, ports, certificates, fallback)]),
  );
  const front = new TlsFront(ports, (policy) => servers.get(policy)!);
  for (const server of servers.values()) {
    server.on('secureConnection', (socket) => {
      socket.setNoDelay(true);
      front.introduce(socket);
      (socket.alpnProtocol === 'h2' ? http2 : http1).accept(socket);
    });
    server.on('tlsClientError', (error: NodeJS.ErrnoException) => {
      ports.counters.clientErrors++;
      if (NOTHING_IN_COMMON.has(error.code ?? '')) ports.counters.handshakesRefused++;
    });
  }
  return {
    server: front.server,
    setTicketKey: (key) => {
      for (const server of servers.values()) server.setTicketKeys(key);
    },
    closeSessions: () => http2.drain(),
    destroySessions: () => http2.destroyAll(),
  };
}

/**
 * Who ends TLS by one policy. OpenSSL settles the version, and the suite of TLS 1.3, before it asks for the certificate of a name:
 * what differs in these is told by who looked at the handshake before.
 */
function createEnd(
  policy: ClientTlsPolicy,
  ports: TlsPorts,
  certificates: Certificates,
  fallback: PemPair | null,
): TlsServer {
  return createTlsServer({
    ...(fallback ?? {}),
    ...contextOptions(policy),
    honorCipherOrder: true,
    // Sessions are resumed on any worker and node; the default names the process. Those of another policy are not.
    sessionIdContext: `palisade-edge ${policy.lowestVersion} ${policy.ciphers}`,
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
      const context = certificates.find(serverName, policy);
      if (context === null) callback(new Error('no certificate for this name'));
      else callback(null, context);
    },
  });
}
