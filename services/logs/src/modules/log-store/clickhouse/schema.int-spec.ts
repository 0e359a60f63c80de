import { eventually, startTestClickhouse } from '@palisade/testing';
import { ClickhouseConnection } from './clickhouse-connection.ts';
import { type ClickhouseLayout, ONE_SERVER, onCluster, partsSource, storedTable } from './layout.ts';
import { schemaOf } from './schema.ts';

const CLUSTER: ClickhouseLayout = { cluster: 'logs', storagePolicy: 'tiered' };

// The engine has no Keeper: clusters are not tested here, only that the parser accepts the statements.
describe('the tables in ClickHouse', () => {
  let clickhouse: Awaited<ReturnType<typeof startTestClickhouse>>;
  let dispose: () => Promise<void>;
  let connection: ClickhouseConnection;
  beforeAll(async () => {
    clickhouse = await startTestClickhouse();
    const made = await clickhouse.createDatabase();
    dispose = made.dispose;
    connection = new ClickhouseConnection(made.url);
  });
  afterAll(async () => {
    await connection?.close();
    await dispose?.();
    await clickhouse?.dispose();
  });

  const formatted = async (statement: string): Promise<string> => {
    const [row] = await connection.rows<[string]>('SELECT formatQuerySingleLine({statement:String})', {
      statement,
    });
    return row![0];
  };

  it('are two of one server, as they have always been', async () => {
    const statements = schemaOf(ONE_SERVER);
    const tables = statements.filter((statement) => statement.startsWith('CREATE'));
    expect(tables).toHaveLength(2);
    for (const table of tables)
      expect(await formatted(table)).toContain('non_replicated_deduplication_window = 10000');
    for (const statement of statements) {
      expect(await formatted(statement)).not.toBe('');
      expect(statement).not.toMatch(/CLUSTER|Replicated|Distributed|storage_policy/);
    }
    expect([storedTable('request_logs', ONE_SERVER), onCluster(ONE_SERVER), partsSource(ONE_SERVER)]).toEqual(
      ['request_logs', '', 'system.parts'],
    );
  });

  it('are replicated on every server of a cluster, with a distributed one before each', async () => {
    const all = await Promise.all(schemaOf(CLUSTER).map(formatted));
    // New columns are added to both tables, or the distributed one would not know them.
    const altered = all.filter((text) => /^ALTER.*ADD COLUMN/.test(text));
    const added = altered.map((text) => /^ALTER TABLE (\w+) ON CLUSTER logs .*NOT EXISTS `?(\w+)/.exec(text));
    expect(added.map((parts) => parts?.slice(1))).toEqual([
      ['request_logs_shard', 'ja4'],
      ['request_logs_shard', 'tls_version'],
      ['request_logs_shard', 'origin'],
      ['request_logs_shard', 'origin_reason'],
      ['request_logs', 'ja4'],
      ['request_logs', 'tls_version'],
      ['request_logs', 'origin'],
      ['request_logs', 'origin_reason'],
    ]);
    const statements = all.filter((text) => text.startsWith('CREATE'));
    expect(statements.map((text) => text.slice(0, text.indexOf(' ON CLUSTER logs')))).toEqual([
      'CREATE TABLE IF NOT EXISTS request_logs_shard',
      'CREATE TABLE IF NOT EXISTS request_logs',
      'CREATE TABLE IF NOT EXISTS facet_hours_shard',
      'CREATE TABLE IF NOT EXISTS facet_hours',
    ]);
    expect(statements[0]).toMatch(/ENGINE = ReplicatedMergeTree PARTITION BY .*storage_policy = 'tiered'$/);
    expect(statements[2]).toContain('ENGINE = ReplicatedSummingMergeTree');
    expect(statements[0]).not.toContain('non_replicated');
    expect(statements[1]).toMatch(
      /AS request_logs_shard ENGINE = Distributed\(logs, currentDatabase\(\), request_logs_shard, site_no\)$/,
    );
  });

  it('get the counts of their days anew where an older version ordered them otherwise', async () => {
    const made = await clickhouse.createDatabase();
    const before = new ClickhouseConnection(made.url);
    const after = new ClickhouseConnection(made.url);
    const days = async (name: string) =>
      Number(
        (
          await after.rows<[string]>(
            `SELECT sum(rows) FROM system.projection_parts
             WHERE database = currentDatabase() AND active AND name = {name:String}`,
            { name },
          )
        )[0]![0],
      );
    try {
      await before.run('ALTER TABLE facet_hours DROP PROJECTION by_kind_and_day');
      await before.run(
        `ALTER TABLE facet_hours ADD PROJECTION by_day (SELECT site_no, kind, toStartOfDay(hour) AS day, value,
           sum(requests), sum(blocked), sum(response_bytes) GROUP BY site_no, kind, day, value)`,
      );
      await before.run("INSERT INTO facet_hours VALUES (1, 4, '2026-01-02 03:00:00', '2xx', 5, 0, 9)");
      await eventually('days by kind', async () =>
        expect([await days('by_kind_and_day'), await days('by_day')]).toEqual([1, 0]),
      );
    } finally {
      await Promise.all([before.close(), after.close()]);
      await made.dispose();
    }
  });

  it('are altered, dropped from and looked at on all of its servers', async () => {
    const table = `${storedTable('request_logs', CLUSTER)}${onCluster(CLUSTER)}`;
    expect(await formatted(`ALTER TABLE ${table} DROP PARTITION ID '30-20260101'`)).toContain(
      'ALTER TABLE request_logs_shard ON CLUSTER logs',
    );
    expect(await formatted(`ALTER TABLE ${table} DELETE WHERE site_no = 1`)).toContain('ON CLUSTER logs');
    expect(await formatted(`SELECT 1 FROM ${partsSource(CLUSTER)}`)).toContain(
      'clusterAllReplicas(logs, system.parts)',
    );
  });
});
