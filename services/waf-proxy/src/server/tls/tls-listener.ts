import { constants } from 'node:crypto';
import type { Server } from 'node:net';
import { createServer as createTlsServer, type TLSSocket, type Server as TlsServer } from 'node:tls';
import { connectionOf } from '../../request/client-connection.ts';
import { CLIENT_TLS_POLICIES, type ClientTlsPolicy } from '../../request/client-tls-policy.ts';
import { ConnectionCap } from '../connections/connection-cap.ts';
import type { TlsPorts } from '../connections/server-ports.ts';
import type { Http1Listener } from '../http1/http1-listener.ts';
import { Http2Listener } from '../http2/http2-listener.ts';
import type { Certificates } from './certificates.ts';
import { contextOptions } from './ciphers.ts';
import type { PemPair } from './self-signed.ts';
import { shownCertificate, watchHandshake } from './shown-certificate.ts';
import { TlsFront } from './tls-front.ts';

export interface TlsListener {
  server: Server;
  setTicketKey(key: Buffer): void;
  /** Lets every HTTP/2 connection finish its streams. */
  closeSessions(): void;
  destroySessions(): void;
}

/**
 * The handshake succeeds with any certificate: a page explains a refusal. Sessions are not resumed: a ticket would
 * carry the result for a certificate to another site or node, and beyond the removal of its authority.
 */
// nosemgrep: no-insecure-channel -- what is wrong with a certificate is said by a page, after the handshake
const ASKING = {
  requestCert: true,
  rejectUnauthorized: false,
  // Each site has its own; a library's defaults do not apply.
  ca: [] as string[],
  secureOptions: constants.SSL_OP_NO_TICKET,
};

/**
 * Maximum connections per address with an untrusted certificate: while they are open OpenSSL keeps the certificates
 * sent along, up to 100 kB, which take twenty times as much memory.
 */
const MAX_STRANGERS_PER_ADDRESS = 32;

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
  const strangers = new ConnectionCap(MAX_STRANGERS_PER_ADDRESS);
  const keepShown = (socket: TLSSocket): boolean => {
    const connection = connectionOf(socket);
    const shown = shownCertificate(socket, front.askedFor(socket));
    connection.certificate = shown;
    const isStranger = shown?.fault === 'untrusted' && !ports.trustedProxies.has(connection.peer);
    const { key } = connection.peer;
    if (shown !== null && (!isStranger || strangers.enter(key))) {
      if (isStranger) socket.on('close', () => strangers.leave(key));
      return true;
    }
    ports.counters.clientErrors++;
    socket.destroy();
    return false;
  };
  for (const [policy, server] of servers) {
    server.on('secureConnection', (socket) => {
      socket.setNoDelay(true);
      front.introduce(socket);
      if (policy.asksCertificate && !keepShown(socket)) return;
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
 * A TLS server for one policy. OpenSSL chooses the version, and the cipher suite of TLS 1.3, before it asks for a
 * name's certificate: policies that differ in these are selected by the ClientHello read before.
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
    ...(policy.asksCertificate && ASKING),
    // Sessions are resumed on any worker and node; the default names the process. Those of another policy are not.
    sessionIdContext: `palisade-edge ${policy.lowestVersion} ${policy.ciphers}${policy.asksCertificate ? ' c' : ''}`,
    handshakeTimeout: 10_000,
    ALPNCallback: ({ servername, protocols }) => {
      // `servername` is false where the client names none.
      const name = (servername || '').toLowerCase();
      if (protocols.includes('h2') && ports.servesHttp2(name)) return 'h2';
      return protocols.includes('http/1.1') ? 'http/1.1' : undefined;
    },
    // Called on the socket, which is otherwise not visible before its handshake has ended.
    SNICallback(this: TLSSocket, serverName, callback) {
      if (policy.asksCertificate) watchHandshake(this);
      // The signature that follows is the most expensive part of a handshake.
      ports.writes.keepUp();
      const context = certificates.find(serverName, policy);
      if (context === null) callback(new Error('no certificate for this name'));
      else callback(null, context);
    },
  });
}
