import { HOUR_MS } from '@palisade/basics';
import { requestLogV1 } from '@palisade/contracts';
import type { DataSource, EntityManager } from 'typeorm';
import { FACET } from '../../records/roll-ups.rules.ts';
import type { LogFilter } from '../log-filter.types.ts';
import type { StatusFilter } from '../log-row.types.ts';
import type {
  AttackerCount,
  AttackersQuery,
  LogAggregates,
  Measurement,
  RecordMeasure,
  RefusedCaller,
  Span,
  WouldBlockCause,
} from '../log-store.port.ts';
import { kindsOf, ROW_KINDS, rowConditions } from './row-conditions.ts';
import { WOULD_BLOCK, WOULD_BLOCK_CAUSES } from './would-block.ts';

/** Time limit of one statement. */
const STATEMENT_MS = 5_000;
const TIMED_OUT = '57014';
const MAX_PATH_CHARACTERS = 300;

/** A row as the driver returns it: bigints are text. */
type Row = Record<string, string | number | null>;

const iso = (ms: number): string => new Date(ms).toISOString();

export class PostgresAggregates implements LogAggregates {
  constructor(private readonly database: DataSource) {}

  async attackers({ siteNo, sinceMs, limit }: AttackersQuery): Promise<AttackerCount[]> {
    const rows: Row[] = await this.database.query(
      `SELECT client_address, max(asn_name) AS asn_name, threat, count(*) AS requests FROM (
         SELECT client_address, asn_name, threat FROM request_logs
         WHERE site_no = $1 AND blocked AND received_at >= $2 ORDER BY received_at DESC LIMIT $3
       ) AS newest GROUP BY client_address, threat`,
      [siteNo, iso(sinceMs), limit],
    );
    return rows.map((row) => ({
      address: String(row.client_address),
      asnName: String(row.asn_name),
      threat: Number(row.threat),
      requests: Number(row.requests),
    }));
  }

  async refusedCallers(
    siteNos: readonly number[],
    sinceMs: number,
    ofEachSite: number,
    leastAllowed: number,
  ): Promise<RefusedCaller[]> {
    const rows: Row[] = await this.database.query(
      `WITH refused AS MATERIALIZED (
         SELECT l.* FROM unnest($1::int[]) AS s (site_no) CROSS JOIN LATERAL (
           SELECT r.site_no, r.client_address, r.threat, left(split_part(r.target, '?', 1), ${MAX_PATH_CHARACTERS}) AS path
           FROM request_logs r
           WHERE r.site_no = s.site_no AND r.blocked AND r.received_at >= $2 AND r.action = ${requestLogV1.EdgeAction.BLOCK}
           ORDER BY r.received_at DESC LIMIT $4
         ) AS l
       ), places AS (
         SELECT site_no, client_address, threat, path, count(*) AS refused FROM refused GROUP BY 1, 2, 3, 4
       ), fared AS (
         -- All at once: the counts of an address are in each hour's, and one look for each caller reads all of them.
         SELECT f.site_no, f.value, sum(f.requests) AS requests, sum(f.blocked) AS blocked
         FROM (SELECT DISTINCT site_no, client_address FROM refused) AS callers
         JOIN facet_hours f ON f.site_no = callers.site_no AND f.value = callers.client_address
         WHERE f.site_no = ANY($1::int[]) AND f.kind = ${FACET.address} AND f.hour >= $3
         GROUP BY 1, 2
       )
       SELECT p.*, coalesce(f.blocked, 0) AS blocked, coalesce(f.requests, 0) - coalesce(f.blocked, 0) AS allowed
       FROM places p LEFT JOIN fared f ON f.site_no = p.site_no AND f.value = p.client_address
       WHERE p.site_no IN (SELECT site_no FROM fared WHERE requests - blocked >= $5)`,
      [siteNos, iso(sinceMs), iso(sinceMs - (sinceMs % HOUR_MS)), ofEachSite, leastAllowed],
    );
    return rows.map((row) => ({
      siteNo: Number(row.site_no),
      path: String(row.path),
      threat: Number(row.threat),
      address: String(row.client_address),
      refused: Number(row.refused),
      blockedInAll: Number(row.blocked),
      allowed: Number(row.allowed),
    }));
  }

  async countWouldBlock(siteNos: readonly number[], sinceMs: number, most: number): Promise<number> {
    const [row]: { count: string }[] = await this.database.query(
      `SELECT count(*) AS count FROM (
         SELECT 1 FROM request_logs l
         WHERE l.site_no = ANY($1) AND ${WOULD_BLOCK} AND l.received_at >= $2 LIMIT $3
       ) AS counted`,
      [siteNos, iso(sinceMs), most + 1],
    );
    return Number(row?.count ?? 0);
  }

  async wouldBlockCauses(
    siteNos: readonly number[],
    sinceMs: number,
    lookedAt: number,
  ): Promise<WouldBlockCause[]> {
    const rows: CauseRow[] = await this.database.query(WOULD_BLOCK_CAUSES, [siteNos, iso(sinceMs), lookedAt]);
    return rows.map(({ rule_id, requests, addresses, answered, rules_fired, ...same }) => ({
      ...same,
      ruleId: Number(rule_id),
      requests: Number(requests),
      addresses: Number(addresses),
      answered: Number(answered),
      rulesFired: rules_fired,
    }));
  }

  async measure(
    siteNos: readonly number[],
    measure: RecordMeasure,
    filter: { status: StatusFilter; log: LogFilter },
    span: Span,
  ): Promise<Measurement | null> {
    try {
      return await this.database.transaction(async (manager) => {
        await manager.query(`SET LOCAL statement_timeout = ${STATEMENT_MS}`);
        return await measured(manager, siteNos, measure, filter, span);
      });
    } catch (error) {
      if ((error as { code?: string }).code === TIMED_OUT) return null;
      throw error;
    }
  }
}

type CauseRow = Pick<WouldBlockCause, 'message' | 'reason' | 'threat' | 'path' | 'target' | 'samples'> & {
  rule_id: string;
  requests: string;
  addresses: string;
  answered: string;
  rules_fired: number | null;
};

function expressionOf(measure: RecordMeasure): string {
  switch (measure.of) {
    case 'requests':
      return 'count(*)';
    case 'latency':
      // A validated number, so no user's text.
      return `percentile_cont(${measure.percentile / 100}) WITHIN GROUP (ORDER BY r.duration_us) / 1000.0`;
    case 'clients':
    case 'clients_of_one_rule':
      return 'count(DISTINCT r.client_address)';
    default:
      return measure satisfies never;
  }
}

async function measured(
  manager: EntityManager,
  siteNos: readonly number[],
  measure: RecordMeasure,
  filter: { status: StatusFilter; log: LogFilter },
  { fromMs, toMs }: Span,
): Promise<Measurement> {
  const values: unknown[] = [siteNos, iso(fromMs), iso(toMs)];
  const conditions = rowConditions(filter.log, values.length + 1);
  const byRule = measure.of === 'clients_of_one_rule';
  const walks = kindsOf(filter.log, byRule ? 'blocked' : filter.status).map(
    (kind) => `
      SELECT l.client_address, l.duration_us, l.rule_id, split_part(l.target, '?', 1) AS path
      FROM request_logs l
      WHERE l.site_no = ANY($1) AND ${ROW_KINDS[kind]} AND l.received_at > $2 AND l.received_at <= $3${conditions.sql}`,
  );
  // Of nothing there is no percentile.
  if (walks.length === 0) return { value: measure.of === 'latency' ? null : 0 };
  const group = byRule ? 'WHERE r.rule_id <> 0 GROUP BY r.rule_id, r.path ORDER BY 1 DESC LIMIT 1' : '';
  const [row]: { value: string | null; rule_id?: string; path?: string }[] = await manager.query(
    `SELECT ${expressionOf(measure)} AS value${byRule ? ', r.rule_id, r.path' : ''}
     FROM (${walks.join(' UNION ALL ')}) AS r ${group}`,
    [...values, ...conditions.values],
  );
  const value = row?.value ?? null;
  return {
    value: value === null ? (byRule ? 0 : null) : Number(value),
    ...(row?.rule_id !== undefined &&
      row.path !== undefined && { rule: { id: row.rule_id, path: row.path } }),
  };
}
