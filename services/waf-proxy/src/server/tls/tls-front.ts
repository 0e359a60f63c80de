import { createServer, type Server, type Socket } from 'node:net';
import type { TLSSocket, Server as TlsServer } from 'node:tls';
import { parseAddress } from '../../io/addresses/client-address.ts';
import type { ProxiedPeer } from '../../io/proxy-protocol/parse-proxy-header.ts';
import { ProxyHeaderReader } from '../../io/proxy-protocol/read-proxy-header.ts';
import { type ClientFingerprint, connectionOf, presentAs } from '../../request/client-connection.ts';
import { type ClientTlsPolicy, DEFAULT_CLIENT_TLS } from '../../request/client-tls-policy.ts';
import { countConnection } from '../connections/count-connection.ts';
import type { CertificatesAsked, TlsPorts } from '../connections/server-ports.ts';
import { type KeptHello, peekHello } from './hello-peek.ts';

/** Facts about a connection before its handshake. */
interface Introduction {
  /** Whom a balancer named for it. */
  peer: ProxiedPeer | null;
  fingerprint: ClientFingerprint | null;
  /** The authorities that applied to the client's certificate when its handshake began. */
  asked: CertificatesAsked | null;
}

/**
 * In front of a TLS server: reads the PROXY header of balancers' connections, counts each connection before its
 * handshake, which a stranger may begin late or never, and reads the ClientHello; then hands connections on to the TLS
 * server for the policy of the site named in it.
 */
export class TlsFront {
  readonly server: Server;
  private readonly ports: TlsPorts;
  private readonly serverBy: (policy: ClientTlsPolicy) => TlsServer;
  /** By addresses and ports of both ends, which no two open connections share. */
  private readonly introductions = new Map<string, Introduction>();

  /** @param serverBy who ends TLS by such a policy */
  constructor(ports: TlsPorts, serverBy: (policy: ClientTlsPolicy) => TlsServer) {
    this.ports = ports;
    this.serverBy = serverBy;
    this.server = createServer({ noDelay: true }, (socket) => this.accept(socket));
  }

  /** Tells whose requests come over this connection, once its handshake is over. */
  introduce(socket: TLSSocket): void {
    const known = this.introductions.get(keyOf(socket));
    if (known !== undefined) presentAs(socket, known.peer, known.fingerprint);
  }

  /**
   * By which `ClientCertificatePolicy` TLS has judged the client's certificate; null where the site's document was another one when
   * the handshake began, which the client may have drawn out: which of both was asked nobody can say then.
   */
  askedFor(socket: TLSSocket): CertificatesAsked | null {
    const asked = this.introductions.get(keyOf(socket))?.asked ?? null;
    const now = this.ports.certificatesAskedFor(String(socket.servername || '').toLowerCase());
    return asked?.version === now?.version && asked?.policy.id === now?.policy.id ? asked : null;
  }

  private accept(socket: Socket): void {
    const address = parseAddress(socket.remoteAddress ?? '');
    if (address === null || !this.ports.proxyProtocol.has(address)) {
      this.handOn(socket);
      return;
    }
    const reader = new ProxyHeaderReader(() => {
      this.ports.counters.clientErrors++;
      socket.destroy();
    });
    const fail = () => socket.destroy();
    const onData = (chunk: Buffer) => {
      const header = reader.take(chunk);
      if (header === null) return;
      socket.off('data', onData);
      socket.off('error', fail);
      socket.pause();
      if (header.peer !== null) {
        presentAs(socket, header.peer);
        this.remember(socket, { peer: header.peer });
      }
      // The TLS server begins with what the socket holds already.
      if (header.rest.length > 0) socket.unshift(header.rest);
      this.handOn(socket);
    };
    socket.on('data', onData);
    socket.on('error', fail);
    socket.on('close', () => reader.stop());
  }

  private handOn(socket: Socket): void {
    if (!countConnection(socket, this.ports)) return;
    if (this.isShed(socket)) {
      this.ports.counters.connectionsRefused++;
      socket.destroy();
    } else this.peek(socket);
  }

  private peek(socket: Socket): void {
    const onPeeked = (hello: KeptHello | null) => {
      if (hello !== null && this.ports.readsFingerprints) this.remember(socket, { fingerprint: hello });
      if (hello !== null && !this.mayFind(socket, hello.serverName)) {
        this.ports.counters.connectionsRefused++;
        socket.destroy();
        return;
      }
      // Unreadable ones are refused as usual, or by the name that TLS finds.
      const policy = hello === null ? DEFAULT_CLIENT_TLS : this.ports.clientTlsFor(hello.serverName);
      if (hello !== null && policy.asksCertificate)
        this.remember(socket, { asked: this.ports.certificatesAskedFor(hello.serverName) });
      this.serverBy(policy).emit('connection', socket);
    };
    peekHello(socket, onPeeked, () => {
      this.ports.counters.clientErrors++;
      socket.destroy();
    });
  }

  /** A client that closes its connections after the handshake never sends a request that could be shed. */
  private isShed(socket: Socket): boolean {
    const { peer, peerTrusted } = connectionOf(socket);
    // The operator's own proxies speak for many.
    return !peerTrusted && this.ports.shedsHandshake(peer);
  }

  /** Here the certificate's site is read for the first time. */
  private mayFind(socket: Socket, serverName: string): boolean {
    const { peer, peerTrusted } = connectionOf(socket);
    return peerTrusted || this.ports.mayFind(serverName, peer);
  }

  private remember(socket: Socket, facts: Partial<Introduction>): void {
    const key = keyOf(socket);
    const known = this.introductions.get(key);
    if (known !== undefined) {
      Object.assign(known, facts);
      return;
    }
    const introduction: Introduction = { peer: null, fingerprint: null, asked: null, ...facts };
    this.introductions.set(key, introduction);
    socket.on('close', () => {
      // The same ends may have met again by now.
      if (this.introductions.get(key) === introduction) this.introductions.delete(key);
    });
  }
}

/** A client's port may be reused for connections to different addresses or ports of ours. */
const keyOf = ({ remoteAddress, remotePort, localAddress, localPort }: Socket): string =>
  `${remoteAddress}|${remotePort}|${localAddress}|${localPort}`;
