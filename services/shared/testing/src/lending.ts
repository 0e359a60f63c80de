import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Something that runs and that several test files can use at the same time. */
export interface Lendable {
  /** Enough, as JSON, to use it from another process. */
  readonly place: object;
  dispose(): Promise<void>;
}

export interface Loan<Place> {
  readonly place: Place;
  giveBack(): Promise<void>;
}

/** Files that share something run one after another; after this time without a further one, it is stopped. */
const LINGER_MS = 45_000;

/** Started for the first that borrows it, disposed of some time after the last has given it back. */
class Loanable {
  private running: Promise<Lendable> | null = null;
  private borrowers = 0;
  private end: NodeJS.Timeout | undefined;

  constructor(private readonly start: () => Promise<Lendable>) {}

  take(): Promise<Lendable> {
    clearTimeout(this.end);
    this.borrowers++;
    this.running ??= this.start();
    return this.running;
  }

  giveBack(): void {
    this.borrowers--;
    if (this.borrowers <= 0) this.end = setTimeout(() => void this.dispose(), LINGER_MS);
  }

  async dispose(): Promise<void> {
    clearTimeout(this.end);
    const running = this.running;
    this.running = null;
    this.borrowers = 0;
    // The borrower got the error of a failed start, and nothing is left to stop.
    await running?.then(
      (lendable) => lendable.dispose(),
      () => undefined,
    );
  }
}

/**
 * Lets the test files of a Jest run share what is dear to start. Jest's own process owns it (a global set-up calls this),
 * so that it outlives each worker; they ask for it by HTTP at the address in the environment variable.
 */
export async function lend(
  variable: string,
  starts: Readonly<Record<string, () => Promise<Lendable>>>,
): Promise<{ end(): Promise<void> }> {
  const things = new Map(Object.entries(starts).map(([name, start]) => [name, new Loanable(start)]));
  const server = createServer((request, response) => {
    // A kept connection could be closed here at the moment at which a later file uses it again.
    response.setHeader('connection', 'close');
    void answer(request, response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  process.env[variable] = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const thing = things.get((request.url ?? '').slice(1));
    if (thing === undefined) {
      response.writeHead(404).end('nothing of that name is lent here');
    } else if (request.method === 'DELETE') {
      thing.giveBack();
      response.writeHead(204).end();
    } else {
      try {
        const { place } = await thing.take();
        response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(place));
      } catch (error) {
        await thing.dispose();
        response.writeHead(500).end(String(error));
      }
    }
  }

  return {
    async end() {
      server.close();
      server.closeAllConnections();
      await Promise.all([...things.values()].map((thing) => thing.dispose()));
    },
  };
}

/** The resource that this run lends under the name, started if needed; null where nothing is lent, as in a benchmark. */
export async function borrow<Place>(variable: string, name: string): Promise<Loan<Place> | null> {
  const lender = process.env[variable];
  if (lender === undefined) return null;
  const response = await fetch(lender + name, { method: 'POST' });
  const text = await response.text();
  if (!response.ok) throw new Error(`${name} cannot be borrowed: ${text}`);
  return {
    place: JSON.parse(text) as Place,
    giveBack: async () => {
      await fetch(lender + name, { method: 'DELETE' });
    },
  };
}
