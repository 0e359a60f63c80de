import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { eventually } from '@palisade/testing';

export const SITE = 'shop.localhost';
/** Maximum wait of a visitor, ms. */
const GIVES_UP_MS = 30_000;
/** Minimum number of requests that are answered after a fault, however slow the machine is. */
const ASKED_MEANWHILE = 40;

export interface VisitorsOptions {
  /** So many ask at the same time, each one thing after another. */
  visitors: number;
  /** Of all together, while answers come fast enough. */
  requestsPerSecond: number;
  /** So many of them are attackers, who must be refused the whole time. */
  attackers?: number;
  /** Each asks for a path of its own, as crawlers and attackers do. */
  invents?: boolean;
}

/** What a visitor saw of one request; status 0: no answer. */
export interface Seen {
  status: number;
  /** What it should have been. */
  expected: number;
  id: string;
  error: string;
  ms: number;
  /** When it ended (`performance.now()`). */
  at: number;
}

/** A visitor who was not served, or an attack that was. */
export const isFailure = ({ status, expected }: Seen): boolean => status !== expected;

const ATTACK = `/?q=${encodeURIComponent("' OR 1=1 UNION SELECT password FROM users--")}`;

/** People who ask the demo's shop for pages, the whole time. */
export class Visitors {
  readonly seen: Seen[] = [];
  private readonly agent: Agent;
  private readonly intervalMs: number;
  private readonly invents: boolean;
  private asked = 0;
  private going = true;
  private readonly done: Promise<unknown>;

  constructor(
    private readonly port: number,
    { visitors, requestsPerSecond, invents = false, attackers = 0 }: VisitorsOptions,
  ) {
    this.invents = invents;
    this.agent = new Agent({ keepAlive: true, maxSockets: visitors });
    this.intervalMs = (1_000 * visitors) / requestsPerSecond;
    this.done = Promise.all(
      Array.from({ length: visitors }, (_, index) => this.visit(index / visitors, index < attackers)),
    );
  }

  /** Forgets what was seen before the site is served. */
  async begin(): Promise<void> {
    await this.served();
    this.seen.length = 0;
  }

  /** Until what somebody asks from now on is answered. */
  async served(): Promise<void> {
    const before = this.seen.length;
    await eventually('the demo site being served', async () => {
      const latest = this.seen.length > before ? this.seen.at(-1) : undefined;
      if (latest === undefined || isFailure(latest)) throw new Error(`status ${latest?.status}`);
    });
  }

  /** At least so long, and until visitors have gone on asking. */
  async rest(ms: number): Promise<void> {
    const asked = this.seen.length + ASKED_MEANWHILE;
    await sleep(ms);
    await eventually('visitors going on', async () => {
      if (this.seen.length < asked) throw new Error(`${this.seen.length} of ${asked}`);
    });
  }

  async stop(): Promise<void> {
    this.going = false;
    await this.done;
    this.agent.destroy();
  }

  /** @param phase of an interval after which this visitor begins, so that not all ask at once */
  private async visit(phase: number, isAttacker: boolean): Promise<void> {
    let due = performance.now() + phase * this.intervalMs;
    while (this.going) {
      await sleep(Math.max(0, due - performance.now()));
      due = Math.max(due + this.intervalMs, performance.now());
      this.seen.push(await (isAttacker ? this.ask(ATTACK, 403) : this.ask(this.page(), 200)));
    }
  }

  private page(): string {
    return this.invents ? `/made-up/${this.asked++}?q=fence` : '/?q=fence';
  }

  private ask(path: string, expected: number): Promise<Seen> {
    const begin = performance.now();
    return new Promise((resolve) => {
      const saw = (status: number, id: string, error = ''): void =>
        resolve({ status, expected, id, error, ms: performance.now() - begin, at: performance.now() });
      const asking = request(
        {
          host: '127.0.0.1',
          port: this.port,
          path,
          headers: { host: SITE },
          agent: this.agent,
          timeout: GIVES_UP_MS,
        },
        (response) => {
          const id = String(response.headers['x-request-id']);
          response.resume();
          response.on('end', () => saw(response.statusCode ?? 0, id));
          response.on('error', ({ message }) => saw(0, id, message));
        },
      );
      asking.on('timeout', () => asking.destroy(new Error(`no answer in ${GIVES_UP_MS} ms`)));
      asking.on('error', ({ message }) => saw(0, '', message));
      asking.end();
    });
  }
}
