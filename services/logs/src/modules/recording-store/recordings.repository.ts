import { Injectable } from '@nestjs/common';
import type { PoolClient } from 'pg';
import { DataSource } from 'typeorm';
import { deleteInBatches } from '../../database/delete-in-batches.ts';

export interface SealedRecording {
  siteNo: number;
  receivedAtMs: number;
  requestId: string;
  refused: boolean;
  expiresAtMs: number;
  sealed: Buffer;
}

/** A page begins after this position. */
export interface RecordingPlace {
  receivedAtMs: number;
  requestId: string;
}

/** Rows per DELETE statement: they are larger than others. */
const ROWS_AT_ONCE = 5_000;

/** Requests as edges recorded them, encrypted. */
/** Milliseconds since 1970: when requests arrived, `toMs` exclusive. */
interface RecordingSpan {
  fromMs: number;
  toMs: number;
}

const OF_REQUESTS = 'site_no = $1 AND received_at >= $2 AND received_at < $3 AND request_id = ANY($4)';

@Injectable()
export class RecordingsRepository {
  constructor(private readonly database: DataSource) {}

  /** In the transaction of the log records that carried them. */
  async insert(client: PoolClient, rows: readonly SealedRecording[]): Promise<void> {
    if (rows.length === 0) return;
    await client.query(
      `INSERT INTO recorded_requests (site_no, received_at, request_id, refused, expires_at, sealed)
       SELECT * FROM unnest($1::int[], $2::timestamptz[], $3::text[], $4::boolean[], $5::timestamptz[], $6::bytea[])
       ON CONFLICT DO NOTHING`,
      [
        rows.map((row) => row.siteNo),
        rows.map((row) => new Date(row.receivedAtMs)),
        rows.map((row) => row.requestId),
        rows.map((row) => row.refused),
        rows.map((row) => new Date(row.expiresAtMs)),
        rows.map((row) => row.sealed),
      ],
    );
  }

  /** Maximum number per site, by its plan; null: unlimited. */
  async setQuotas(client: PoolClient, quotas: ReadonlyMap<number, number | null>): Promise<void> {
    if (quotas.size === 0) return;
    await client.query(
      `INSERT INTO recording_quotas (site_no, quota) SELECT * FROM unnest($1::int[], $2::bigint[])
       ON CONFLICT (site_no) DO UPDATE SET quota = excluded.quota
       WHERE recording_quotas.quota IS DISTINCT FROM excluded.quota`,
      [[...quotas.keys()], [...quotas.values()]],
    );
  }

  /** Newest first, limited by number and bytes, but at least one. `isLast`: there are none after these. */
  async page(
    siteNo: number,
    before: RecordingPlace | null,
    most: { rows: number; bytes: number },
  ): Promise<{ rows: { receivedAtMs: number; requestId: string; sealed: Buffer }[]; isLast: boolean }> {
    const found: { received_at: Date; request_id: string; sealed: Buffer; found: number }[] =
      await this.database.query(
        `SELECT received_at, request_id, sealed, found FROM (
           SELECT *, count(*) OVER ()::int AS found, sum(octet_length(sealed)) OVER (
             ORDER BY received_at DESC, request_id DESC ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW
           ) - octet_length(sealed) AS bytes_before
           FROM (SELECT received_at, request_id, sealed FROM recorded_requests
                 WHERE site_no = $1 AND (received_at, request_id) < ($2, $3)
                 ORDER BY received_at DESC, request_id DESC LIMIT $4) AS newest
         ) AS measured
         WHERE bytes_before < $5 ORDER BY received_at DESC, request_id DESC`,
        [
          siteNo,
          before === null ? 'infinity' : new Date(before.receivedAtMs),
          before?.requestId ?? '',
          most.rows,
          most.bytes,
        ],
      );
    const rows = found.map(({ received_at, request_id, sealed }) => ({
      receivedAtMs: received_at.getTime(),
      requestId: request_id,
      sealed,
    }));
    const all = found[0]?.found ?? 0;
    return { rows, isLast: all < most.rows && rows.length === all };
  }

  async count(siteNo: number): Promise<number> {
    const [row]: { requests: number }[] = await this.database.query(
      'SELECT count(*)::int AS requests FROM recorded_requests WHERE site_no = $1',
      [siteNo],
    );
    return row!.requests;
  }

  async summary(siteNo: number): Promise<{
    requests: number;
    refused: number;
    bytes: number;
    oldest: Date | null;
    newest: Date | null;
  }> {
    const [row] = await this.database.query(
      `SELECT count(*)::int AS requests, count(*) FILTER (WHERE refused)::int AS refused,
              coalesce(sum(octet_length(sealed)), 0)::float8 AS bytes,
              min(received_at) AS oldest, max(received_at) AS newest
       FROM recorded_requests WHERE site_no = $1`,
      [siteNo],
    );
    return row;
  }

  /** @returns number of deleted rows */
  deleteSite(siteNo: number, until?: AbortSignal): Promise<number> {
    return this.deleteWhere('site_no = $1', [siteNo], until);
  }

  /** How many of these requests are recorded. */
  async countOf(siteNo: number, requestIds: readonly string[], span: RecordingSpan): Promise<number> {
    const [row]: { count: number }[] = await this.database.query(
      `SELECT count(*)::int AS count FROM recorded_requests WHERE ${OF_REQUESTS}`,
      [siteNo, new Date(span.fromMs), new Date(span.toMs), requestIds],
    );
    return row?.count ?? 0;
  }

  /** Deletes the recordings of these requests. @returns number of rows */
  deleteOf(siteNo: number, requestIds: readonly string[], span: RecordingSpan): Promise<number> {
    return this.deleteWhere(OF_REQUESTS, [siteNo, new Date(span.fromMs), new Date(span.toMs), requestIds]);
  }

  /** Deletes expired recordings, and those beyond each site's quota. */
  async prune(now: Date): Promise<void> {
    await this.deleteWhere('expires_at < $1', [now]);
    const full: { site_no: number; received_at: Date; request_id: string }[] = await this.database.query(
      `SELECT q.site_no, last.received_at, last.request_id FROM recording_quotas q
       CROSS JOIN LATERAL (
         SELECT received_at, request_id FROM recorded_requests r WHERE r.site_no = q.site_no
         ORDER BY received_at DESC, request_id DESC OFFSET q.quota LIMIT 1) last
       WHERE q.quota IS NOT NULL`,
    );
    // Of those of one millisecond some may be within the quota.
    for (const { site_no: siteNo, received_at: receivedAt, request_id: requestId } of full)
      await this.deleteWhere('site_no = $1 AND (received_at, request_id) <= ($2, $3)', [
        siteNo,
        receivedAt,
        requestId,
      ]);
  }

  private deleteWhere(condition: string, values: readonly unknown[], until?: AbortSignal): Promise<number> {
    return deleteInBatches(this.database, {
      table: 'recorded_requests',
      condition,
      values,
      rowsAtOnce: ROWS_AT_ONCE,
      until,
    });
  }
}
