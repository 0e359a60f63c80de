import { Injectable } from '@nestjs/common';
import { EventPublisher } from '@palisade/messaging/nest';
import { IntervalJob, queryRows } from '@palisade/nest-kit';
import { DataSource } from 'typeorm';

const INTERVAL_MS = 5_000;
const MAX_PER_RUN = 200;

interface TallyRow {
  rollout_id: string;
  share_percent: number;
  site_id: string;
  live_requests: string;
  live_blocked: string;
  live_failed: string;
  candidate_requests: string;
  candidate_blocked: string;
  candidate_failed: string;
}

interface VisitorsRow {
  rollout_id: string;
  share_percent: number;
  candidate: boolean;
  visitors: string;
  blocked: string;
  failed: string;
}

interface RuleRow {
  rollout_id: string;
  share_percent: number;
  rule_id: string;
  requests: string;
}

/** Maximum shadow rules published per roll-out: those that would have blocked most. */
const MAX_RULES = 5;

/** Publishes absolute figures of roll-outs whenever they change. The domains service evaluates them. */
@Injectable()
export class RolloutFiguresJob extends IntervalJob {
  protected readonly pauseMs = INTERVAL_MS;
  protected readonly failure = 'figures of roll-outs will be announced later';

  constructor(
    private readonly database: DataSource,
    private readonly publisher: EventPublisher,
  ) {
    super();
  }

  protected run(): Promise<number> {
    return this.announce();
  }

  /** @returns number of roll-outs published */
  async announce(): Promise<number> {
    return await this.database.transaction(async (manager) => {
      const rows = await queryRows<TallyRow>(
        manager,
        `UPDATE rollout_tallies t SET announced = true
         FROM (SELECT rollout_id, share_percent FROM rollout_tallies WHERE NOT announced
               ORDER BY updated_at LIMIT ${MAX_PER_RUN} FOR UPDATE SKIP LOCKED) AS due, sites s
         WHERE t.rollout_id = due.rollout_id AND t.share_percent = due.share_percent AND s.site_no = t.site_no
         RETURNING t.*, s.site_id`,
      );
      if (rows.length === 0) return 0;
      const asOfMs = BigInt(Date.now());
      const visitors: VisitorsRow[] = await manager.query(
        `SELECT rollout_id, share_percent, candidate, count(*) AS visitors,
           count(*) FILTER (WHERE blocked) AS blocked, count(*) FILTER (WHERE failed) AS failed
         FROM rollout_visitors
         WHERE (rollout_id, share_percent) IN (SELECT * FROM unnest($1::uuid[], $2::int[]))
         GROUP BY rollout_id, share_percent, candidate`,
        [rows.map((row) => row.rollout_id), rows.map((row) => row.share_percent)],
      );
      const rules: RuleRow[] = await manager.query(
        `SELECT * FROM (
           SELECT *, row_number() OVER (PARTITION BY rollout_id, share_percent ORDER BY requests DESC, rule_id) AS place
           FROM rollout_rules WHERE (rollout_id, share_percent) IN (SELECT * FROM unnest($1::uuid[], $2::int[]))) AS r
         WHERE place <= ${MAX_RULES} ORDER BY place`,
        [rows.map((row) => row.rollout_id), rows.map((row) => row.share_percent)],
      );
      await this.publisher.publish(rows.map((row) => eventOf(row, { visitors, rules, asOfMs })));
      return rows.length;
    });
  }
}

interface Seen {
  visitors: readonly VisitorsRow[];
  rules: readonly RuleRow[];
  asOfMs: bigint;
}

function eventOf(row: TallyRow, { visitors, rules, asOfMs }: Seen) {
  const armOf = (arm: 'live' | 'candidate') => {
    const seen = visitors.find(
      (one) =>
        one.rollout_id === row.rollout_id &&
        one.share_percent === row.share_percent &&
        one.candidate === (arm === 'candidate'),
    );
    return {
      requests: BigInt(row[`${arm}_requests`]),
      blockedRequests: BigInt(row[`${arm}_blocked`]),
      failedRequests: BigInt(row[`${arm}_failed`]),
      visitors: BigInt(seen?.visitors ?? 0),
      blockedVisitors: BigInt(seen?.blocked ?? 0),
      failedVisitors: BigInt(seen?.failed ?? 0),
    };
  };
  return {
    type: 'logs.rollout_figures.v1' as const,
    key: row.site_id,
    payload: {
      rolloutId: row.rollout_id,
      siteId: row.site_id,
      sharePercent: row.share_percent,
      live: armOf('live'),
      candidate: armOf('candidate'),
      asOfMs,
      rules: rules
        .filter((one) => one.rollout_id === row.rollout_id && one.share_percent === row.share_percent)
        .map(({ rule_id, requests }) => ({ ruleId: Number(rule_id), requests: BigInt(requests) })),
    },
  };
}
