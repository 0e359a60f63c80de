import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

const CHECKS_EVERY_MS = 500;

/** Somebody whom connections may be given to. */
export interface BalancedNode {
  readonly host: string;
  readonly httpPort: number;
  isReady(): Promise<boolean>;
}

interface Known {
  node: BalancedNode;
  /** When it was first found not ready (`performance.now()`); null: it is ready. */
  unreadySince: number | null;
}

/**
 * A balancer as clouds have them: it gives connections to its nodes in turn, asks each whether it is ready, and goes on giving it
 * connections for a while after it was not. A node that refuses one has failed a visitor: no other node is tried.
 */
export class LaggingBalancer {
  private readonly server: Server;
  private readonly known: Known[];
  private readonly sockets = new Set<Socket>();
  private readonly checking: NodeJS.Timeout;
  private turn = 0;

  /** @param lagMs from the first check that a node fails until it is given nothing any more */
  constructor(
    nodes: readonly BalancedNode[],
    private readonly lagMs: number,
  ) {
    this.known = nodes.map((node) => ({ node, unreadySince: null }));
    this.server = createServer((visitor) => this.give(visitor));
    this.checking = setInterval(() => void this.check(), CHECKS_EVERY_MS);
  }

  /** @returns the port */
  async listen(): Promise<number> {
    await new Promise<void>((resolve, reject) => {
      this.server.once('error', reject).listen(0, '127.0.0.1', resolve);
    });
    return (this.server.address() as AddressInfo).port;
  }

  /** Whether a node gets connections again. */
  isGiven(node: BalancedNode): boolean {
    return this.known.some((it) => it.node === node && it.unreadySince === null);
  }

  stop(): void {
    clearInterval(this.checking);
    this.server.close();
    for (const socket of this.sockets) socket.destroy();
  }

  private async check(): Promise<void> {
    await Promise.all(
      this.known.map(async (it) => {
        const isReady = await it.node.isReady();
        it.unreadySince = isReady ? null : (it.unreadySince ?? performance.now());
      }),
    );
  }

  private give(visitor: Socket): void {
    const now = performance.now();
    const given = this.known.filter(
      ({ unreadySince }) => unreadySince === null || now - unreadySince < this.lagMs,
    );
    const chosen = given[this.turn++ % Math.max(1, given.length)];
    if (chosen === undefined) {
      visitor.destroy();
      return;
    }
    this.join(visitor, connect(chosen.node.httpPort, chosen.node.host));
  }

  private join(visitor: Socket, node: Socket): void {
    for (const [one, other] of [
      [visitor, node],
      [node, visitor],
    ] as const) {
      this.sockets.add(one);
      one.setNoDelay(true);
      one.on('error', () => other.resetAndDestroy());
      one.on('close', () => {
        this.sockets.delete(one);
        other.end();
      });
      one.pipe(other);
    }
  }
}
