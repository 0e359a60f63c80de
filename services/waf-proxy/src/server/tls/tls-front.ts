import { createServer, type Server, type Socket } from 'node:net';
import type { TLSSocket, Server as TlsServer } from 'node:tls';
import { parseAddress } from '../../io/addresses/client-address.ts';
import type { ProxiedPeer } from '../../io/proxy-protocol/parse-proxy-header.ts';
import { ProxyHeaderReader } from '../../io/proxy-protocol/read-proxy-header.ts';
import { connectionOf, presentAs } from '../../request/client-connection.ts';
import { countConnection } from '../connections/count-connection.ts';
import type { TlsPorts } from '../connections/server-ports.ts';

/**
 * In front of a TLS server: takes the PROXY header off connections from balancers, and counts each connection before its
 * handshake, which a stranger may begin late or never; then hands them on.
 */
export class TlsFront {
  readonly server: Server;
  private readonly ports: TlsPorts;
  private readonly tls: TlsServer;
  /** By address and port of the balancer's end, which no two open connections share. */
  private readonly peers = new Map<string, ProxiedPeer>();

  constructor(ports: TlsPorts, tls: TlsServer) {
    this.ports = ports;
    this.tls = tls;
    this.server = createServer({ noDelay: true }, (socket) => this.accept(socket));
  }

  /** Whom a balancer named for this connection; null if nobody did. */
  peerOf(socket: TLSSocket): ProxiedPeer | null {
    return this.peers.get(keyOf(socket)) ?? null;
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
      if (header.peer !== null) this.remember(socket, header.peer);
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
    } else this.tls.emit('connection', socket);
  }

  /** Whoever ends his connections behind the handshake never sends a request that could be shed. */
  private isShed(socket: Socket): boolean {
    const { peer, peerTrusted } = connectionOf(socket);
    // The operator's own proxies speak for many.
    return !peerTrusted && this.ports.shedsHandshake(peer);
  }

  private remember(socket: Socket, peer: ProxiedPeer): void {
    const key = keyOf(socket);
    this.peers.set(key, peer);
    presentAs(socket, peer);
    socket.on('close', () => this.peers.delete(key));
  }
}

const keyOf = (socket: Socket): string => `${socket.remoteAddress}|${socket.remotePort}`;
