import { Logger } from '@nestjs/common';
import { DAY_MS } from '@palisade/basics';
import type { DataSource } from 'typeorm';
import { classTable, type PartitionName, parsePartition, partitionName } from '../partition-name.rules.ts';

const DAYS_AHEAD = 2;
/** The plans' classes; others are created on demand. */
const COMMON_RETENTION_DAYS = [7, 14, 30, 90];

/** Creates and drops the tables, each for one day of one retention class. */
export class Partitions {
  private readonly logger = new Logger(Partitions.name);
  private readonly known = new Set<string>();
  private making: Promise<void> = Promise.resolve();

  constructor(private readonly database: DataSource) {}

  async ensure(names: readonly PartitionName[]): Promise<void> {
    const missing = names.filter((name) => !this.known.has(name.table));
    if (missing.length === 0) return;
    // Sequentially: two concurrent attachments to the same table would wait for each other's locks.
    this.making = this.making.then(
      () => this.make(missing),
      () => this.make(missing),
    );
    await this.making;
  }

  async makeAhead(nowMs: number): Promise<void> {
    const today = nowMs - (nowMs % DAY_MS);
    await this.ensure(
      COMMON_RETENTION_DAYS.flatMap((retentionDays) =>
        Array.from({ length: DAYS_AHEAD + 1 }, (_, ahead) =>
          partitionName(retentionDays, today + ahead * DAY_MS),
        ),
      ),
    );
  }

  /** Drops tables whose records have all expired. @returns the tables dropped */
  async dropExpired(nowMs: number): Promise<string[]> {
    const expired = (await this.tables())
      .map(parsePartition)
      .filter((name) => name !== null)
      .filter(({ dayMs, retentionDays }) => dayMs + (retentionDays + 1) * DAY_MS <= nowMs);
    for (const { table } of expired) {
      this.known.delete(table);
      await this.drop(table);
      this.logger.log({ table }, 'request log partitions dropped: retention has ended');
    }
    return expired.map(({ table }) => table);
  }

  /**
   * The server summarises new block ranges (`autosummarize`); one that it has missed is read by every search. Tables of
   * earlier days do not grow any more: they were summarised on their own day.
   */
  async summarize(nowMs: number): Promise<void> {
    const today = nowMs - (nowMs % DAY_MS);
    const recent = (await this.tables())
      .map(parsePartition)
      .filter((name) => name !== null)
      .filter(({ dayMs }) => dayMs === today || dayMs === today - DAY_MS);
    for (const { table } of recent)
      await this.database.query(
        `SELECT brin_summarize_new_values(x.indexrelid) FROM pg_index x
         JOIN pg_class c ON c.oid = x.indexrelid JOIN pg_am a ON a.oid = c.relam
         WHERE x.indrelid = to_regclass($1) AND a.amname = 'brin'`,
        [table],
      );
  }

  /** The tables with records, one for each day of a retention class. */
  async tables(): Promise<string[]> {
    const rows: { table: string }[] = await this.database.query(
      `SELECT c.relname AS "table" FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
       WHERE n.nspname = current_schema() AND c.relkind = 'r' AND c.relname LIKE 'request\\_logs\\_r%'`,
    );
    return rows.map(({ table }) => table);
  }

  private async make(names: readonly PartitionName[]): Promise<void> {
    for (const name of names) {
      if (this.known.has(name.table)) continue;
      await this.makeOne(name);
      this.known.add(name.table);
    }
  }

  /**
   * Created as a plain table and attached afterwards: that takes a weaker lock than creating it as a partition, and the
   * check constraint avoids the scan. The advisory lock keeps other instances from doing the same.
   */
  private async makeOne({ table, retentionDays, dayMs }: PartitionName): Promise<void> {
    const parent = classTable(retentionDays);
    const from = new Date(dayMs).toISOString();
    const to = new Date(dayMs + DAY_MS).toISOString();
    await this.database.transaction(async (manager) => {
      await manager.query(`SELECT pg_advisory_xact_lock(hashtext('request_logs partitions'))`);
      await manager.query(
        `CREATE TABLE IF NOT EXISTS ${parent} PARTITION OF request_logs
         FOR VALUES IN (${retentionDays}) PARTITION BY RANGE (received_at)`,
      );
      const [found]: { exists: boolean }[] = await manager.query(
        'SELECT to_regclass($1) IS NOT NULL AS exists',
        [table],
      );
      if (found?.exists) return;
      await manager.query(
        `CREATE TABLE ${table} (LIKE ${parent} INCLUDING DEFAULTS,
         CHECK (retention_days = ${retentionDays} AND received_at >= '${from}' AND received_at < '${to}'))`,
      );
      await manager.query(
        `ALTER TABLE ${parent} ATTACH PARTITION ${table} FOR VALUES FROM ('${from}') TO ('${to}')`,
      );
    });
  }

  /** Detached without blocking readers, then dropped; an interrupted earlier attempt is completed first. */
  private async drop(table: string): Promise<void> {
    const name = parsePartition(table);
    if (!name) return;
    const parent = classTable(name.retentionDays);
    const attached: { pending: boolean }[] = await this.database.query(
      'SELECT inhdetachpending AS pending FROM pg_inherits WHERE inhrelid = to_regclass($1)',
      [table],
    );
    if (attached[0]) {
      const how = attached[0].pending ? 'FINALIZE' : 'CONCURRENTLY';
      await this.database.query(`ALTER TABLE ${parent} DETACH PARTITION ${table} ${how}`);
    }
    await this.database.query(`DROP TABLE IF EXISTS ${table}`);
  }
}
