// From PostgreSQL to ClickHouse, a range of pages at a time:
//
//   rows deleted and written as a block, in one transaction ─▶ block sent under its token ─▶ block deleted
//
// A row is in one store, in a block or in the other store, whatever is killed when; the log service sends waiting
// blocks too. So no progress needs to be stored: what is not moved yet is what is left.
import { buffer } from 'node:stream/consumers';
import type { PoolClient } from 'pg';
import copyStreams from 'pg-copy-streams';
import type { FacetCount } from '../../records/roll-ups.rules.ts';
import { facetLine } from '../clickhouse/facet-blocks.ts';
import { parsePartition } from '../partition-name.rules.ts';
import { Partitions } from '../postgres/partitions.ts';
import { RECORD_COLUMNS } from '../record-rows.types.ts';
import { MAX_PASSES, type MoveParts, stillWritten } from './move-parts.types.ts';
import { withoutStatementTimeout } from './without-statement-timeout.ts';

/** Pages of 8 KiB, moved in one transaction: about 10,000 records. */
const PAGES_AT_ONCE = 512;
/** Maximum size of a block, which is held in memory; TOASTed values make some pages' rows large. */
const MAX_BLOCK_BYTES = 32 * 1024 * 1024;
const LOCK_NOT_AVAILABLE = '55P03';

interface Range {
  table: string;
  /** Page range; `to` is exclusive. */
  from: number;
  to: number;
}

/** @returns number of rows moved, or null: they are too large for one block */
type MoveRange = (client: PoolClient, range: Range) => Promise<number | null>;

export class MoveToClickhouse {
  private readonly partitions: Partitions;

  constructor(private readonly parts: MoveParts) {
    this.partitions = new Partitions(parts.database);
  }

  async run(): Promise<void> {
    // Left by a process that was killed.
    await this.parts.outbox.flush();
    for (let pass = 0; pass < MAX_PASSES; pass++) {
      const moved = (await this.moveRecords()) + (await this.moveFacets());
      if (moved === 0) return;
    }
    throw stillWritten('PostgreSQL');
  }

  private async moveRecords(): Promise<number> {
    let moved = 0;
    // Newest first: recent logs are read most.
    const tables = (await this.partitions.tables()).map(parsePartition).filter((name) => name !== null);
    for (const { table, dayMs, retentionDays } of tables.toSorted((a, b) => b.dayMs - a.dayMs)) {
      const rows = await this.moveTable(table, (client, range) => this.recordsToBlock(client, range));
      if (rows === 0) continue;
      moved += rows;
      const day = new Date(dayMs).toISOString().slice(0, 10);
      this.parts.note(`${day}, kept for ${retentionDays} days: ${rows} records moved`);
    }
    return moved;
  }

  private async moveFacets(): Promise<number> {
    const moved = await this.moveTable('facet_hours', (client, range) => this.facetsToBlock(client, range));
    if (moved > 0) this.parts.note(`counts by the hour: ${moved} moved`);
    return moved;
  }

  private async moveTable(table: string, moveRange: MoveRange): Promise<number> {
    const [size]: { pages: number }[] = await this.parts.database.query(
      `SELECT (pg_relation_size($1::regclass) / current_setting('block_size')::int)::int AS pages`,
      [table],
    );
    let moved = 0;
    let atOnce = PAGES_AT_ONCE;
    for (let from = 0; from < size!.pages; ) {
      const range = { table, from, to: Math.min(from + atOnce, size!.pages) };
      const rows = await withoutStatementTimeout(this.parts.database, async (client) => {
        // Writers wait for this to end, without holding anything that it waits for.
        await client.query(`LOCK TABLE ${table} IN SHARE ROW EXCLUSIVE MODE`);
        return await moveRange(client, range);
      });
      if (rows === null) {
        atOnce = Math.ceil((range.to - from) / 2);
        continue;
      }
      if (rows > 0) await this.parts.outbox.flush();
      moved += rows;
      from = range.to;
    }
    if (size!.pages > 0) await this.release(table);
    return moved;
  }

  private async recordsToBlock(client: PoolClient, range: Range): Promise<number | null> {
    const where = IN_RANGE(range);
    const { rows } = await client.query<{ rows: string; bytes: string }>(
      `SELECT count(*) AS rows, coalesce(sum(octet_length(target) + octet_length(user_agent) + octet_length(referer)
         + coalesce(octet_length(matches::text), 0)), 0) AS bytes
       FROM ${range.table} WHERE ${where}`,
    );
    const count = Number(rows[0]!.rows);
    if (count === 0) return 0;
    if (Number(rows[0]!.bytes) > MAX_BLOCK_BYTES && range.to - range.from > 1) return null;
    const copy = copyStreams.to(
      `COPY (DELETE FROM ${range.table} WHERE ${where} RETURNING ${RECORD_COLUMNS.join(', ')}) TO STDOUT`,
    );
    await this.parts.outbox.put(client, 'records', await buffer(client.query(copy)));
    return count;
  }

  private async facetsToBlock(client: PoolClient, range: Range): Promise<number> {
    const { rows } = await client.query<FacetRow>(
      `DELETE FROM facet_hours WHERE ${IN_RANGE(range)}
       RETURNING site_no AS "siteNo", kind, (extract(epoch FROM hour) * 1000)::float8 AS "hourMs", value,
         requests, blocked, response_bytes`,
    );
    if (rows.length > 0)
      await this.parts.outbox.put(client, 'facets', Buffer.from(rows.map(toFacetLine).join('')));
    return rows.length;
  }

  /** Frees the disk at once; retention drops the table itself. */
  private async release(table: string): Promise<void> {
    try {
      await withoutStatementTimeout(this.parts.database, async (client) => {
        await client.query(`SET LOCAL lock_timeout = '5s'`);
        await client.query(`LOCK TABLE ${table} IN ACCESS EXCLUSIVE MODE`);
        const { rowCount } = await client.query(`SELECT FROM ${table} LIMIT 1`);
        if (rowCount === 0) await client.query(`TRUNCATE ${table}`);
      });
    } catch (error) {
      // A long reader, such as a backup, holds a lock: vacuum frees the space later.
      if ((error as { code?: string }).code !== LOCK_NOT_AVAILABLE) throw error;
    }
  }
}

type FacetRow = Pick<FacetCount, 'siteNo' | 'kind' | 'hourMs' | 'value'> &
  Record<'requests' | 'blocked' | 'response_bytes', string>;

const toFacetLine = ({ requests, blocked, response_bytes, ...key }: FacetRow): string =>
  facetLine({
    ...key,
    requests: Number(requests),
    blocked: Number(blocked),
    responseBytes: Number(response_bytes),
  });

const IN_RANGE = ({ from, to }: Range): string => `ctid >= '(${from},0)'::tid AND ctid < '(${to},0)'::tid`;
