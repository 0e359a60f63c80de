import { type AddressInfo, createServer, type Server } from 'node:net';

const BACKLOG = 4_096;
/** Somebody who connects without end does not keep a worker from closing. */
const MAX_TURNS = 1_000;

/** Where a server listens. `fds`: descriptors of one socket that is bound already; they take the place of the others. */
export interface ListeningPlace {
  host: string;
  port: number;
  fds?: readonly number[];
}

/**
 * Lets a server accept connections, from several descriptors of the same socket if there are. libuv accepts one
 * connection per descriptor and turn of the event loop; under load a turn takes tens of milliseconds, and with one
 * descriptor visitors would wait for minutes behind a few hundred connections that an attacker has opened.
 */
export class Listening {
  /** How many connections there have been. */
  accepted = 0;
  private readonly server: Server;
  private readonly more: Server[] = [];
  private readonly pauseOnConnect: boolean;

  /** @param pauseOnConnect as the server was made. */
  constructor(server: Server, pauseOnConnect: boolean) {
    this.server = server;
    this.pauseOnConnect = pauseOnConnect;
    server.on('connection', () => {
      this.accepted++;
    });
  }

  /** The port. */
  async listen({ host, port, fds = [] }: ListeningPlace): Promise<number> {
    const [first, ...others] = fds;
    if (first === undefined) return listenOn(this.server, { host, port });
    for (const fd of others) {
      const accepting = createServer({ pauseOnConnect: this.pauseOnConnect, noDelay: true }, (socket) => {
        this.server.emit('connection', socket);
      });
      this.more.push(accepting);
      await listenOn(accepting, { fd });
    }
    return listenOn(this.server, { fd: first });
  }

  /** No further connections are accepted; resolves when those of the server have ended. */
  async close(): Promise<void> {
    const closed = [this.server, ...this.more].map(
      (server) => new Promise<void>((resolve) => server.close(() => resolve())),
    );
    await Promise.all(closed);
  }
}

/**
 * Resolves in a turn of the event loop in which no connection waited at the sockets. The kernel resets connections that
 * wait at a socket when it is closed: closing right now, and no later, resets none.
 */
export async function quietTurn(all: readonly { readonly accepted: number }[]): Promise<void> {
  const accepted = () => all.reduce((sum, each) => sum + each.accepted, 0);
  // The event loop polls the sockets once between two of these.
  const endOfTurn = () => new Promise<void>((resolve) => setImmediate(resolve));
  await endOfTurn();
  for (let turns = 0; turns < MAX_TURNS; turns++) {
    const before = accepted();
    await endOfTurn();
    if (accepted() === before) return;
  }
}

function listenOn(server: Server, place: { host: string; port: number } | { fd: number }): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen({ ...place, backlog: BACKLOG }, () => {
      server.removeListener('error', reject);
      resolve((server.address() as AddressInfo).port);
    });
  });
}
