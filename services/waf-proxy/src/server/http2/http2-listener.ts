import type { Socket } from 'node:net';
import type { StreamedProtocol } from '../../request/request-context.ts';
import type { ServerPorts } from '../connections/server-ports.ts';
import { type ConnectionKeeper, Http2Connection } from './http2-connection.ts';

const CHECK_MS = 1_000;

/** HTTP/2 for the connections that have been counted and are handed over: by the TLS listener, or by the HTTP/3 front. */
export class Http2Listener implements ConnectionKeeper {
  private readonly ports: ServerPorts;
  private readonly protocol: StreamedProtocol;
  private readonly open = new Set<Http2Connection>();
  private toFlush: Http2Connection[] = [];
  private timer: NodeJS.Timeout | null = null;
  private isDraining = false;
  now = performance.now();

  /** @param protocol what the client itself speaks */
  constructor(ports: ServerPorts, protocol: StreamedProtocol = 'HTTP/2.0') {
    this.ports = ports;
    this.protocol = protocol;
  }

  accept(socket: Socket): void {
    if (this.timer === null) {
      this.now = performance.now();
      this.timer = setInterval(() => this.check(), CHECK_MS);
      this.timer.unref();
    }
    const connection = new Http2Connection(this.ports, socket, this, this.protocol);
    this.open.add(connection);
    if (this.isDraining) connection.drain();
  }

  /** Ends each connection, also those to come, as soon as that disturbs no request. */
  drain(): void {
    this.isDraining = true;
    for (const connection of this.open) connection.drain();
  }

  destroyAll(): void {
    for (const connection of this.open) connection.destroy();
  }

  /** What several origins answer in one turn of the event loop leaves in one write. */
  flushSoon(connection: Http2Connection): void {
    if (this.toFlush.push(connection) > 1) return;
    setImmediate(() => {
      const connections = this.toFlush;
      this.toFlush = [];
      for (const each of connections) each.flush();
    });
  }

  gone(connection: Http2Connection): void {
    this.open.delete(connection);
    if (this.open.size > 0 || this.timer === null) return;
    clearInterval(this.timer);
    this.timer = null;
  }

  private check(): void {
    this.now = performance.now();
    for (const connection of this.open) connection.check(this.now);
  }
}
