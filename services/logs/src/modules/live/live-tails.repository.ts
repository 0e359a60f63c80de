import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { StoredChunk } from '../log-store/log-store.port.ts';

export interface PlacedChunk extends StoredChunk {
  position: string;
  rows: number;
  bytes: number;
}

/** How long a followed site stays listed after its last renewal. Chunks are listed only while their site is. */
const FOLLOWED_SECONDS = 60;
/** Maximum chunks read per poll; the newest are kept. */
const MAX_CHUNKS = 2_000;

/**
 * The sites that this instance shows live, and the new chunks of these sites, which every instance lists as it stores
 * them.
 */
@Injectable()
export class LiveTailsRepository {
  private readonly instanceId = randomUUID();

  constructor(private readonly database: DataSource) {}

  /** Starts, or renews, the listing of chunks of these sites. */
  async follow(siteNos: readonly number[]): Promise<void> {
    await this.database.query(
      `INSERT INTO live_tails (site_no, instance_id, until)
       SELECT site_no, $2, now() + make_interval(secs => ${FOLLOWED_SECONDS}) FROM unnest($1::int[]) AS s (site_no)
       ORDER BY site_no
       ON CONFLICT (site_no, instance_id) DO UPDATE SET until = EXCLUDED.until`,
      [siteNos, this.instanceId],
    );
  }

  /** Stops following all other sites for this instance, and removes expired entries of any instance. */
  async leaveAllBut(siteNos: readonly number[]): Promise<void> {
    await this.database.query(
      'DELETE FROM live_tails WHERE instance_id = $2 AND site_no <> ALL($1) OR until < now()',
      [siteNos, this.instanceId],
    );
  }

  /**
   * Texts of records stored by these transactions that are not in a chunk yet; transactions may have none, or no longer
   * have them.
   */
  async freshTexts(transactionNos: readonly number[]): Promise<Buffer[]> {
    const rows: { text: Buffer }[] = await this.database.query(
      'SELECT text FROM fresh_records WHERE transaction_no = ANY($1::bigint[])',
      [transactionNos],
    );
    return rows.map(({ text }) => text);
  }

  async newestPosition(): Promise<string> {
    const [row]: { position: string }[] = await this.database.query(
      'SELECT coalesce(max(position), 0) AS position FROM stored_chunks',
    );
    return row!.position;
  }

  /** Chunks of these sites after a position, in order. `isCut`: older ones were left out. */
  async chunksBehind(
    position: string,
    siteNos: readonly number[],
  ): Promise<{ chunks: PlacedChunk[]; isCut: boolean }> {
    const chunks: PlacedChunk[] = await this.database.query(
      `SELECT position, chunk_no, site_no, from_at, to_at, rows, bytes FROM stored_chunks
       WHERE position > $1 AND site_no = ANY($2) ORDER BY position DESC LIMIT ${MAX_CHUNKS}`,
      [position, siteNos],
    );
    return { chunks: chunks.reverse(), isCut: chunks.length === MAX_CHUNKS };
  }
}
