import { createHmac, randomUUID } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gunzipSync } from 'node:zlib';
import { create, toBinary } from '@bufbuild/protobuf';
import { createClient } from '@clickhouse/client';
import { HOUR_MS } from '@palisade/basics';
import { recordedRequestV1 } from '@palisade/contracts';
import { publishAsProducers } from '@palisade/messaging/test-support';
import { eventually, startTestClickhouse } from '@palisade/testing';
import { startHarness } from '../../test/harness.ts';
import { attack, logBatch, record, utf8 } from '../../test/records.ts';
import { ErasureJob } from './erasure.job.ts';

const PERSON = '203.0.113.77';
const NEIGHBOUR = '198.51.100.9';

type Harness = Awaited<ReturnType<typeof startHarness>>;

const clickhouse = await startTestClickhouse();
afterAll(() => clickhouse.dispose());

const STORES = {
  PostgreSQL: async () => null,
  ClickHouse: async () => await clickhouse.createDatabase(),
} as const satisfies Record<string, () => Promise<{ url: string } | null>>;

describe.each(Object.keys(STORES) as (keyof typeof STORES)[])(
  'what is deleted, with records in %s',
  (name) => {
    let harness: Harness;
    let store: { url: string } | null;
    let receiver: Server;
    /** Log streams ask it; it takes nothing until it is told to. */
    let takes = false;
    const delivered: string[] = [];

    beforeAll(async () => {
      store = await STORES[name]();
      receiver = createServer(async (request, response) => {
        const chunks: Buffer[] = [];
        for await (const chunk of request) chunks.push(chunk as Buffer);
        if (takes) delivered.push(gunzipSync(Buffer.concat(chunks)).toString());
        response.writeHead(takes ? 200 : 503).end();
      });
      await new Promise<void>((resolve) => void receiver.listen(0, '127.0.0.1', resolve));
      harness = await startHarness({
        PALISADE_LOGS_STREAMS_PRIVATE_NETWORKS: '127.0.0.0/8',
        PALISADE_LOGS_STREAM_INTERVAL_MS: '50',
        PALISADE_LOGS_STREAMS_RETRY_DELAY_MS: '50',
        ...(store !== null && { PALISADE_LOGS_CLICKHOUSE_URL: store.url }),
      });
    });
    afterAll(async () => {
      await harness?.dispose();
      receiver.closeAllConnections();
      receiver.close();
    });
    beforeEach(() => {
      takes = false;
      delivered.length = 0;
    });

    /** Every table of the service, in both places, as text: in which of them it stands. */
    async function tablesWith(text: string): Promise<string[]> {
      const { rows } = await harness.database.query(
        `SELECT c.relname AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
       WHERE c.relkind IN ('r', 'p') AND NOT c.relispartition AND n.nspname = current_schema() ORDER BY 1`,
      );
      expect(rows.length).toBeGreaterThan(20);
      const found: string[] = [];
      const hex = Buffer.from(text).toString('hex');
      for (const { name: table } of rows as { name: string }[]) {
        // Bytes are shown as hexadecimal digits.
        const held = await harness.database.query(
          `SELECT FROM "${table}" AS one WHERE one::text LIKE $1 OR one::text LIKE $2 LIMIT 1`,
          [`%${text}%`, `%${hex}%`],
        );
        if (held.rowCount !== 0) found.push(table);
      }
      if (store !== null) found.push(...(await clickhouseTablesWith(store.url, text)));
      return found;
    }

    /** As it lies for those who look live, longer than it would. */
    const putByFresh = (text: string) =>
      harness.database.query(
        `INSERT INTO fresh_records (transaction_no, stored_at, text) VALUES ($1, now() + interval '1 hour', $2)`,
        [Date.now(), Buffer.from(text)],
      );

    /** An owner with a site, whose log goes to a stream that is behind, into an export and a recording; and what visitors did there. */
    async function ownerWithVisitors() {
      const [owner, site] = [randomUUID(), randomUUID()];
      harness.domainsOf.set(owner, [{ id: site, name: `${site.slice(0, 8)}.example` }]);
      const call = (method: string, path: string, body?: object) =>
        harness.fetchAs(owner, path, { method, ...(body && { body }) });
      const { port } = receiver.address() as AddressInfo;
      const made = await call('POST', '/log-streams', {
        name: 'Mine',
        domain: site,
        kind: 'http',
        target: { url: `http://127.0.0.1:${port}/` },
      });
      expect(made.status).toBe(201);
      const now = Date.now();
      const of = (clientAddress: string, hours: number) => ({
        siteId: site,
        clientAddress,
        receivedAtMs: BigInt(now - hours * HOUR_MS),
        target: utf8(`/of/${createHmac('md5', owner).update(clientAddress).digest('hex')}`),
      });
      const recordedRecord = (clientAddress: string) => {
        const requestId = randomUUID();
        const request = create(recordedRequestV1.RecordedRequestSchema, { requestId, clientAddress });
        return record({
          ...of(clientAddress, 1),
          requestId,
          recorded: toBinary(recordedRequestV1.RecordedRequestSchema, request),
          recordedQuota: 100,
        });
      };
      const refused = attack(1001, of(PERSON, 2));
      const report = { requestId: refused.requestId, text: 'Let me in', email: '' };
      const records = [
        recordedRecord(PERSON),
        refused,
        record({
          ...of(PERSON, 1),
          visitorReport: { $typeName: 'palisade.events.v1.VisitorReport', ...report },
        }),
        recordedRecord(NEIGHBOUR),
        record(of(NEIGHBOUR, 2)),
      ];
      const segmentId = randomUUID();
      await harness.publish(logBatch(records, { segmentId }));
      await harness.stored('node-1', segmentId, records.length);
      const exported = await call('POST', `/dashboard/log-exports?domain=${site}`);
      const { id } = (await exported.json()) as { id: string };
      await eventually('the export is written', async () => {
        const { rows } = await harness.database.query('SELECT state FROM log_exports WHERE export_id = $1', [
          id,
        ]);
        expect(rows).toEqual([{ state: 'finished' }]);
      });
      return { owner, site, call, records, pathOf: (address: string) => of(address, 0).target };
    }
    const textOf = (bytes: Uint8Array) => Buffer.from(bytes).toString();
    const rowsOf = async (table: string, condition: string, value: string) =>
      (await harness.database.query(`SELECT FROM ${table} WHERE ${condition} = $1`, [value])).rowCount;

    it('of a person, is nowhere afterwards, and a stream that is behind has only the others to send', async () => {
      const { site, call, records, pathOf } = await ownerWithVisitors();
      const theirs = records.filter(({ clientAddress }) => clientAddress === PERSON);
      await putByFresh(PERSON);
      expect(await tablesWith(PERSON)).toContain('fresh_records');
      expect(await tablesWith(textOf(pathOf(PERSON)))).not.toEqual([]);
      const query = new URLSearchParams({
        domain: site,
        address: PERSON,
        from: new Date(0).toISOString(),
        to: new Date(Date.now() + HOUR_MS).toISOString(),
      });
      const deleted = await call('DELETE', `/dashboard/visitor-data?${query}`);
      expect(await deleted.json()).toEqual({
        records: 3,
        recordings: 1,
        reports: 1,
        exports: 1,
        is_repeated: true,
      });

      for (const trace of [PERSON, ...theirs.map(({ requestId }) => requestId)])
        expect([trace, await tablesWith(trace)]).toEqual([trace, []]);
      // That a path was asked for stays counted, which says nothing of whom.
      const counting = await tablesWith(textOf(pathOf(PERSON)));
      expect(counting).toEqual([store === null ? 'facet_hours' : 'ClickHouse facet_hours']);
      expect(await tablesWith(textOf(pathOf(NEIGHBOUR)))).not.toEqual([]);
      expect(await rowsOf('recorded_requests', 'request_id', records[3]!.requestId)).toBe(1);

      takes = true;
      await eventually('the stream has sent what is left', async () =>
        expect(delivered.join()).toContain(records[4]!.requestId),
      );
      expect(delivered.join()).toContain(records[3]!.requestId);
      for (const { requestId } of theirs) expect(delivered.join()).not.toContain(requestId);
      expect(delivered.join()).not.toContain(PERSON);
    });

    it('of an account, is nowhere afterwards but in counts that billing adds up', async () => {
      const { owner, site, call, records, pathOf } = await ownerWithVisitors();
      const condition = {
        measure: 'requests',
        window_minutes: 5,
        compare: 'threshold',
        direction: 'above',
        value: 1e6,
      };
      expect((await call('POST', '/alert-rules', { name: 'Mine', condition })).status).toBe(201);
      const stays = await ownerWithVisitors();
      await putByFresh(textOf(pathOf(PERSON)));

      // As the account is closed: each of its domains first, then itself.
      await publishAsProducers(harness.bus, harness.eventSettings, [
        {
          type: 'domains.domain_removed.v1',
          key: site,
          payload: { domainId: site, ownerId: owner, domainName: 'gone.example' },
        },
        { type: 'auth.user_deleted.v1', key: owner, payload: { userId: owner, email: 'ada@example.com' } },
      ]);
      await eventually('the removal is known', async () => {
        expect(await rowsOf('site_erasures', 'site_id', site)).toBe(1);
        for (const table of ['log_exports', 'log_export_starts', 'log_streams', 'alert_rules'])
          expect([table, await rowsOf(table, 'owner_id', owner)]).toEqual([table, 0]);
      });
      const job = harness.app.get(ErasureJob);
      await job.eraseDue();

      expect(await tablesWith(owner)).toEqual([]);
      // Its number and its totals stay, and until the last round which site is to be erased.
      expect(await tablesWith(site)).toEqual(['site_erasures', 'sites']);
      for (const trace of [textOf(pathOf(PERSON)), ...records.map(({ requestId }) => requestId)])
        expect([trace, await tablesWith(trace)]).toEqual([trace, []]);
      const numbered = await tablesWithSite(site);
      expect(numbered).toEqual(
        ['former_status_slugs', 'recording_quotas', 'site_totals', 'sites', 'stored_chunks'].filter((table) =>
          numbered.includes(table),
        ),
      );
      expect(await tablesWith(textOf(stays.pathOf(PERSON)))).not.toEqual([]);
    });

    /** In which tables there are rows of the site's number. */
    async function tablesWithSite(siteId: string): Promise<string[]> {
      const { rows } = await harness.database.query(
        `SELECT table_name AS name FROM information_schema.columns
       WHERE column_name = 'site_no' AND table_schema = current_schema() ORDER BY 1`,
      );
      const found: string[] = [];
      for (const { name: table } of rows as { name: string }[]) {
        const held = await harness.database.query(
          `SELECT FROM "${table}" WHERE site_no = (SELECT site_no FROM sites WHERE site_id = $1) LIMIT 1`,
          [siteId],
        );
        if (held.rowCount !== 0) found.push(table);
      }
      return found;
    }
  },
);

async function clickhouseTablesWith(url: string, text: string): Promise<string[]> {
  const client = createClient({ url });
  try {
    const ask = async (query: string) =>
      await (await client.query({ query, format: 'JSONEachRow', query_params: { text } })).json<{
        name: string;
      }>();
    const tables = await ask(
      `SELECT name FROM system.tables WHERE database = currentDatabase() AND engine LIKE '%MergeTree%'`,
    );
    const found: string[] = [];
    for (const { name } of tables)
      if (
        (
          await ask(
            `SELECT '${name}' AS name FROM \`${name}\` WHERE position(toString(tuple(*)), {text:String}) > 0 LIMIT 1`,
          )
        ).length > 0
      )
        found.push(`ClickHouse ${name}`);
    expect(tables.length).toBeGreaterThan(1);
    return found;
  } finally {
    await client.close();
  }
}
