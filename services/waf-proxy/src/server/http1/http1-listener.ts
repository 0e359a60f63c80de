import { createServer, type Server, type Socket } from 'node:net';
import type { TLSSocket } from 'node:tls';
import { parseAddress } from '../../io/addresses/client-address.ts';
import { ProxyHeaderReader } from '../../io/proxy-protocol/read-proxy-header.ts';
import { adoptAccepted, READ_BUFFER } from '../../io/shared-read-buffer.ts';
import { presentAs } from '../../request/client-connection.ts';
import { countConnection } from '../connections/count-connection.ts';
import type { ServerPorts } from '../connections/server-ports.ts';
import { Http1Connection } from './http1-connection.ts';

/** HTTP/1 for both ports: clear text from a server of its own, and TLS connections that the TLS listener hands over. */
export class Http1Listener {
  readonly server: Server;
  private readonly ports: ServerPorts;
  private readonly open = new Set<Http1Connection>();
  private onEmpty: (() => void) | null = null;

  constructor(ports: ServerPorts) {
    this.ports = ports;
    this.server = createServer({ pauseOnConnect: true, noDelay: true }, (socket) => {
      if (this.isBalancer(socket)) this.adoptProxied(socket);
      else this.adopt(socket);
    });
  }

  /** A TLS connection whose client speaks HTTP/1; it has been counted before its handshake. */
  accept(socket: TLSSocket): void {
    const connection = this.track(socket);
    socket.on('data', (chunk: Buffer) => connection.onBytes(chunk, chunk.length, true));
  }

  /** Ends each connection as soon as that disturbs no request. */
  drain(): void {
    for (const connection of this.open) connection.drain();
  }

  destroyAll(): void {
    for (const connection of this.open) connection.destroy();
  }

  /** Resolves when no connection is open any more. */
  empty(): Promise<void> {
    if (this.open.size === 0) return Promise.resolve();
    return new Promise((resolve) => {
      this.onEmpty = resolve;
    });
  }

  private adopt(accepted: Socket): void {
    let connection: Http1Connection | null = null;
    const socket = adoptAccepted(
      accepted,
      (length) => connection === null || connection.onBytes(READ_BUFFER, length, false),
    );
    if (!countConnection(socket, this.ports)) return;
    connection = this.track(socket);
    socket.resume();
  }

  private isBalancer({ remoteAddress }: Socket): boolean {
    const { proxyProtocol } = this.ports;
    if (proxyProtocol.isEmpty) return false;
    const address = parseAddress(remoteAddress ?? '');
    return address !== null && proxyProtocol.has(address);
  }

  /** The first bytes say whom the connection is from; only then there is a client to count and to serve. */
  private adoptProxied(accepted: Socket): void {
    let connection: Http1Connection | null = null;
    const socket = adoptAccepted(accepted, (length) => {
      if (connection !== null) return connection.onBytes(READ_BUFFER, length, false);
      const header = reader.take(READ_BUFFER.subarray(0, length));
      if (header === null) return !socket.destroyed;
      if (header.peer !== null) presentAs(socket, header.peer);
      socket.off('error', refuse);
      if (!countConnection(socket, this.ports)) return false;
      connection = this.track(socket);
      return header.rest.length === 0 || connection.onBytes(header.rest, header.rest.length, true);
    });
    const refuse = () => {
      this.ports.counters.clientErrors++;
      socket.destroy();
    };
    const reader = new ProxyHeaderReader(refuse);
    socket.on('error', refuse);
    socket.on('close', () => reader.stop());
    socket.resume();
  }

  private track(socket: Socket): Http1Connection {
    const connection = new Http1Connection(this.ports, socket, (gone) => {
      this.open.delete(gone);
      if (this.open.size === 0) this.onEmpty?.();
    });
    this.open.add(connection);
    return connection;
  }
}
