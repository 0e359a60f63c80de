import { chmodSync, rmSync } from 'node:fs';
import { createServer, type Server, type Socket } from 'node:net';
import path from 'node:path';
import { authorityIn, fingerprintIn } from '../../io/proxy-protocol/proxy-additions.ts';
import { ProxyHeaderReader } from '../../io/proxy-protocol/read-proxy-header.ts';
import { presentSecured } from '../../request/client-connection.ts';
import { countConnection } from '../connections/count-connection.ts';
import type { TlsPorts } from '../connections/server-ports.ts';
import { Http2Listener } from '../http2/http2-listener.ts';
import type { Certificates } from '../tls/certificates.ts';
import { createCertificateServer } from './certificate-answers.ts';

/** Where the HTTP/3 front finds a worker. */
export interface Http3Sockets {
  requests: string;
  certificates: string;
}

const OWNER_ONLY = 0o600;

/**
 * Takes over requests from the node's HTTP/3 front: each QUIC connection is an HTTP/2 connection to a socket that only
 * our own user can open, and begins with a PROXY header that names the client. From then on it is an ordinary
 * connection with the same limits, and invalid requests are refused in the same place.
 */
export class Http3Handover {
  private readonly ports: TlsPorts;
  private readonly http2: Http2Listener;
  private readonly requests: Server;
  private readonly certificates: Server;
  private readonly open = new Set<Socket>();
  /** How many connections there have been. */
  accepted = 0;

  constructor(ports: TlsPorts, certificates: Certificates) {
    this.ports = ports;
    this.http2 = new Http2Listener(ports, 'HTTP/3.0');
    this.requests = createServer((socket) => this.accept(socket));
    this.certificates = createCertificateServer(ports, certificates);
    for (const server of [this.requests, this.certificates]) {
      server.on('connection', (socket) => {
        this.accepted++;
        this.open.add(socket);
        socket.on('close', () => this.open.delete(socket));
      });
    }
  }

  /** @param folder where nobody else may look */
  async listen(folder: string): Promise<Http3Sockets> {
    const sockets = {
      requests: path.join(folder, 'h3.sock'),
      certificates: path.join(folder, 'tls.sock'),
    };
    await listenOn(this.requests, sockets.requests);
    await listenOn(this.certificates, sockets.certificates);
    return sockets;
  }

  /** The front has turned to others before. Lets every connection finish its streams; resolves when nothing is open any more. */
  async close(): Promise<void> {
    if (!this.requests.listening) return;
    const closed = [this.requests, this.certificates].map(
      (server) => new Promise<void>((resolve) => server.close(() => resolve())),
    );
    this.http2.drain();
    await closed[0];
    this.destroyAll();
    await closed[1];
  }

  destroyAll(): void {
    for (const socket of this.open) socket.destroy();
  }

  private accept(socket: Socket): void {
    const refuse = () => {
      this.ports.counters.clientErrors++;
      socket.destroy();
    };
    const reader = new ProxyHeaderReader(refuse);
    const onData = (chunk: Buffer) => {
      const taken = reader.take(chunk);
      if (taken === null) return;
      if (taken.peer === null) {
        refuse();
        return;
      }
      socket.off('data', onData);
      socket.off('error', refuse);
      socket.pause();
      presentSecured(socket, taken.peer, {
        // QUIC has no other.
        version: '1.3',
        // Its library chooses, and does not say.
        keyBits: 128,
        serverName: authorityIn(taken.header),
        fingerprint: this.ports.readsFingerprints ? { ja4: fingerprintIn(taken.header) } : null,
      });
      if (taken.rest.length > 0) socket.unshift(taken.rest);
      if (!countConnection(socket, this.ports)) return;
      this.http2.accept(socket);
      socket.resume();
    };
    socket.on('data', onData);
    socket.on('error', refuse);
    socket.on('close', () => reader.stop());
  }
}

function listenOn(server: Server, socket: string): Promise<void> {
  // One of a process that had our number and did not end in order.
  rmSync(socket, { force: true });
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(socket, () => {
      server.removeListener('error', reject);
      chmodSync(socket, OWNER_ONLY);
      resolve();
    });
  });
}
