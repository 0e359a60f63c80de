import { Injectable } from '@nestjs/common';
import { IntervalJob, Metrics } from '@palisade/nest-kit';
import { Gauge } from 'prom-client';
import { DataSource } from 'typeorm';

/**
 * Metrics of blocks that wait for ClickHouse, and of the age of the oldest: a growing backlog differs from a stuck one.
 */
@Injectable()
export class LogBlocksJob extends IntervalJob {
  protected readonly pauseMs = 15_000;
  protected override readonly firstAfterMs = 0;
  protected readonly failure = 'blocks that wait for ClickHouse will be counted later';
  private readonly blocks: Gauge;
  private readonly bytes: Gauge;
  private readonly behind: Gauge;
  private oldest: { block: string; sinceMs: number } | null = null;

  constructor(
    private readonly database: DataSource,
    { registry }: Metrics,
  ) {
    super();
    const registers = [registry];
    this.blocks = new Gauge({
      name: 'palisade_logs_store_blocks',
      help: 'Blocks of request logs that are stored in PostgreSQL and not in ClickHouse yet',
      registers,
    });
    this.bytes = new Gauge({ name: 'palisade_logs_store_blocks_bytes', help: 'Bytes of them', registers });
    this.behind = new Gauge({
      name: 'palisade_logs_store_behind_seconds',
      help: 'How long the oldest of them has been seen to wait',
      registers,
    });
  }

  protected run(): Promise<void> {
    return this.look(Date.now());
  }

  async look(nowMs: number): Promise<void> {
    const [row]: { blocks: number; bytes: string; oldest: string | null }[] = await this.database.query(
      `SELECT count(*)::int AS blocks, coalesce(sum(octet_length(body)), 0) AS bytes, min(block_no) AS oldest
       FROM log_blocks`,
    );
    const { blocks, bytes, oldest } = row!;
    if (oldest === null) this.oldest = null;
    else if (this.oldest?.block !== oldest) this.oldest = { block: oldest, sinceMs: nowMs };
    this.blocks.set(blocks);
    this.bytes.set(Number(bytes));
    this.behind.set(this.oldest === null ? 0 : (nowMs - this.oldest.sinceMs) / 1000);
  }
}
