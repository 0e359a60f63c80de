import { HOUR_MS } from '@palisade/basics';
import { requestLogV1 } from '@palisade/contracts';
import { FACET } from '../../records/roll-ups.rules.ts';
import { type LogFilter } from '../log-filter.types.ts';
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
import { type ClickhouseConnection, hasTimedOut } from './clickhouse-connection.ts';
import { PATH, recordConditions } from './record-conditions.ts';
import { IN_TIME, rowsOf, timeOf } from './record-walk.ts';
import { wouldBlockCausesOf } from './would-block-causes.rules.ts';

const STATEMENT_SECONDS = 5;
const MAX_PATH_CHARACTERS = 300;
const { BLOCK, LOG_ONLY } = requestLogV1.EdgeAction;

const SINCE = `site_no IN {sites:Array(UInt32)} AND received_at >= fromUnixTimestamp64Milli({since_ms:Int64})`;

/** Of each site, the newest whom a rule refused. */
const NEWEST_REFUSED = `FROM request_logs WHERE ${SINCE} AND blocked AND action = ${BLOCK}
  ORDER BY received_at DESC LIMIT {limit:UInt32} BY site_no`;

export class ClickhouseAggregates implements LogAggregates {
  constructor(private readonly clickhouse: ClickhouseConnection) {}

  async attackers({ siteNo, sinceMs, limit }: AttackersQuery): Promise<AttackerCount[]> {
    const rows = await this.clickhouse.rows<[string, string, number, string]>(
      `SELECT client_address, max(asn_name), threat, count() FROM (
         SELECT client_address, asn_name, threat FROM request_logs
         WHERE ${SINCE} AND blocked ORDER BY received_at DESC LIMIT {limit:UInt32}
       ) GROUP BY client_address, threat`,
      { sites: [siteNo], since_ms: sinceMs, limit },
    );
    return rows.map(([address, asnName, threat, requests]) => ({
      address,
      asnName,
      threat,
      requests: Number(requests),
    }));
  }

  async refusedCallers(
    siteNos: readonly number[],
    sinceMs: number,
    ofEachSite: number,
    leastAllowed: number,
  ): Promise<RefusedCaller[]> {
    const values = { sites: siteNos, since_ms: sinceMs, limit: ofEachSite };
    const { sites, fared } = await this.refusedSince(values, leastAllowed);
    if (sites.length === 0) return [];
    // The targets are most of what is read: only for these sites.
    const places = await this.clickhouse.rows<[number, string, number, string, string]>(
      `SELECT site_no, client_address, threat, path, count() FROM (
         SELECT site_no, client_address, threat, substringUTF8(${PATH}, 1, ${MAX_PATH_CHARACTERS}) AS path ${NEWEST_REFUSED}
       ) GROUP BY site_no, client_address, threat, path`,
      { ...values, sites },
    );
    return places.map(([siteNo, address, threat, path, refused]) => {
      const { requests, blocked } = fared.get(`${siteNo} ${address}`) ?? { requests: 0, blocked: 0 };
      return {
        siteNo,
        path,
        threat,
        address,
        refused: Number(refused),
        blockedInAll: blocked,
        allowed: requests - blocked,
      };
    });
  }

  async countWouldBlock(siteNos: readonly number[], sinceMs: number, most: number): Promise<number> {
    const [row] = await this.clickhouse.rows<[string]>(
      `SELECT count() FROM (
         SELECT 1 FROM request_logs WHERE ${SINCE} AND action = ${LOG_ONLY} LIMIT {limit:UInt32})`,
      { sites: siteNos, since_ms: sinceMs, limit: most + 1 },
    );
    return Number(row![0]);
  }

  async wouldBlockCauses(
    siteNos: readonly number[],
    sinceMs: number,
    lookedAt: number,
  ): Promise<WouldBlockCause[]> {
    const newest = await rowsOf(this.clickhouse, {
      where: `${SINCE} AND action = ${LOG_ONLY}`,
      values: { sites: siteNos, since_ms: sinceMs, limit: lookedAt },
      tail: 'ORDER BY received_at DESC, request_id DESC LIMIT {limit:UInt32}',
    });
    return wouldBlockCausesOf(newest);
  }

  async measure(
    siteNos: readonly number[],
    measure: RecordMeasure,
    filter: { status: StatusFilter; log: LogFilter },
    { fromMs, toMs }: Span,
  ): Promise<Measurement | null> {
    const byRule = measure.of === 'clients_of_one_rule';
    const conditions = recordConditions(filter.log, byRule ? 'blocked' : filter.status);
    const group = byRule ? 'AND rule_id <> 0 GROUP BY rule_id, path ORDER BY value DESC LIMIT 1' : '';
    try {
      const [row] = await this.clickhouse.rows<[value: string | number | null, rule?: string, path?: string]>(
        `SELECT ${expressionOf(measure)} AS value${byRule ? `, rule_id, ${PATH} AS path` : ''}
         FROM request_logs WHERE ${IN_TIME}${conditions.sql} ${group}`,
        // Start exclusive, end inclusive.
        { ...conditions.values, sites: siteNos, ...timeOf({ fromMs: fromMs + 1, toMs: toMs + 1 }) },
        STATEMENT_SECONDS,
      );
      if (row === undefined) return { value: 0 };
      const [value, id, path] = row;
      return {
        value: value === null ? null : Number(value),
        ...(id !== undefined && path !== undefined && { rule: { id, path } }),
      };
    } catch (error) {
      if (hasTimedOut(error)) return null;
      throw error;
    }
  }

  /**
   * How those whom a site refused fared on it, by `SITE ADDRESS`, for the sites where one of them had `leastAllowed`
   * requests allowed. The pairs stay with the server: of each address on each site there would be as many rows as of all
   * visitors.
   */
  private async refusedSince(
    values: { sites: readonly number[]; since_ms: number; limit: number },
    leastAllowed: number,
  ) {
    const rows = await this.clickhouse.rows<[number, string, string, string]>(
      // Looked for by hash, in half the time of a number and a text: two pairs with one hash only leave a row too many.
      `SELECT site_no, value, requests_of, blocked_of FROM (
         SELECT *, max(requests_of - blocked_of) OVER (PARTITION BY site_no) AS most_allowed FROM (
           SELECT site_no, value, sum(requests) AS requests_of, sum(blocked) AS blocked_of FROM facet_hours
           WHERE site_no IN {sites:Array(UInt32)} AND kind = ${FACET.address} AND hour >= toDateTime({from:UInt32})
             AND cityHash64(site_no, value) GLOBAL IN (SELECT cityHash64(site_no, client_address) ${NEWEST_REFUSED})
           GROUP BY site_no, value
         )
       ) WHERE most_allowed >= {least:UInt64}`,
      {
        ...values,
        least: leastAllowed,
        from: Math.floor((values.since_ms - (values.since_ms % HOUR_MS)) / 1000),
      },
    );
    const fared = new Map(
      rows.map(([siteNo, address, requests, blocked]) => [
        `${siteNo} ${address}`,
        { requests: Number(requests), blocked: Number(blocked) },
      ]),
    );
    return { sites: [...new Set(rows.map(([siteNo]) => siteNo))], fared };
  }
}

function expressionOf(measure: RecordMeasure): string {
  switch (measure.of) {
    case 'requests':
      return 'count()';
    case 'latency':
      // A validated number, so no user's text. Null for a percentile of nothing.
      return `if(count() = 0, NULL, quantileExactInclusive(${measure.percentile / 100})(duration_us) / 1000)`;
    case 'clients':
    case 'clients_of_one_rule':
      return 'uniqExact(client_address)';
    default:
      return measure satisfies never;
  }
}
