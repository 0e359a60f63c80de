import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

/**
 * A relay between a client and a server that simulates the loss of the server's machine: connections are cut off
 * without notice.
 */
export class SilentRelay {
  private readonly server: Server;
  private readonly pairs = new Map<Socket, Socket | null>();
  private isLost = false;

  constructor(private readonly to: { host: string; port: number }) {
    this.server = createServer((caller) => this.join(caller));
  }

  /** @returns the URL of the server, by way of here */
  static async before(url: string): Promise<{ relay: SilentRelay; url: string }> {
    const by = new URL(url);
    const relay = new SilentRelay({ host: by.hostname, port: Number(by.port) });
    await new Promise<void>((resolve) => relay.server.listen(0, '127.0.0.1', resolve));
    by.hostname = '127.0.0.1';
    by.port = String((relay.server.address() as AddressInfo).port);
    return { relay, url: by.href };
  }

  /** From now on everything sent is dropped, and nothing answers. */
  lose(): void {
    this.isLost = true;
    for (const [caller, server] of this.pairs) {
      if (server === null) continue;
      this.pairs.set(caller, null);
      caller.unpipe(server);
      server.unpipe(caller);
      server.destroy();
      caller.resume();
    }
  }

  /** New connections lead to the server again. */
  find(): void {
    this.isLost = false;
  }

  /** How many connections callers have to here. */
  get size(): number {
    return this.pairs.size;
  }

  async dispose(): Promise<void> {
    for (const caller of this.pairs.keys()) caller.destroy();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private join(caller: Socket): void {
    const server = this.isLost ? null : connect(this.to.port, this.to.host);
    this.pairs.set(caller, server);
    caller.on('error', () => undefined);
    caller.on('close', () => {
      this.pairs.get(caller)?.destroy();
      this.pairs.delete(caller);
    });
    if (server === null) {
      caller.resume();
      return;
    }
    server.on('error', () => undefined);
    server.on('close', () => {
      if (this.pairs.get(caller) === server) caller.destroy();
    });
    caller.pipe(server).pipe(caller);
  }
}
