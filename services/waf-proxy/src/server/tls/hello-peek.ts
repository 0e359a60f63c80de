import type { Socket } from 'node:net';
import { ja4Of } from '../../io/tls-hello/ja4.ts';
import { ReceivedHello } from '../../io/tls-hello/received-hello.ts';
import { serverNameIn } from '../../io/tls-hello/server-name.ts';
import type { ClientFingerprint } from '../../request/client-connection.ts';

/** As long as the handshake behind it may take. */
const HELLO_MS = 10_000;

/** Made of the handshake's bytes when somebody first asks; they are not kept longer. */
export class KeptHello implements ClientFingerprint {
  private message: Buffer | null;
  private text = '';
  /** '': none was given. */
  readonly serverName: string;

  /** @param message copied: what it was cut from is larger, and lies in memory as long as the connection brings no request */
  constructor(message: Buffer) {
    this.message = Buffer.allocUnsafeSlow(message.length);
    message.copy(this.message);
    this.serverName = serverNameIn(message);
  }

  get ja4(): string {
    if (this.message !== null) {
      this.text = ja4Of(this.message, 't');
      this.message = null;
    }
    return this.text;
  }
}

/**
 * Reads the beginning of a connection's TLS handshake, and puts the bytes back for the TLS server, which begins with
 * what the socket has buffered.
 *
 * @param onPeeked the socket is paused; null: not readable, and the TLS server may report the fault
 * @param onLate no beginning of a handshake has arrived in time
 */
export function peekHello(
  socket: Socket,
  onPeeked: (hello: KeptHello | null) => void,
  onLate: () => void,
): void {
  const received = new ReceivedHello();
  const fail = () => socket.destroy();
  const stop = () => clearTimeout(timer);
  const timer = setTimeout(onLate, HELLO_MS);
  const onData = (chunk: Buffer) => {
    const hello = received.take(chunk);
    if (hello.state === 'partial') return;
    stop();
    socket.off('data', onData);
    socket.off('error', fail);
    socket.off('close', stop);
    socket.pause();
    socket.unshift(received.bytes);
    onPeeked(hello.state === 'complete' ? new KeptHello(hello.message) : null);
  };
  socket.on('data', onData);
  socket.on('error', fail);
  socket.on('close', stop);
  // It may have been paused for a PROXY header.
  socket.resume();
}
