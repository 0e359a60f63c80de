import { isIP, connect as netConnect, type Socket } from 'node:net';
import { connect as tlsConnect } from 'node:tls';
import type { ISocketFactory } from 'kafkajs';
import { ResponseStream } from './response-stream.ts';

const KEEP_ALIVE_DELAY_MS = 60_000;

/**
 * The sockets of one kafkajs client. Where two requests find its connection closed, kafkajs opens a socket for each and
 * forgets the first: it would stay open, and keep the process alive, for as long as the broker likes. Here nothing
 * outlives `close()`.
 */
export class Sockets {
  /** How many have been closed: a connection that was there may be gone. */
  closed = 0;
  private readonly open = new Set<Socket>();

  readonly create: ISocketFactory = ({ host, port, ssl, onConnect }) => {
    const socket = ssl
      ? tlsConnect({ host, port, ...(!isIP(host) && { servername: host }), ...ssl }, onConnect)
      : netConnect({ host, port }, onConnect);
    socket.setKeepAlive(true, KEEP_ALIVE_DELAY_MS);
    this.open.add(socket);
    socket.once('close', () => {
      this.closed++;
      this.open.delete(socket);
    });
    // kafkajs writes to a socket, listens to it, ends and destroys it: a stream supports all of that.
    return new ResponseStream(socket) as unknown as Socket;
  };

  close(): void {
    for (const socket of this.open) socket.destroy();
  }
}
