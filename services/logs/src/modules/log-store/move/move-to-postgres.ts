// From ClickHouse to PostgreSQL, a partition at a time:
//
//   tables renamed ─▶ partition copied, compared and recorded, in one transaction ─▶ dropped there ─▶
//   record deleted
//
// Nobody writes to the renamed tables. A recorded partition is stored here, whatever was killed since: it is only
// dropped.
import { pipeline } from 'node:stream/promises';
import type { PoolClient } from 'pg';
import copyStreams from 'pg-copy-streams';
import { parsePartitionId, partitionOfId } from '../partition-id.rules.ts';
import { Partitions } from '../postgres/partitions.ts';
import { RECORD_COLUMNS } from '../record-rows.types.ts';
import { MAX_PASSES, type MoveParts, stillWritten } from './move-parts.types.ts';
import { withoutStatementTimeout } from './without-statement-timeout.ts';

const TABLES = ['request_logs', 'facet_hours'] as const;
type Table = (typeof TABLES)[number];
const asideOf = (table: Table): string => `${table}_leaving`;

const FACET_COLUMNS = ['site_no', 'kind', 'hour', 'value', 'requests', 'blocked', 'response_bytes'].join(
  ', ',
);
const IN_PARTITION = '_partition_id = {id:String}';

export class MoveToPostgres {
  private readonly partitions: Partitions;

  constructor(private readonly parts: MoveParts) {
    this.partitions = new Partitions(parts.database);
  }

  async run(): Promise<void> {
    for (let pass = 0; pass < MAX_PASSES; pass++) {
      await this.finish();
      await this.parts.outbox.flush();
      if (!(await this.setAside())) return;
    }
    throw stillWritten('ClickHouse');
  }

  /** Moves tables that are renamed already: an interrupted move is completed before another begins. */
  async finish(): Promise<void> {
    for (const table of TABLES) {
      const aside = asideOf(table);
      const ids = await this.parts.clickhouse.partitionsOf(aside);
      for (const id of ids.sort(newestFirst)) await this.movePartition(table, id);
      // Records of partitions that were dropped just before a process was killed.
      await this.parts.database.query(`DELETE FROM log_move_parts WHERE part LIKE $1 || ' %'`, [table]);
      await this.parts.clickhouse.run(`DROP TABLE IF EXISTS ${aside} SYNC`);
    }
  }

  /**
   * A block that is being sent while its table is renamed could be lost when that table is dropped. Senders lock their
   * rows until they are stored, so with the lock no block is in flight.
   * @returns whether there was anything
   */
  private async setAside(): Promise<boolean> {
    const { clickhouse, database } = this.parts;
    return await withoutStatementTimeout(database, async (client) => {
      await client.query('LOCK TABLE log_blocks IN EXCLUSIVE MODE');
      let any = false;
      for (const table of TABLES) {
        if ((await clickhouse.partitionsOf(table)).length === 0) continue;
        await clickhouse.run(`RENAME TABLE ${table} TO ${asideOf(table)}`);
        any = true;
      }
      await clickhouse.makeTables();
      return any;
    });
  }

  private async movePartition(table: Table, id: string): Promise<void> {
    const { database, clickhouse } = this.parts;
    const part = `${table} ${id}`;
    const noted: unknown[] = await database.query('SELECT FROM log_move_parts WHERE part = $1', [part]);
    if (noted.length === 0) await this.store(table, id, part);
    await clickhouse.run(`ALTER TABLE ${asideOf(table)} DROP PARTITION ID '${id}'`);
    await database.query('DELETE FROM log_move_parts WHERE part = $1', [part]);
  }

  private async store(table: Table, id: string, part: string): Promise<void> {
    const name = partitionOfId(id);
    if (table === 'request_logs') await this.partitions.ensure(name === null ? [] : [name]);
    const rows = await withoutStatementTimeout(this.parts.database, async (client) => {
      const stored =
        name === null ? await this.storeFacets(client, id) : await this.storeRecords(client, id, name.table);
      await client.query('INSERT INTO log_move_parts (part) VALUES ($1)', [part]);
      return stored;
    });
    this.parts.note(`${part}: ${rows} ${name === null ? 'counts' : 'records'} moved`);
  }

  private async storeRecords(client: PoolClient, id: string, table: string): Promise<number> {
    const selected = RECORD_COLUMNS.map((column) => WRITTEN_AS[column] ?? column).join(', ');
    const rows = await this.copy(client, `${table} (${RECORD_COLUMNS.join(', ')})`, {
      query: `SELECT ${selected} FROM request_logs_leaving WHERE ${IN_PARTITION}`,
      id,
    });
    // Only rows of this transaction: other writers may be active.
    const { rows: here } = await client.query<unknown[]>({
      rowMode: 'array',
      text: `SELECT site_no, count(*)::text, sum(response_bytes)::text,
          sum(octet_length(target) + octet_length(user_agent) + octet_length(referer))::text,
          sum((extract(epoch FROM received_at) * 1000)::bigint)::text
        FROM ${table} WHERE xmin = pg_current_xact_id()::xid GROUP BY 1 ORDER BY 1`,
    });
    const there = await this.parts.clickhouse.rows(
      `SELECT site_no, toString(count()), toString(sum(response_bytes)),
         toString(sum(length(target) + length(user_agent) + length(referer))),
         toString(sum(toUnixTimestamp64Milli(received_at)))
       FROM request_logs_leaving WHERE ${IN_PARTITION} GROUP BY 1 ORDER BY 1`,
      { id },
    );
    assertSame(id, here, there);
    return rows;
  }

  private async storeFacets(client: PoolClient, id: string): Promise<number> {
    await client.query('CREATE TABLE facet_hours_arriving (LIKE facet_hours)');
    const rows = await this.copy(client, `facet_hours_arriving (${FACET_COLUMNS})`, {
      query: `SELECT site_no, kind, concat(toString(hour), '+00'), value, sum(requests), sum(blocked), sum(response_bytes)
        FROM facet_hours_leaving WHERE ${IN_PARTITION} GROUP BY site_no, kind, hour, value`,
      id,
    });
    const { rows: here } = await client.query<unknown[]>({
      rowMode: 'array',
      text: `SELECT site_no, kind, sum(requests)::text, sum(blocked)::text, sum(response_bytes)::text
        FROM facet_hours_arriving GROUP BY 1, 2 ORDER BY 1, 2`,
    });
    const there = await this.parts.clickhouse.rows(
      `SELECT site_no, kind, toString(sum(requests)), toString(sum(blocked)), toString(sum(response_bytes))
       FROM facet_hours_leaving WHERE ${IN_PARTITION} GROUP BY 1, 2 ORDER BY 1, 2`,
      { id },
    );
    assertSame(id, here, there);
    // In the same order as other writers, to avoid deadlocks.
    await client.query(
      `INSERT INTO facet_hours AS t (${FACET_COLUMNS}) SELECT ${FACET_COLUMNS} FROM facet_hours_arriving
       ORDER BY site_no, kind, hour, value COLLATE "C"
       ON CONFLICT (site_no, kind, hour, value) DO UPDATE SET requests = t.requests + excluded.requests,
         blocked = t.blocked + excluded.blocked, response_bytes = t.response_bytes + excluded.response_bytes`,
    );
    await client.query('DROP TABLE facet_hours_arriving');
    return rows;
  }

  /** Bytes are streamed from one server to the other. @returns number of rows */
  private async copy(
    client: PoolClient,
    into: string,
    { query, id }: { query: string; id: string },
  ): Promise<number> {
    const rows = await this.parts.clickhouse.stream(`${query} FORMAT TabSeparated`, { id });
    const copy = client.query(copyStreams.from(`COPY ${into} FROM STDIN`));
    await pipeline(rows, copy);
    return copy.rowCount;
  }
}

/** Recent logs are read most. */
const newestFirst = (a: string, b: string): number =>
  (parsePartitionId(b)?.dayMs ?? 0) - (parsePartitionId(a)?.dayMs ?? 0);

/** Expressions for columns that PostgreSQL reads in another form. */
const WRITTEN_AS: Partial<Record<(typeof RECORD_COLUMNS)[number], string>> = {
  received_at: `concat(toString(received_at), '+00')`,
  matches: `nullIf(matches, '')`,
};

function assertSame(id: string, here: readonly unknown[], there: readonly unknown[]): void {
  if (JSON.stringify(here) === JSON.stringify(there)) return;
  throw new Error(`What arrived of partition ${id} is not what ClickHouse has; it is left there.`);
}
