import { BoundSocket } from 'node:net';

interface SlotSockets {
  http: BoundSocket;
  https: BoundSocket;
}

/** A worker gets each socket under so many descriptors; it accepts as many connections per turn of its event loop. */
const DESCRIPTORS = 4;
/** The standard three and the channel to the supervisor come before. */
const FIRST_FD = 4;

/** The descriptors under which a worker finds the sockets of its slot. */
export const INHERITED_SOCKETS = {
  httpFds: Array.from({ length: DESCRIPTORS }, (_, index) => FIRST_FD + index),
  httpsFds: Array.from({ length: DESCRIPTORS }, (_, index) => FIRST_FD + DESCRIPTORS + index),
} as const;

/**
 * One socket per port and worker slot, held by the supervisor as long as the node runs. The kernel spreads connections
 * over the slots (SO_REUSEPORT) and queues them at the socket, not at a process: a worker that ends, however it ends,
 * leaves its queue to its successor, and no connection is reset because nobody had accepted it yet.
 */
export class ListeningSockets {
  readonly #slots: SlotSockets[] = [];

  /**
   * Throws if an address or port cannot be had.
   *
   * @param host an IP address. @param httpPort 0: any free one, the same for all slots; likewise `httpsPort`.
   */
  constructor(host: string, httpPort: number, httpsPort: number, slots: number) {
    let ports = { httpPort, httpsPort };
    for (let slot = 0; slot < slots; slot += 1) {
      const http = new BoundSocket({ host, port: ports.httpPort, reusePort: true });
      const https = new BoundSocket({ host, port: ports.httpsPort, reusePort: true });
      ports = { httpPort: portOf(http), httpsPort: portOf(https) };
      this.#slots.push({ http, https });
    }
  }

  /** What a worker of the slot is to inherit, in the order of INHERITED_SOCKETS. */
  descriptors(slot: number): number[] {
    const { http, https } = this.#slots[slot]!;
    return [http, https].flatMap((socket) => new Array<number>(DESCRIPTORS).fill(socket.fd()));
  }

  /** The node takes no new connections, as soon as its workers have closed their side too. */
  close(): void {
    for (const { http, https } of this.#slots.splice(0)) {
      http.close();
      https.close();
    }
  }
}

function portOf(socket: BoundSocket): number {
  const address = socket.address();
  return typeof address === 'string' ? 0 : address.port;
}
