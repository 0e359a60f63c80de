import { Logger } from '@nestjs/common';
import { backoff } from '@palisade/basics';
import { DomainError } from '@palisade/nest-kit';
import type { PoolClient } from 'pg';
import type { DataSource, EntityManager } from 'typeorm';
import { RECORD_COLUMNS } from '../record-rows.types.ts';
import type { ClickhouseConnection, InsertTarget } from './clickhouse-connection.ts';

const FACET_COLUMNS = ['site_no', 'kind', 'hour', 'value', 'requests', 'blocked', 'response_bytes'];

/** Text blocks are written by a move from the other store, and were by older versions. */
const TARGETS = {
  record_block: { table: 'request_logs', columns: RECORD_COLUMNS, format: 'Native' },
  records: { table: 'request_logs', columns: RECORD_COLUMNS, format: 'TabSeparated' },
  facet_rows: { table: 'facet_hours', columns: FACET_COLUMNS, format: 'RowBinary' },
  facets: { table: 'facet_hours', columns: FACET_COLUMNS, format: 'JSONCompactEachRow' },
} as const satisfies Record<string, InsertTarget>;
export type BlockTarget = keyof typeof TARGETS;

/** Sent in one go; a transaction appends a handful. */
const BLOCKS_AT_ONCE = 32;
/** Maximum waiting blocks while the store is unavailable; then records stay on the bus. */
const MAX_WAITING = 2_000;
/** Blocks that this process wrote and need not read again. */
const MAX_REMEMBERED_BYTES = 64 * 1024 * 1024;
const FIRST_RETRY_MS = 500;
const LAST_RETRY_MS = 30_000;

interface WaitingBlock {
  block_no: string;
  token: string;
  target: BlockTarget;
}

/**
 * Outbox of blocks for ClickHouse:
 *
 *   written in the deciding transaction ─▶ committed ─▶ sent, each under its own token ─▶ deleted here
 *
 * A process that ends between the last two steps leaves a block that is sent again, by any process, and the server
 * deduplicates it by its token. Rows are locked while they are sent, so `flush` waits for blocks that another process
 * is sending, at most for the lock timeout.
 */
export class BlockOutbox {
  private readonly logger = new Logger(BlockOutbox.name);
  private running: Promise<void> | null = null;
  private following: Promise<void> | null = null;
  private retry: NodeJS.Timeout | null = null;
  private failures = 0;
  private closed = false;
  /** By number; entries of rolled-back transactions are evicted by later ones. */
  private readonly bodies = new Map<string, Buffer>();
  private remembered = 0;

  constructor(
    private readonly database: DataSource,
    private readonly clickhouse: ClickhouseConnection,
  ) {}

  /** @throws DomainError `log_store_behind` while too much waits */
  async put(transaction: PoolClient, target: BlockTarget, body: Buffer): Promise<void> {
    if (this.failures > 0) await this.refuseBeyondBound(transaction);
    const { rows } = await transaction.query<{ block_no: string }>(
      'INSERT INTO log_blocks (target, body) VALUES ($1, $2) RETURNING block_no',
      [target, body],
    );
    this.remember(rows[0]!.block_no, body);
  }

  /** Committed blocks that may not be in ClickHouse yet, as the transaction sees them. */
  async waiting(transaction: PoolClient, target: BlockTarget): Promise<Buffer[]> {
    const { rows } = await transaction.query<{ body: Buffer }>(
      'SELECT body FROM log_blocks WHERE target = $1',
      [target],
    );
    return rows.map(({ body }) => body);
  }

  /** Resolves once everything committed before is in ClickHouse. */
  flush(): Promise<void> {
    if (this.running === null) {
      this.running = this.drain().finally(() => {
        this.running = null;
      });
      return this.running;
    }
    // Blocks committed since then may not be part of a flush already running.
    this.following ??= this.running
      .catch(() => undefined)
      .then(() => {
        this.following = null;
        return this.flush();
      });
    return this.following;
  }

  /** The same, with retries in the background. */
  async send(): Promise<void> {
    try {
      await this.flush();
      this.failures = 0;
    } catch (error) {
      this.failures++;
      this.logger.warn({ err: error }, 'request log blocks are waiting for ClickHouse');
      this.sendLater();
    }
  }

  async close(): Promise<void> {
    this.closed = true;
    if (this.retry) clearTimeout(this.retry);
    await this.running?.catch(() => undefined);
  }

  private sendLater(): void {
    if (this.retry !== null || this.closed) return;
    const pause = backoff(this.failures, FIRST_RETRY_MS, LAST_RETRY_MS);
    this.retry = setTimeout(() => {
      this.retry = null;
      void this.send();
    }, pause).unref();
  }

  private async refuseBeyondBound(transaction: PoolClient): Promise<void> {
    const { rows } = await transaction.query<{ count: string }>('SELECT count(*) AS count FROM log_blocks');
    if (Number(rows[0]!.count) < MAX_WAITING) return;
    throw new DomainError('unavailable', 'log_store_behind', 'The store of request logs does not answer.');
  }

  private async drain(): Promise<void> {
    for (;;) {
      const sent = await this.database.transaction((manager) => this.sendSome(manager));
      for (const block of sent) this.forget(block);
      if (sent.length < BLOCKS_AT_ONCE) return;
    }
  }

  private async sendSome(manager: EntityManager): Promise<string[]> {
    const blocks: WaitingBlock[] = await manager.query(
      `SELECT block_no, token, target FROM log_blocks ORDER BY block_no LIMIT ${BLOCKS_AT_ONCE} FOR UPDATE`,
    );
    for (const { block_no, token, target } of blocks) {
      const body = this.bodies.get(block_no) ?? (await bodyOf(manager, block_no));
      await this.clickhouse.insert(targetOf(target, body), body, token);
      // One at a time: deleting each shows the database that this process is alive, and fails for a process that was
      // suspended while others sent its blocks. After many more blocks the server would no longer deduplicate them.
      await manager.query('DELETE FROM log_blocks WHERE block_no = $1', [block_no]);
    }
    return blocks.map(({ block_no }) => block_no);
  }

  private remember(block: string, body: Buffer): void {
    this.bodies.set(block, body);
    this.remembered += body.length;
    for (const oldest of this.bodies.keys()) {
      if (this.remembered <= MAX_REMEMBERED_BYTES) return;
      this.forget(oldest);
    }
  }

  private forget(block: string): void {
    this.remembered -= this.bodies.get(block)?.length ?? 0;
    this.bodies.delete(block);
  }
}

const TAB = 0x09;
const NEWLINE = 0x0a;

/** A block from an older version lacks the newer columns, which are the last ones. */
function targetOf(target: BlockTarget, body: Buffer): InsertTarget {
  const whole: InsertTarget = TARGETS[target];
  if (whole.format !== 'TabSeparated') return whole;
  let columns = 1;
  // Tabs and newlines within values are escaped.
  for (const byte of body.subarray(0, body.indexOf(NEWLINE))) if (byte === TAB) columns++;
  return { ...whole, columns: whole.columns.slice(0, columns) };
}

async function bodyOf(manager: EntityManager, block: string): Promise<Buffer> {
  const [row]: { body: Buffer }[] = await manager.query('SELECT body FROM log_blocks WHERE block_no = $1', [
    block,
  ]);
  return row!.body;
}
