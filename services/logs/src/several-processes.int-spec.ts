// Two log services consume edges' records. One is stopped (SIGSTOP) in the middle of a batch for longer than its lease
// and resumes, the other is killed: each record is stored and counted once all the same, and nobody waits for a stopped
// process.

import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { jest } from '@jest/globals';
import { builtProgram, eventually, freePort, startTestClickhouse } from '@palisade/testing';
import pg from 'pg';
import { startSurroundings } from './test/harness.ts';
import { attack, logBatch, record } from './test/records.ts';

// Others wait for a stopped process until the database ends its transaction.
jest.setTimeout(300_000);

const NAMES = ['first', 'second'] as const;
type Name = (typeof NAMES)[number];
const NODES = 12;
const RECORDS = 50;
/** Deleting blocks of ClickHouse's outbox waits for the lock with this number. */
const DELETES = 42;

interface Session {
  name: Name;
  state: string;
  waits: boolean;
}

interface Counted {
  rows: string[];
  sums: Record<string, number>;
}

async function startAll(store: 'PostgreSQL' | 'ClickHouse') {
  const surroundings = await startSurroundings();
  const { database } = surroundings;
  const clickhouse = store === 'ClickHouse' ? await startTestClickhouse() : null;
  const url = (await clickhouse?.createDatabase())?.url;
  const processes = new Map<Name, ChildProcess>();
  const siteId = randomUUID();
  const sent: string[] = [];
  let rounds = 0;

  const start = async (name: Name) => {
    const port = await freePort();
    const child = spawn(process.execPath, [builtProgram('logs')], {
      env: {
        ...process.env,
        ...surroundings.environment,
        PALISADE_LOGS_HTTP_PORT: String(port),
        PALISADE_LOGS_GRPC_PORT: String(await freePort()),
        ...(url !== undefined && { PALISADE_LOGS_CLICKHOUSE_URL: url }),
        // Tells the two apart in pg_stat_activity.
        PGAPPNAME: name,
      },
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    processes.set(name, child);
    await eventually(`the ${name} one being ready`, async () => {
      expect((await fetch(`http://127.0.0.1:${port}/readyz`)).status).toBe(200);
    });
  };

  const kill = async (name: Name) => {
    const child = processes.get(name)!;
    processes.delete(name);
    const exit = once(child, 'exit');
    child.kill('SIGKILL');
    await exit;
  };

  /** Sessions with an open transaction. */
  const sessions = async (): Promise<Session[]> => {
    const { rows } = await database.query(
      `SELECT application_name AS name, state, coalesce(wait_event_type = 'Lock', false) AS waits FROM pg_stat_activity
       WHERE datname = current_database() AND application_name = ANY($1) AND xact_start IS NOT NULL`,
      [NAMES],
    );
    return rows;
  };

  const fromClickhouse = async (query: string): Promise<unknown[][]> => {
    const { origin, pathname, username, password } = new URL(url!);
    const response = await fetch(`${origin}/?database=${pathname.slice(1)}`, {
      method: 'POST',
      body: `${query} FORMAT JSONCompactEachRow`,
      headers: { authorization: `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}` },
    });
    const text = await response.text();
    if (!response.ok) throw new Error(text);
    return text
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line));
  };
  const ask = async (query: string): Promise<unknown[][]> => {
    if (url !== undefined) return await fromClickhouse(query);
    return (await database.query({ text: query, rowMode: 'array' })).rows;
  };

  const counted = async (): Promise<Counted> => {
    const rows = (await ask('SELECT request_id FROM request_logs')).map(([id]) => String(id));
    // Kind 1 is the class of an attack.
    const [threats] = await ask('SELECT sum(blocked) FROM facet_hours WHERE kind = 1');
    const { rows: sums } = await database.query(
      `SELECT (SELECT sum(requests) FROM traffic_minutes) AS minutes, (SELECT sum(requests) FROM traffic_hours) AS hours,
         (SELECT count(*) FROM log_blocks) AS waiting, requests, blocked FROM site_totals`,
    );
    const all = { ...sums[0], threats: threats?.[0] };
    return { rows, sums: Object.fromEntries(Object.entries(all).map(([key, sum]) => [key, Number(sum)])) };
  };

  return {
    database,
    databaseUrl: surroundings.environment.PALISADE_DATABASE_URL,
    processes,
    start,
    kill,
    sessions,
    /** A batch per node, whose partitions the two share. */
    async deliver() {
      const firstIndex = rounds++ * RECORDS;
      for (let node = 0; node < NODES; node++) {
        const records = Array.from({ length: RECORDS }, (_, n) =>
          n % 5 === 0 ? attack(1001, { siteId }) : record({ siteId }),
        );
        sent.push(...records.map(({ requestId }) => requestId));
        await surroundings.publish(
          logBatch(records, {
            nodeId: `node-${node}`,
            segmentId: `segment-${node}`,
            firstIndex,
            last: false,
          }),
        );
      }
    },
    allStored: async () => {
      for (let node = 0; node < NODES; node++)
        await surroundings.stored(`node-${node}`, `segment-${node}`, rounds * RECORDS);
    },
    async eachOnce() {
      await eventually('nothing waiting', async () => expect((await counted()).sums.waiting).toBe(0));
      const { rows, sums } = await counted();
      const [requests, blocked] = [sent.length, sent.length / 5];
      expect(sums).toEqual({
        ...{ minutes: requests, hours: requests, requests },
        ...{ blocked, threats: blocked, waiting: 0 },
      });
      expect(rows.toSorted()).toEqual(sent.toSorted());
    },
    async dispose() {
      for (const name of processes.keys()) await kill(name);
      await clickhouse?.dispose();
      await surroundings.dispose();
    },
  };
}

type All = Awaited<ReturnType<typeof startAll>>;

/** Transactions begun meanwhile block at a lock; `open` releases it. */
async function barrier({ databaseUrl }: All, lock: string): Promise<{ open(): Promise<void> }> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query(`BEGIN; ${lock}`);
  return {
    open: async () => {
      await client.query('COMMIT');
      await client.end();
    },
  };
}

const waiting = async (all: All): Promise<Name[]> =>
  [...new Set((await all.sessions()).filter(({ waits }) => waits).map(({ name }) => name))].sort();

/** Stops a process that waits in a transaction, and checks that it is within it after the release. */
async function stopWithin(all: All, name: Name, { open }: { open(): Promise<void> }): Promise<void> {
  all.processes.get(name)?.kill('SIGSTOP');
  await open();
  await eventually('the database waiting for the stopped process', async () => {
    expect(await all.sessions()).toContainEqual({ name, state: 'idle in transaction', waits: false });
  });
}

describe.each(['PostgreSQL', 'ClickHouse'] as const)('two log services on %s', (store) => {
  let all: All;
  beforeAll(async () => {
    all = await startAll(store);
    for (const name of NAMES) await all.start(name);
    await all.deliver();
    await all.allStored();
  });
  afterAll(() => all?.dispose());

  const bothWithin = async () => {
    const totals = await barrier(all, 'SELECT FROM site_totals FOR UPDATE');
    // Partitions are assigned to available consumers: batches are published until both have some.
    await eventually('both in the middle of a batch', async () => {
      await all.deliver();
      await eventually('a batch of both', async () => expect(await waiting(all)).toEqual(NAMES), 2_000);
    });
    return totals;
  };

  it('store each record once while one is stopped beyond its lease in the middle of a batch', async () => {
    await stopWithin(all, 'first', await bothWithin());
    await all.deliver();
    await all.allStored();
    await all.eachOnce();
    all.processes.get('first')!.kill('SIGCONT');
    await all.deliver();
    await all.allStored();
    await all.eachOnce();
  });

  it('store each record once while one is killed in the middle of a batch, which the other takes over', async () => {
    const totals = await bothWithin();
    await all.kill('second');
    await totals.open();
    await all.deliver();
    await all.allStored();
    await all.eachOnce();
    await all.start('second');
  });

  if (store === 'ClickHouse')
    it('send each block once while one is stopped between sending and saying so', async () => {
      await all.database.query(`
        CREATE FUNCTION wait_to_delete() RETURNS trigger LANGUAGE plpgsql AS
          'BEGIN PERFORM pg_advisory_xact_lock(${DELETES}); RETURN NULL; END';
        CREATE TRIGGER wait_to_delete BEFORE DELETE ON log_blocks EXECUTE FUNCTION wait_to_delete()`);
      const deletes = await barrier(all, `SELECT pg_advisory_xact_lock(${DELETES})`);
      await all.deliver();
      const name = await eventually('somebody who has sent', async () => {
        const { rows } = await all.database.query(
          `SELECT application_name AS name FROM pg_stat_activity WHERE datname = current_database()
             AND wait_event_type = 'Lock' AND query LIKE 'DELETE FROM log_blocks%' AND application_name = ANY($1)`,
          [NAMES],
        );
        expect(rows).not.toEqual([]);
        return rows[0].name as Name;
      });
      await stopWithin(all, name, deletes);
      await all.deliver();
      await all.allStored();
      await all.eachOnce();
      all.processes.get(name)!.kill('SIGCONT');
      await all.deliver();
      await all.allStored();
      await all.eachOnce();
    });
});
