import { readFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import path from 'node:path';
import { eventually, startTestKafka } from '@palisade/testing';
import pg from 'pg';
import { Stack } from './stack.ts';

const SITE = 'shop.localhost';
/** So many visitors ask one thing after another, the whole time. */
const VISITORS = 4;
const PAUSE_MS = 10;
/** A process that hangs is worse than one that is gone: each does both. */
const HANG_MS = 2_000;
const REST_MS = 1_500;
/** And each time so many requests are answered meanwhile, however slow the machine is. */
const ASKED_MEANWHILE = 40;
const CONTROL_PLANE = ['gateway', 'auth', 'billing', 'domains', 'logs'] as const;

/** What visitors saw of one request. */
interface Seen {
  status: number;
  id: string;
  error: string;
}

/** What the log says of one request. */
interface Recorded {
  times: number;
  reason: string;
}

class Visitors {
  readonly seen: Seen[] = [];
  private readonly agent = new Agent({ keepAlive: true, maxSockets: VISITORS });
  private going = true;
  private done: Promise<unknown> = Promise.resolve();

  constructor(private readonly port: string) {
    this.done = Promise.all(Array.from({ length: VISITORS }, () => this.visit()));
  }

  async stop(): Promise<void> {
    this.going = false;
    await this.done;
    this.agent.destroy();
  }

  private async visit(): Promise<void> {
    while (this.going) {
      this.seen.push(await this.ask());
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
  }

  private ask(): Promise<Seen> {
    return new Promise((resolve) => {
      const options = { host: '127.0.0.1', port: this.port, path: '/?q=fence', headers: { host: SITE } };
      const asking = request({ ...options, agent: this.agent }, (response) => {
        response.resume();
        response.on('end', () => {
          const id = String(response.headers['x-request-id']);
          resolve({ status: response.statusCode ?? 0, id, error: '' });
        });
        response.on('error', (error) => resolve({ status: 0, id: '', error: error.message }));
      });
      asking.on('error', (error) => resolve({ status: 0, id: '', error: error.message }));
      asking.end();
    });
  }
}

describe.each(['redis', 'kafka'] as const)(
  'with everything behind the edge killed in turn, events on %s',
  (bus) => {
    const stack = new Stack();
    let kafka: Awaited<ReturnType<typeof startTestKafka>> | null = null;
    let visitors: Visitors;
    let log = new Map<string, Recorded>();

    beforeAll(async () => {
      kafka = bus === 'kafka' ? await startTestKafka() : null;
      await stack.start(...(kafka === null ? [] : ['--kafka-brokers', kafka.brokers]));
      const { port } = new URL(stack.urls.demo_site);
      visitors = new Visitors(port);
      await eventually('the demo site being served', async () => {
        if (visitors.seen.at(-1)?.status !== 200) throw new Error('not yet');
      });
      visitors.seen.length = 0;
    }, 240_000);
    afterAll(async () => {
      await visitors?.stop();
      await stack.dispose();
      await kafka?.dispose();
    });

    /** At least so long, and until visitors have gone on asking. */
    async function rest(ms: number): Promise<void> {
      const asked = visitors.seen.length + ASKED_MEANWHILE;
      await new Promise((resolve) => setTimeout(resolve, ms));
      await eventually('visitors going on', async () => {
        if (visitors.seen.length < asked) throw new Error(`${visitors.seen.length} of ${asked}`);
      });
    }

    async function hangAndKill(pid: number): Promise<void> {
      process.kill(pid, 'SIGSTOP');
      await rest(HANG_MS);
      process.kill(pid, 'SIGKILL');
      await rest(REST_MS);
    }

    function postgresPid(): number {
      const file = path.join(stack.dataDirectory, 'postgres', 'postmaster.pid');
      return Number(readFileSync(file, 'utf8').split('\n')[0]);
    }

    it('every request is in the log, once', async () => {
      await killEverything();
      const sent = visitors.seen.map(({ id }) => id).filter((id) => id !== '');
      expect(sent.length).toBeGreaterThan(500);
      log = await eventually(
        'all requests being recorded',
        async () => {
          const counted = await recorded();
          const missing = sent.filter((id) => !counted.has(id));
          if (missing.length > 0) throw new Error(`${missing.length} of ${sent.length} not recorded yet`);
          return counted;
        },
        120_000,
      );
      expect(sent.filter((id) => log.get(id)!.times !== 1)).toEqual([]);
    }, 390_000);

    it('visitors noticed nothing', () => {
      const noticed = visitors.seen.filter(({ status }) => status !== 200);
      expect(noticed.map((seen) => ({ ...seen, reason: log.get(seen.id)?.reason }))).toEqual([]);
    });

    async function killEverything(): Promise<void> {
      await hangAndKill(stack.pid('redis'));
      await hangAndKill(postgresPid());
      if (kafka !== null) {
        await kafka.freeze();
        await rest(HANG_MS);
        await kafka.restart();
      }
      for (const name of CONTROL_PLANE) await hangAndKill(stack.pid(name));
      await rest(REST_MS);
      await visitors.stop();
    }

    async function recorded(): Promise<Map<string, Recorded>> {
      const client = new pg.Client(stack.databaseUrl);
      await client.connect();
      try {
        const { rows } = await client.query<Recorded & { id: string }>(
          `SELECT request_id AS id, count(*)::int AS times, min(reason) AS reason
             FROM logs.request_logs GROUP BY 1`,
        );
        return new Map(rows.map((row) => [row.id, row]));
      } finally {
        await client.end();
      }
    }
  },
);
