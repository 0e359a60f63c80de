import { BoundSocket } from 'node:net';
import { SOCKET_DESCRIPTORS } from '../ipc/inherited-sockets.ts';

interface SlotSockets {
  http: BoundSocket;
  https: BoundSocket;
}

/**
 * One socket per port and worker slot, held by the supervisor as long as the node runs. The kernel spreads connections
 * over the slots (SO_REUSEPORT) and queues them at the socket, not at a process: a worker that ends, however it ends,
 * leaves its queue to its successor, and no connection is reset because nobody had accepted it yet.
 */
export class ListeningSockets {
  private readonly slots: SlotSockets[] = [];

  /**
   * Throws if an address or port cannot be had.
   *
   * @param host an IP address. @param httpPort 0: any free one, the same for all slots; likewise `httpsPort`.
   */
  constructor(host: string, httpPort: number, httpsPort: number, slots: number) {
    let ports = { httpPort, httpsPort };
    for (let slot = 0; slot < slots; slot++) {
      const http = new BoundSocket({ host, port: ports.httpPort, reusePort: true });
      const https = new BoundSocket({ host, port: ports.httpsPort, reusePort: true });
      ports = { httpPort: portOf(http), httpsPort: portOf(https) };
      this.slots.push({ http, https });
    }
  }

  /** Descriptors that a worker of the slot inherits, in the order of INHERITED_SOCKETS. */
  descriptors(slot: number): number[] {
    const { http, https } = this.slots[slot]!;
    return [http, https].flatMap((socket) => new Array<number>(SOCKET_DESCRIPTORS).fill(socket.fd()));
  }

  /** The node takes no new connections, as soon as its workers have closed their side too. */
  close(): void {
    for (const { http, https } of this.slots.splice(0)) {
      http.close();
      https.close();
    }
  }
}

function portOf(socket: BoundSocket): number {
  const address = socket.address();
  return typeof address === 'string' ? 0 : address.port;
}
