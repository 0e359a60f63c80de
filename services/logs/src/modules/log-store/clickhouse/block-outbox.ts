import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Logger } from '@nestjs/common';
import { backoff } from '@palisade/basics';
import { DomainError } from '@palisade/nest-kit';
import type { PoolClient } from 'pg';
import copyStreams from 'pg-copy-streams';
import type { DataSource, EntityManager } from 'typeorm';
import { RECORD_COLUMNS } from '../record-rows.types.ts';
import type { BinaryWriter } from './binary-writer.ts';
import type { ClickhouseConnection, InsertTarget } from './clickhouse-connection.ts';
import { SpareWriters } from './spare-writers.ts';

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

/** A block as this process wrote it. */
interface WrittenBlock {
  body: Buffer;
  /** Whose memory it is, if that may serve another block once this one is sent. */
  writer: BinaryWriter | null;
  /** Memory that it holds. */
  bytes: number;
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
  private readonly written = new Map<string, WrittenBlock>();
  private remembered = 0;
  readonly writers = new SpareWriters();

  constructor(
    private readonly database: DataSource,
    private readonly clickhouse: ClickhouseConnection,
  ) {}

  /**
   * @param writer one of `writers` that holds the body, and nothing else
   * @throws DomainError `log_store_behind` while too much waits
   */
  async put(
    transaction: PoolClient,
    target: BlockTarget,
    body: Buffer,
    writer: BinaryWriter | null = null,
  ): Promise<void> {
    if (this.failures > 0) await this.refuseBeyondBound(transaction);
    const { rows } = await transaction.query<{ block_no: string }>(
      "SELECT nextval(pg_get_serial_sequence('log_blocks', 'block_no')) AS block_no",
    );
    const { block_no } = rows[0]!;
    // The parameter of a statement would be copied twice on its way out; what is copied to a table is sent as it is.
    const copy = copyStreams.from('COPY log_blocks (block_no, target, body) FROM STDIN (FORMAT binary)');
    await pipeline(Readable.from(copiedRow(block_no, target, body)), transaction.query(copy));
    this.remember(block_no, { body, writer, bytes: writer?.capacity ?? body.length });
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
      for (const block of sent) this.reuse(this.forget(block));
      if (sent.length < BLOCKS_AT_ONCE) return;
    }
  }

  private async sendSome(manager: EntityManager): Promise<string[]> {
    const blocks: WaitingBlock[] = await manager.query(
      `SELECT block_no, token, target FROM log_blocks ORDER BY block_no LIMIT ${BLOCKS_AT_ONCE} FOR UPDATE`,
    );
    for (const { block_no, token, target } of blocks) {
      const body = this.written.get(block_no)?.body ?? (await bodyOf(manager, block_no));
      await this.clickhouse.insert(targetOf(target, body), body, token);
      // One at a time: deleting each shows the database that this process is alive, and fails for a process that was
      // suspended while others sent its blocks. After many more blocks the server would no longer deduplicate them.
      await manager.query('DELETE FROM log_blocks WHERE block_no = $1', [block_no]);
    }
    return blocks.map(({ block_no }) => block_no);
  }

  private remember(block: string, written: WrittenBlock): void {
    this.written.set(block, written);
    this.remembered += written.bytes;
    for (const oldest of this.written.keys()) {
      if (this.remembered <= MAX_REMEMBERED_BYTES) return;
      this.forget(oldest);
    }
  }

  private forget(block: string): WrittenBlock | undefined {
    const written = this.written.get(block);
    this.remembered -= written?.bytes ?? 0;
    this.written.delete(block);
    return written;
  }

  /** Only of a block that was sent: until then it may still be read. */
  private reuse(written: WrittenBlock | undefined): void {
    if (written?.writer) this.writers.give(written.writer);
  }
}

/** COPY's binary format (PostgreSQL manual, COPY, "Binary Format"): signature, flags, length of the extension. */
const COPY_HEAD = Buffer.concat([Buffer.from('PGCOPY\n\xff\r\n\0', 'latin1'), Buffer.alloc(8)]);
const COPY_END = Buffer.from([0xff, 0xff]);
const LENGTH_BYTES = 4;
const BIGINT_BYTES = 8;

/** A table's only row with a number, a text and bytes: the bytes as they are. */
function copiedRow(number: string, text: string, bytes: Buffer): Buffer[] {
  const named = Buffer.from(text);
  const head = Buffer.alloc(2 + LENGTH_BYTES + BIGINT_BYTES + LENGTH_BYTES + named.length + LENGTH_BYTES);
  let at = head.writeInt16BE(3);
  at = head.writeInt32BE(BIGINT_BYTES, at);
  at = head.writeBigInt64BE(BigInt(number), at);
  at = head.writeInt32BE(named.length, at);
  at += named.copy(head, at);
  head.writeInt32BE(bytes.length, at);
  return [COPY_HEAD, head, bytes, COPY_END];
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
