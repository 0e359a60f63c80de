import { MINUTE_MS } from '@palisade/basics';
import { FreshCopy } from './fresh-copy.ts';
import type { Sql } from './traffic-writer.ts';
import { NUMBERS_OF_TRANSACTION } from './transaction-no.rules.ts';

/** Maximum rows of a chunk (one site and minute of one transaction): a follower holds a chunk in memory. */
interface Chunk {
  chunkNo: number;
  siteNo: number;
  fromMs: number;
  toMs: number;
  rows: number;
  bytes: number;
}

const MAX_ROWS = 1_000;
const MAX_BYTES = 1024 * 1024;
/** Larger than any clock's minute; a site's number and a minute form one key. */
const MINUTES = 2 ** 27;

/**
 * Groups a transaction's rows into chunks. A row carries its chunk's number, so that exactly these are found again,
 * whatever is stored beside them later.
 */
export class StoredChunks {
  readonly all: Chunk[] = [];
  private readonly open = new Map<number, Chunk>();

  private constructor(
    private readonly transactionNo: number,
    /** Copies that spare live views reading the log store. */
    readonly fresh: FreshCopy,
  ) {}

  static async begin(sql: Sql): Promise<StoredChunks> {
    const { rows } = (await sql.query(
      `SELECT nextval('log_transactions') AS no, ARRAY(SELECT DISTINCT site_no FROM live_tails WHERE until > now()) AS shown`,
      [],
    )) as { rows: { no: string; shown: number[] }[] };
    const [{ no, shown }] = rows as [{ no: string; shown: number[] }];
    return new StoredChunks(Number(no), new FreshCopy(shown));
  }

  /** The chunk number for a row of that size. */
  add(siteNo: number, receivedAtMs: number, bytes: number): number {
    const key = siteNo * MINUTES + Math.floor(receivedAtMs / MINUTE_MS);
    let chunk = this.open.get(key);
    if (!chunk || chunk.rows >= MAX_ROWS || chunk.bytes >= MAX_BYTES) {
      chunk = {
        chunkNo: this.transactionNo * NUMBERS_OF_TRANSACTION + this.all.length,
        siteNo,
        fromMs: receivedAtMs,
        toMs: receivedAtMs,
        rows: 0,
        bytes: 0,
      };
      this.open.set(key, chunk);
      this.all.push(chunk);
    }
    chunk.rows++;
    chunk.bytes += bytes;
    if (receivedAtMs < chunk.fromMs) chunk.fromMs = receivedAtMs;
    if (receivedAtMs > chunk.toMs) chunk.toMs = receivedAtMs;
    return chunk.chunkNo;
  }

  /**
   * Lists the chunks that streams or live views follow; the last step of a transaction. Positions are assigned under a
   * lock that is held until the commit: what becomes visible later has a higher one, so a cursor never skips a
   * transaction that began before and commits after it.
   */
  async announce(sql: Sql): Promise<void> {
    const { rows } = (await sql.query(
      `SELECT site_no FROM unnest($1::int[]) AS s (site_no)
       WHERE EXISTS (SELECT 1 FROM log_streams l WHERE l.site_no = s.site_no OR l.site_no IS NULL)
         OR EXISTS (SELECT 1 FROM live_tails t WHERE t.site_no = s.site_no AND t.until > now())`,
      [[...new Set(this.all.map(({ siteNo }) => siteNo))]],
    )) as { rows: { site_no: number }[] };
    if (rows.length === 0) return;
    const followed = new Set(rows.map(({ site_no }) => site_no));
    const chunks = this.all.filter(({ siteNo }) => followed.has(siteNo));
    await sql.query(`SELECT pg_advisory_xact_lock(hashtext('stored_chunks positions'))`, []);
    await sql.query(
      `INSERT INTO stored_chunks (chunk_no, site_no, from_at, to_at, rows, bytes, stored_at)
       SELECT chunk_no, site_no, from_at, to_at, rows, bytes, clock_timestamp()
       FROM unnest($1::bigint[], $2::int[], $3::timestamptz[], $4::timestamptz[], $5::int[], $6::int[])
         AS c (chunk_no, site_no, from_at, to_at, rows, bytes)`,
      [
        chunks.map(({ chunkNo }) => chunkNo),
        chunks.map(({ siteNo }) => siteNo),
        chunks.map(({ fromMs }) => new Date(fromMs)),
        chunks.map(({ toMs }) => new Date(toMs)),
        chunks.map((chunk) => chunk.rows),
        chunks.map((chunk) => chunk.bytes),
      ],
    );
    await this.fresh.store(sql, this.transactionNo);
  }
}
