import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

/** As `deploy/http3-front/testclient` reads it. */
export interface Http3Request {
  connection?: string;
  serverName?: string;
  method?: string;
  path?: string;
  authority?: string;
  /** [name, value, …] */
  headers?: string[];
  trailers?: string[];
  body?: string;
  bodyBytes?: number;
  hidesLength?: boolean;
  cancelMs?: number;
  /** [name, value, …], sent as they stand. */
  fields?: string[];
  migrates?: boolean;
  closes?: boolean;
  /** Takes up the session of an earlier connection, and keeps its own. */
  keepsSession?: boolean;
}

export interface Http3Answer {
  error?: string;
  status: number;
  headers: Record<string, string>;
  trailers: Record<string, string>;
  hints: string[] | null;
  body: string;
  bodyBytes: number;
  certificate: string;
  localPort: number;
  resumed: boolean;
}

/** A client of HTTP/3 in a process of its own, on quic-go: Node has none. */
export class Http3Client {
  private readonly child: ChildProcess;
  private readonly port: number;
  private readonly waiting = new Map<number, (answer: Http3Answer) => void>();
  private nextId = 1;

  constructor(program: string, port: number) {
    this.port = port;
    this.child = spawn(program, [], { stdio: ['pipe', 'pipe', 'inherit'] });
    createInterface({ input: this.child.stdout! }).on('line', (line) => {
      const { id, ...answer } = JSON.parse(line) as Http3Answer & { id: number };
      this.waiting.get(id)?.(answer);
      this.waiting.delete(id);
    });
  }

  /** Requests with the same `connection` share one; without it each has its own. */
  ask(request: Http3Request): Promise<Http3Answer> {
    const id = this.nextId++;
    const asked = {
      id,
      address: `127.0.0.1:${this.port}`,
      serverName: 'shop.example',
      authority: 'shop.example',
      method: 'GET',
      path: '/',
      connection: `alone-${id}`,
      closes: request.connection === undefined,
      ...request,
    };
    return new Promise((resolve) => {
      this.waiting.set(id, resolve);
      this.child.stdin!.write(`${JSON.stringify(asked)}\n`);
    });
  }

  async stop(): Promise<void> {
    const ended = once(this.child, 'exit');
    this.child.stdin!.end();
    await ended;
  }
}
