import { readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { eventually } from '@palisade/testing';
import pg from 'pg';
import { visit } from './edge-client.ts';
import { Stack } from './stack.ts';

const PROCESSES = ['gateway', 'auth', 'billing', 'domains', 'logs', 'mailer', 'edge'] as const;
const SITE = 'shop.localhost';
const FLAPS = 20;
/** How long Redis lives between two ends: hardly, while clients are coming back, and until all have. */
const LIVES_MS = [0, 20, 60, 150, 400, 1_000] as const;
const HANG_MS = 1_500;

describe('with a Redis that comes and goes', () => {
  const stack = new Stack();

  beforeAll(async () => {
    await stack.start();
    await answered();
  }, 180_000);
  afterAll(() => stack.dispose());

  it('no process ends', async () => {
    const before = pids();
    for (let flap = 0; flap < FLAPS; flap++) {
      const pid = stack.pid('redis');
      if (flap % 4 === 3) {
        process.kill(pid, 'SIGSTOP');
        await sleep(HANG_MS);
      }
      process.kill(pid, 'SIGKILL');
      await eventually('another Redis', async () => {
        if (stack.pid('redis') === pid) throw new Error('still the same');
      });
      await sleep(LIVES_MS[flap % LIVES_MS.length]!);
    }
    await sleep(2_000);
    expect([pids(), crashesIn(stack.dataDirectory)]).toEqual([before, []]);
  }, 240_000);

  it('every service has its events again', async () => {
    const { headers } = await answered();
    const id = String(headers['x-request-id']);
    await eventually(
      'the request in the log',
      async () => {
        if (!(await isRecorded(id))) throw new Error(`${id} is not`);
      },
      60_000,
    );
  }, 90_000);

  const pids = () => Object.fromEntries(PROCESSES.map((name) => [name, stack.pid(name)]));

  function answered() {
    return eventually('the demo site being served', async () => {
      const answer = await visit(stack.urls.demo_site, SITE, '/?q=fence');
      if (answer.status !== 200) throw new Error(`${answer.status}`);
      return answer;
    });
  }

  async function isRecorded(id: string): Promise<boolean> {
    const client = new pg.Client(stack.databaseUrl);
    await client.connect();
    try {
      const { rowCount } = await client.query('SELECT FROM logs.request_logs WHERE request_id = $1', [id]);
      return rowCount === 1;
    } finally {
      await client.end();
    }
  }
});

/** Uncaught errors and unhandled rejections in the processes' logs. */
function crashesIn(dataDirectory: string): string[] {
  return PROCESSES.flatMap((name) =>
    readFileSync(path.join(dataDirectory, 'logs', `${name}.log`), 'utf8')
      .split('\n')
      .filter((line) => /unhandled|uncaught|triggerUncaughtException/i.test(line))
      .map((line) => `${name}: ${line}`),
  );
}
