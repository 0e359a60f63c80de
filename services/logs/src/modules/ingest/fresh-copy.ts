import type { Sql } from './traffic-writer.ts';

/** Maximum size per transaction; live views read the rest from the log store. */
const MAX_BYTES = 1024 * 1024;
/** Live views poll several times a second. */
const KEPT = '5 seconds';

/** Copies of a transaction's rows for sites shown live, beside the log store. */
export class FreshCopy {
  private readonly rows: Buffer[] = [];
  private bytes = 0;
  private readonly shown: ReadonlySet<number>;

  constructor(shown: readonly number[]) {
    this.shown = new Set(shown);
  }

  shows(siteNo: number): boolean {
    return this.shown.size > 0 && this.shown.has(siteNo);
  }

  /** @param row of such a site, in the log store's format */
  add(row: Buffer): void {
    if (this.bytes + row.length > MAX_BYTES) return;
    // The writer's buffer is reallocated as it grows.
    this.rows.push(Buffer.from(row));
    this.bytes += row.length;
  }

  async store(sql: Sql, transactionNo: number): Promise<void> {
    if (this.rows.length === 0) return;
    await sql.query(
      `WITH gone AS (DELETE FROM fresh_records WHERE stored_at < clock_timestamp() - interval '${KEPT}')
       INSERT INTO fresh_records (transaction_no, stored_at, text) VALUES ($1, clock_timestamp(), $2)`,
      [transactionNo, Buffer.concat(this.rows, this.bytes)],
    );
  }
}
