import { Logger } from '@nestjs/common';
import { backoff } from '@palisade/basics';
import { DomainError } from '@palisade/nest-kit';
import type { PoolClient } from 'pg';
import type { DataSource, EntityManager } from 'typeorm';
import { RECORD_COLUMNS } from '../record-rows.types.ts';
import type { ClickhouseConnection, InsertTarget } from './clickhouse-connection.ts';

const FACET_COLUMNS = ['site_no', 'kind', 'hour', 'value', 'requests', 'blocked', 'response_bytes'];

/** Texts are what a move from the other store writes, and what older versions wrote. */
const TARGETS = {
  record_block: { table: 'request_logs', columns: RECORD_COLUMNS, format: 'Native' },
  records: { table: 'request_logs', columns: RECORD_COLUMNS, format: 'TabSeparated' },
  facet_rows: { table: 'facet_hours', columns: FACET_COLUMNS, format: 'RowBinary' },
  facets: { table: 'facet_hours', columns: FACET_COLUMNS, format: 'JSONCompactEachRow' },
} as const satisfies Record<string, InsertTarget>;
export type BlockTarget = keyof typeof TARGETS;

/** Sent in one go; what a transaction appends is a handful. */
const BLOCKS_AT_ONCE = 32;
/** While the store is away, so many wait here; then the bus keeps what comes. */
const MAX_WAITING = 2_000;
/** Of what this process wrote and need not read again. */
const MAX_REMEMBERED_BYTES = 64 * 1024 * 1024;
const FIRST_RETRY_MS = 500;
const LAST_RETRY_MS = 30_000;

interface WaitingBlock {
  block_no: string;
  token: string;
  target: BlockTarget;
}

/**
 * Blocks on their way into ClickHouse:
 *
 *   written in the transaction that decides on them ─▶ committed ─▶ sent, each under its own token ─▶ deleted here
 *
 * Whoever ends between the last two leaves a block that is sent again, by this process or another one, and the server knows it by its token. Rows are locked while they are sent,
 * so that `flush` of one process waits for what another has begun, and no longer
 * than the database waits for that one.
 */
export class BlockOutbox {
  private readonly logger = new Logger(BlockOutbox.name);
  private running: Promise<void> | null = null;
  private following: Promise<void> | null = null;
  private retry: NodeJS.Timeout | null = null;
  private failures = 0;
  private closed = false;
  /** By number; those of transactions that were undone are pushed out by later ones. */
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

  /** What is committed and may not be in ClickHouse yet, as the transaction sees it. */
  async waiting(transaction: PoolClient, target: BlockTarget): Promise<Buffer[]> {
    const { rows } = await transaction.query<{ body: Buffer }>(
      'SELECT body FROM log_blocks WHERE target = $1',
      [target],
    );
    return rows.map(({ body }) => body);
  }

  /** Returns once all that was committed before is in ClickHouse. */
  flush(): Promise<void> {
    if (this.running === null) {
      this.running = this.drain().finally(() => {
        this.running = null;
      });
      return this.running;
    }
    // What was committed since then may not be part of the one that runs.
    this.following ??= this.running
      .catch(() => undefined)
      .then(() => {
        this.following = null;
        return this.flush();
      });
    return this.following;
  }

  /** The same, at once or later: what cannot be sent now is tried again. */
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
      // Each at once: it tells the database that this process goes on, and it fails for one that stood still and whose blocks others
      // have sent meanwhile. After many more the server would not know theirs again.
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

/** A block that an older version wrote lacks the columns that have come since, which are the last ones. */
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
