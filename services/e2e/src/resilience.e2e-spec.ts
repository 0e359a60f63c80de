import { eventually } from '@palisade/testing';
import pg from 'pg';
import { attackInQuery } from './corpus.ts';
import { visit } from './edge-client.ts';
import { Stack } from './stack.ts';

const CONTROL_PLANE = ['gateway', 'auth', 'billing', 'domains', 'logs'] as const;
const SITE = 'shop.localhost';

/** What visitors notice of a lost control plane: nothing. What owners lose: nothing. */
describe('with Redis and the control plane gone', () => {
  const stack = new Stack();
  const attack = attackInQuery('sqli');
  const sent: string[] = [];
  let edgeUrl = '';

  beforeAll(async () => {
    await stack.start();
    edgeUrl = stack.urls.demo_site;
  }, 180_000);
  afterAll(() => stack.dispose());

  it('serves and blocks while everything runs', async () => {
    await eventually('the demo site being served', async () => {
      if ((await visit(edgeUrl, SITE, '/')).status !== 200) throw new Error('not yet');
    });
    await visitors(20);
  });

  it('recovers when all processes are killed at once', async () => {
    await stack.killLauncher(); // First, or it would start again what is killed next.
    for (const name of [...CONTROL_PLANE, 'redis']) process.kill(stack.pid(name), 'SIGKILL');
    await visitors(60);
  });

  it('starts cold from its own disk and serves', async () => {
    await stack.start('--components', 'origin,edge');
    await visitors(60);
    await stack.stop();
  });

  it('brings every record of that time to Postgres exactly once when the rest comes back', async () => {
    await stack.start();
    await visitors(20);
    const recorded = await eventually(
      'all requests being recorded',
      async () => {
        const ids = await recordedIds();
        const missing = sent.filter((id) => !ids.includes(id));
        if (missing.length > 0) throw new Error(`${missing.length} of ${sent.length} not recorded yet`);
        return ids;
      },
      120_000,
    );
    const times = new Map<string, number>();
    for (const id of recorded) times.set(id, (times.get(id) ?? 0) + 1);
    expect(sent.filter((id) => times.get(id) !== 1)).toEqual([]);
    expect(new Set(sent).size).toBe(sent.length);
  }, 240_000);

  /** Half of them good, half of them bad; each is answered as it should be and leaves its id. */
  async function visitors(count: number): Promise<void> {
    for (let index = 0; index < count; index++) {
      const good = index % 2 === 0;
      const answer = await visit(edgeUrl, SITE, good ? '/?q=fence' : attack.uri);
      expect(answer.status).toBe(good ? 200 : 403);
      sent.push(String(answer.headers['x-request-id']));
    }
  }

  async function recordedIds(): Promise<string[]> {
    const client = new pg.Client(stack.databaseUrl);
    await client.connect();
    try {
      const { rows } = await client.query<{ id: string }>(
        'SELECT request_id::text AS id FROM logs.request_logs',
      );
      return rows.map((row) => row.id);
    } finally {
      await client.end();
    }
  }
});
