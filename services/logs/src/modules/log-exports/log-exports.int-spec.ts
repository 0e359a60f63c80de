import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { publishAsProducers } from '@palisade/messaging/test-support';
import { eventually } from '@palisade/testing';
import { LOGS_CONFIG, type LogsConfig } from '../../config/config.ts';
import { startHarness, startSurroundings } from '../../test/harness.ts';
import { attack, logBatch, record, utf8 } from '../../test/records.ts';
import { ExportProgressRepository } from './export-progress.repository.ts';
import { ExportRetentionJob } from './export-retention.job.ts';
import { MAX_EXPORTS, MAX_EXPORTS_A_DAY } from './export-size.rules.ts';
import type { LogExportView } from './log-export.schema.ts';

const PATH = '/dashboard/log-exports';
const SQL_INJECTION_RULE = 1001;

type Surroundings = Awaited<ReturnType<typeof startSurroundings>>;

function clientOf({ fetchAs, get }: Pick<Surroundings, 'fetchAs' | 'get'>, userId: string) {
  const list = async (): Promise<LogExportView[]> => (await get(userId, PATH)).body.exports;
  return {
    list,
    create: async (query = '') => {
      const response = await fetchAs(userId, `${PATH}?${query}`, { method: 'POST' });
      return { status: response.status, body: JSON.parse(await response.text()) };
    },
    remove: async (id: string) => (await fetchAs(userId, `${PATH}/${id}`, { method: 'DELETE' })).status,
    /** Makes progress however large it is. */
    finished: async (id: string) => {
      for (let rows = -1; ; ) {
        const last = rows;
        const found = await eventually('the export gets on', async () => {
          const one = (await list()).find((other) => other.id === id);
          if (one?.state !== 'finished' && (one?.rows ?? 0) <= last)
            throw new Error(`it is ${one?.state}, ${one?.rows} rows`);
          return one!;
        });
        if (found.state === 'finished') return found;
        rows = found.rows;
      }
    },
    file: async (id: string) => {
      const response = await fetchAs(userId, `${PATH}/${id}/file`);
      const bytes = Buffer.from(await response.arrayBuffer());
      return { status: response.status, headers: response.headers, bytes };
    },
  };
}

const linesOf = (bytes: Buffer) => gunzipSync(bytes).toString('utf8').trimEnd().split(/\r?\n/);

describe('exports in the background', () => {
  let harness: Awaited<ReturnType<typeof startHarness>>;
  let segments = 0;
  beforeAll(async () => {
    harness = await startHarness();
  });
  afterAll(() => harness?.dispose());

  const newOwner = (name: string) => {
    const owner = { id: randomUUID(), site: randomUUID() };
    harness.domainsOf.set(owner.id, [{ id: owner.site, name }]);
    return { ...owner, ...clientOf(harness, owner.id) };
  };
  async function store(records: ReturnType<typeof record>[]): Promise<void> {
    const segmentId = `exports-${segments++}`;
    await harness.publish(logBatch(records, { segmentId }));
    await harness.stored('node-1', segmentId, records.length);
  }

  it('are made and removed by keys that may write, and read by those that may read', async () => {
    const owner = newOwner('keys.example');
    const as = async (scope: string, method: string, path: string) =>
      (await harness.fetchAs(owner.id, path, { method, scopes: [scope] })).status;
    expect(await as('logs:read', 'POST', PATH)).toBe(403);
    expect(await as('logs:write', 'POST', PATH)).toBe(201);
    const [made] = await owner.list();
    expect(await as('logs:read', 'GET', PATH)).toBe(200);
    expect(await as('logs:read', 'DELETE', `${PATH}/${made?.id}`)).toBe(403);
    expect(await as('logs:write', 'DELETE', `${PATH}/${made?.id}`)).toBe(204);
  });

  it('hold what fits, newest first, as CSV that no spreadsheet runs or as NDJSON, for their owner alone', async () => {
    const owner = newOwner('mine.example');
    const stranger = newOwner('theirs.example');
    const now = Date.now();
    const rows = [1, 2, 3].map((age) =>
      attack(SQL_INJECTION_RULE, {
        siteId: owner.site,
        receivedAtMs: BigInt(now - age * 60_000),
        userAgent: utf8('=HYPERLINK("http://evil.example")'),
      }),
    );
    const theirs = attack(SQL_INJECTION_RULE, { siteId: stranger.site });
    await store([...rows, record({ siteId: owner.site }), theirs]);

    const { status, body } = await owner.create('status_filter=blocked');
    expect({ status, state: body.state, filtered: body.is_filtered }).toEqual({
      status: 201,
      state: 'waiting',
      filtered: true,
    });
    expect(await owner.finished(body.id)).toMatchObject({ rows: 3, percent: 100, is_whole: true });
    const { bytes, headers } = await owner.file(body.id);
    expect(headers.get('content-type')).toBe('application/gzip');
    expect(headers.get('content-disposition')).toMatch(/filename="palisade-logs-[\d-]+\.csv\.gz"/);
    const [head, ...lines] = linesOf(bytes);
    expect(head).toContain('"request_id"');
    expect(lines.map((line) => line.split('","')[1])).toEqual(rows.map(({ requestId }) => requestId));
    expect(lines[0]).toContain(`"'=HYPERLINK(""http://evil.example"")"`);

    const all = (await owner.create('format=ndjson&domain=mine.example')).body;
    await owner.finished(all.id);
    const entries = linesOf((await owner.file(all.id)).bytes).map((line) => JSON.parse(line));
    expect(entries).toHaveLength(4);
    expect(new Set(entries.map((entry) => entry.domain_name))).toEqual(new Set(['mine.example']));
    expect(entries.at(-1)).toMatchObject({ request_id: rows[2]?.requestId, matches: [{ rule_id: 1001 }] });

    expect((await stranger.file(all.id)).status).toBe(404);
    expect(await stranger.remove(all.id)).toBe(404);
    expect(await stranger.list()).toEqual([]);
    expect((await stranger.create('domain=mine.example')).body.code).toBe('domain_not_found');
  });

  it('are told of once, with what the mail says', async () => {
    const owner = newOwner('told.example');
    await store([record({ siteId: owner.site })]);
    const { id } = (await owner.create('domain=told.example')).body;
    await owner.finished(id);
    await eventually('it is told', async () => {
      const { rows } = await harness.database.query(
        'SELECT is_announced FROM log_exports WHERE export_id = $1',
        [id],
      );
      expect(rows).toEqual([{ is_announced: true }]);
    });
  });

  it('are few of an account; one that is deleted, or expires, makes room', async () => {
    const owner = newOwner('many.example');
    const ids: string[] = [];
    for (let count = 0; count < MAX_EXPORTS; count++) ids.push((await owner.create()).body.id);
    const { status, body } = await owner.create();
    expect({ status, code: body.code }).toEqual({ status: 409, code: 'too_many_log_exports' });
    expect(await owner.remove(ids[0]!)).toBe(204);
    expect(await owner.remove(ids[0]!)).toBe(404);
    expect((await owner.create()).status).toBe(201);
    await owner.finished(ids[1]!);
    await harness.database.query(
      `UPDATE log_exports SET expires_at = now() - interval '1 second' WHERE export_id = $1`,
      [ids[1]],
    );
    expect((await owner.file(ids[1]!)).status).toBe(404);
    expect((await owner.create()).status).toBe(201);
    // Expired exports are deleted with their parts.
    await (harness.app.get(ExportRetentionJob) as unknown as { run(): Promise<void> }).run();
    const left = await harness.database.query('SELECT FROM log_export_parts WHERE export_id = $1', [ids[1]]);
    expect(left.rowCount).toBe(0);
  });

  it('are no means to fill the owner’s mailbox: those that were deleted count for a day', async () => {
    const owner = newOwner('often.example');
    expect(await owner.remove((await owner.create()).body.id)).toBe(204);
    await harness.database.query(
      'INSERT INTO log_export_starts (owner_id) SELECT $1::uuid FROM generate_series(2, $2::int)',
      [owner.id, MAX_EXPORTS_A_DAY],
    );
    expect((await owner.create()).body).toMatchObject({
      code: 'too_many_log_exports',
      detail: 'An account can have at most 50 exports in 24 hours. Please try again later.',
    });
    await harness.database.query(
      `UPDATE log_export_starts SET started_at = started_at - interval '1 day' WHERE owner_id = $1`,
      [owner.id],
    );
    expect((await owner.create()).status).toBe(201);
  });

  it('of one account leave room to others', async () => {
    const owner = newOwner('hoarding.example');
    const { id } = (await owner.create()).body;
    await owner.finished(id);
    const quarter = (harness.app.get<LogsConfig>(LOGS_CONFIG).PALISADE_LOGS_EXPORTS_MB * 1024 ** 2) / 4;
    await harness.database.query('UPDATE log_exports SET bytes = $2 WHERE export_id = $1', [id, quarter]);
    const { status, body } = await owner.create();
    expect({ status, code: body.code, detail: body.detail }).toEqual({
      status: 409,
      code: 'too_many_log_exports',
      detail: 'Your exports take up all the storage of your account. Delete one first.',
    });
    expect((await newOwner('modest.example').create()).status).toBe(201);
  });

  it('hold the newest as many as the plan includes, and say so', async () => {
    const owner = newOwner('small.example');
    await store(Array.from({ length: 5 }, () => record({ siteId: owner.site })));
    const { id } = (await owner.create('format=ndjson')).body;
    await owner.remove(id);
    await harness.database.query(
      `INSERT INTO log_exports (export_id, owner_id, domain_name, site_ids, format, filter, from_at, to_at, most_rows, expires_at)
       SELECT $1, $2, '', ARRAY[$3], 'ndjson', filter, now() - interval '1 day', now(), 3, now() + interval '1 day'
       FROM log_exports LIMIT 1`,
      [id, owner.id, owner.site],
    );
    // The time range of another export's filter does not count here.
    await harness.database.query(
      `UPDATE log_exports SET status = NULL, filter = filter || jsonb_build_object('fromMs', 0, 'toMs', 9999999999999)
       WHERE export_id = $1`,
      [id],
    );
    expect(await owner.finished(id)).toMatchObject({ rows: 3, is_whole: false });
    expect(linesOf((await owner.file(id)).bytes)).toHaveLength(3);
  });

  it('leave nothing of a part that was not the claimant’s any more', async () => {
    const progress = harness.app.get(ExportProgressRepository);
    const gone = { export_id: randomUUID(), claim: randomUUID(), parts: 0 };
    const part = { bytes: Buffer.from('x'), rows: 1, next: null, isWhole: true };
    expect(await progress.add(gone as never, part)).toBeNull();
    const left = await harness.database.query('SELECT FROM log_export_parts WHERE export_id = $1', [
      gone.export_id,
    ]);
    expect(left.rowCount).toBe(0);
  });

  it('end with the account', async () => {
    const owner = newOwner('leaving.example');
    await owner.create();
    await publishAsProducers(harness.bus, harness.eventSettings, [
      { type: 'auth.user_deleted.v1', key: owner.id, payload: { userId: owner.id } },
    ]);
    await eventually('nothing is left', async () => expect(await owner.list()).toEqual([]));
  });
});

const ROWS = 40_000;
/** Limit of the service's heap. The export's entries as objects are several times as large. */
const HEAP_MIB = 160;
/** Limit of its whole memory, including the heap. */
const MAX_RESIDENT_MIB = 420;

describe('an export of many entries', () => {
  it('is whole after its writer was killed, in memory that does not grow with it', async () => {
    const surroundings = await startSurroundings();
    const { database, environment } = surroundings;
    // Decorators need the built code; `npm test` builds before it tests.
    const main = path.resolve(import.meta.dirname, '../../../dist/main.js');
    const start = (): ChildProcess =>
      spawn(process.execPath, [`--max-old-space-size=${HEAP_MIB}`, main], {
        env: { ...process.env, ...environment },
        stdio: ['ignore', 'ignore', 'inherit'],
      });
    const highestResidentMib = ({ pid }: ChildProcess) =>
      Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;
    const owner = { id: randomUUID(), site: randomUUID() };
    surroundings.domainsOf.set(owner.id, [{ id: owner.site, name: 'large.example' }]);
    const client = clientOf(surroundings, owner.id);
    let child = start();
    try {
      await eventually('the service answers', () => client.list());
      const sample = record({ siteId: owner.site });
      await surroundings.publish(logBatch([sample], { segmentId: 'large' }));
      await surroundings.stored('node-1', 'large', 1);
      const columns = await database.query(
        `SELECT string_agg(quote_ident(column_name), ', ' ORDER BY ordinal_position) AS names FROM information_schema.columns
         WHERE table_schema = 'logs' AND table_name = 'request_logs' AND column_name NOT IN ('request_id', 'received_at')`,
      );
      const { names } = columns.rows[0];
      await database.query(
        `INSERT INTO logs.request_logs (request_id, received_at, ${names})
         SELECT gen_random_uuid(), received_at - n * interval '1 ms', ${names}
         FROM logs.request_logs, generate_series(1, ${ROWS - 1}) AS n`,
      );
      const { id } = (await client.create('format=ndjson')).body;
      await eventually('some of it is stored', async () => {
        const [one] = await client.list();
        expect(one?.rows).toBeGreaterThan(0);
        expect(one?.state).toBe('running');
      });
      child.kill('SIGKILL');
      await once(child, 'exit');
      // As if the dead instance's claim had expired.
      await database.query(`UPDATE logs.log_exports SET claimed_until = '-infinity'`);
      child = start();
      await eventually('the service answers', () => client.list());
      expect(await client.finished(id)).toMatchObject({ rows: ROWS, is_whole: true });
      const resident = highestResidentMib(child);
      const lines = linesOf((await client.file(id)).bytes);
      const bytes = lines.reduce((sum, line) => sum + line.length, 0);
      expect(new Set(lines.map((line) => JSON.parse(line).request_id)).size).toBe(ROWS);
      expect(lines).toHaveLength(ROWS);
      process.stdout.write(
        `${ROWS} entries, ${Math.round(bytes / 2 ** 20)} MiB of lines: ${Math.round(resident)} MiB resident at most\n`,
      );
      expect(resident).toBeLessThan(MAX_RESIDENT_MIB);
    } finally {
      child.kill('SIGKILL');
      await once(child, 'exit');
      await surroundings.dispose();
    }
  });
});
