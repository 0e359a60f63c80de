import { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import {
  type ClickHouseClient,
  ClickHouseError,
  type ClickHouseSettings,
  createClient,
} from '@clickhouse/client';
import { type ClickhouseLayout, ONE_SERVER, partsSource, storedTable } from './layout.ts';
import { materializedDays, schemaOf } from './schema.ts';

/** Timeout of one statement; queries have a shorter one of their own. */
const REQUEST_TIMEOUT_MS = 60_000;
const MAX_CONNECTIONS = 16;
/** https://github.com/ClickHouse/ClickHouse/blob/master/src/Common/ErrorCodes.cpp */
const TIMEOUT_EXCEEDED = '159';

const QUESTION: ClickHouseSettings = {
  // 64-bit numbers arrive as text, as PostgreSQL's do: JSON numbers cannot hold all of them.
  output_format_json_quote_64bit_integers: 1,
};
const INSERT: ClickHouseSettings = {
  date_time_input_format: 'best_effort',
  // Never split: the deduplication token holds for the whole block.
  input_format_parallel_parsing: 0,
  // After an edge was cut off, late records of many days arrive together.
  max_partitions_per_insert_block: '0',
  input_format_null_as_default: 1,
};

/** On a cluster a block is stored once most replicas of each shard have it. */
const SHARED_INSERT: ClickHouseSettings = { distributed_foreground_insert: 1, insert_quorum: 'auto' };

export type Parameters = Readonly<Record<string, unknown>>;
/** A table, and its insert format. */
export interface InsertTarget {
  table: string;
  columns: readonly string[];
  format: 'TabSeparated' | 'JSONCompactEachRow' | 'Native' | 'RowBinary';
}

/** A ClickHouse server, whose tables are created before the first query. */
export class ClickhouseConnection {
  private readonly client: ClickHouseClient;
  private schema: Promise<void> | null = null;

  readonly layout: ClickhouseLayout;

  /** @param url with user, password and database: `http://USER:PASSWORD@HOST:8123/DATABASE` */
  constructor(url: string, layout = ONE_SERVER) {
    this.layout = layout;
    this.client = createClient({
      url,
      application: 'palisade-logs',
      request_timeout: REQUEST_TIMEOUT_MS,
      max_open_connections: MAX_CONNECTIONS,
      // A busy process closes an idle connection too late, when the server has closed it: its next statement would fail.
      keep_alive: { eagerly_destroy_stale_sockets: true },
    });
  }

  /** Rows as lists, in the order of the selected columns. `seconds`: time limit on the server. */
  async rows<Row extends unknown[]>(
    query: string,
    parameters: Parameters = {},
    seconds?: number,
  ): Promise<Row[]> {
    await this.ready();
    const result = await this.client.query({
      query,
      format: 'JSONCompactEachRow',
      query_params: parameters,
      clickhouse_settings: { ...QUESTION, ...(seconds !== undefined && { max_execution_time: seconds }) },
    });
    return await result.json<Row>();
  }

  /** Waits for mutations to complete. */
  async run(query: string, parameters: Parameters = {}): Promise<void> {
    await this.ready();
    await this.client.command({
      query,
      query_params: parameters,
      clickhouse_settings: { mutations_sync: '2' },
    });
  }

  /** Stores a block once, however often it is sent with the same token. */
  async insert({ table, columns, format }: InsertTarget, body: Buffer, token: string): Promise<void> {
    await this.ready();
    const { stream } = await this.client.exec({
      query: `INSERT INTO ${table} (${columns.join(', ')}) FORMAT ${format}`,
      values: Readable.from([body], { objectMode: false }),
      clickhouse_settings: {
        ...INSERT,
        ...(this.layout.cluster !== '' && SHARED_INSERT),
        insert_deduplication_token: token,
      },
    });
    // The response is empty, but must be read to release the connection.
    stream.resume();
    await finished(stream);
  }

  /** Streams bytes, for tables of any size. */
  async stream(query: string, parameters: Parameters = {}): Promise<Readable> {
    await this.ready();
    const { stream } = await this.client.exec({ query, query_params: parameters });
    return stream;
  }

  /** After a table was renamed or dropped. */
  async makeTables(): Promise<void> {
    this.schema = null;
    await this.ready();
  }

  /** The partitions of a table that have rows; none if there is no such table. */
  async partitionsOf(table: string): Promise<string[]> {
    const rows = await this.rows<[string]>(
      `SELECT DISTINCT partition_id FROM ${partsSource(this.layout)}
       WHERE database = currentDatabase() AND table = {table:String} AND active AND rows > 0 ORDER BY 1`,
      { table: storedTable(table, this.layout) },
    );
    return rows.map(([id]) => id);
  }

  async hasTable(table: string): Promise<boolean> {
    const rows = await this.rows(
      'SELECT 1 FROM system.tables WHERE database = currentDatabase() AND name = {table:String}',
      { table },
    );
    return rows.length > 0;
  }

  /** Without creating tables. */
  async version(): Promise<string> {
    const result = await this.client.query({ query: 'SELECT version()', format: 'JSONCompactEachRow' });
    const [row] = await result.json<[string]>();
    return row![0];
  }

  close(): Promise<void> {
    return this.client.close();
  }

  private ready(): Promise<void> {
    this.schema ??= this.migrate().catch((error: unknown) => {
      this.schema = null;
      throw error;
    });
    return this.schema;
  }

  private async migrate(): Promise<void> {
    const isFormer = await this.hasFormerDays();
    for (const query of schemaOf(this.layout)) await this.client.command({ query });
    // In the background: until then older days are read by hours.
    if (isFormer) await this.client.command({ query: materializedDays(this.layout) });
  }

  /** Whether the days of counts are those of an older version. */
  private async hasFormerDays(): Promise<boolean> {
    const result = await this.client.query({
      query: `SELECT 1 FROM system.tables WHERE database = currentDatabase() AND name = {table:String}
        AND create_table_query LIKE '%PROJECTION by_day %'`,
      query_params: { table: storedTable('facet_hours', this.layout) },
      format: 'JSONCompactEachRow',
    });
    return (await result.json()).length > 0;
  }
}

export const hasTimedOut = (error: unknown): boolean =>
  error instanceof ClickHouseError && error.code === TIMEOUT_EXCEEDED;
