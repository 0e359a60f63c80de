import { Injectable } from '@nestjs/common';
import { requestLogV1 } from '@palisade/contracts';
import { DataSource } from 'typeorm';
import { EVALUATION_RULES, EVALUATION_TAGS } from '../ingest/classification.rules.ts';

/** Beyond so many an owner needs no exact figure, and an index no further reading. */
export const MAX_COUNTED = 200_000;
/** The newest of them tell the causes apart. */
export const MAX_LOOKED_AT = 5_000;
const MAX_CAUSES = 50;
const SAMPLES = 3;
const SAMPLE_TARGET_CHARACTERS = 300;

/** A row of the answer as the driver gives it: bigints are text. */
export interface CauseRow {
  rule_id: string;
  message: string | null;
  reason: string;
  threat: number;
  requests: string;
  addresses: string;
  answered: string;
  rules_fired: number | null;
  path: string;
  target: string | null;
  samples: {
    request_id: string;
    timestamp: string;
    remote_addr: string;
    geo_country: string | null;
    request_method: string;
    request_uri: string;
    origin_status: number | null;
  }[];
}

/** As the partial index says it: the planner must see that it applies. */
const WOULD_BLOCK = `l.action = ${requestLogV1.EdgeAction.LOG_ONLY}`;

/** Owners' own rules and limits have no number; the first of such a match is the one that decided. */
const OWN_RULE = `(n.reason LIKE 'custom:%' OR n.reason LIKE 'limit:%') AND (m->>'rule_id')::bigint = 0`;

/** True for a match that says what is wrong with the request, not only that scores add up. */
const SAYS_WHAT = [
  `(m->>'rule_id')::bigint <> 0`,
  ...EVALUATION_RULES.map(([from, to]) => `(m->>'rule_id')::bigint NOT BETWEEN ${from} AND ${to}`),
  `NOT m->'tags' ?| ARRAY[${EVALUATION_TAGS.map((tag) => `'${tag}'`).join(', ')}]`,
].join(' AND ');

/** Questions about requests that log-only let pass, each bounded in rows. */
@Injectable()
export class WouldBlockRepository {
  constructor(private readonly database: DataSource) {}

  /** At most MAX_COUNTED + 1. */
  async count(siteNos: readonly number[], fromMs: number): Promise<number> {
    const [row]: { count: string }[] = await this.database.query(
      `SELECT count(*) AS count FROM (
         SELECT 1 FROM request_logs l
         WHERE l.site_no = ANY($1) AND ${WOULD_BLOCK} AND l.received_at >= $2 LIMIT ${MAX_COUNTED + 1}
       ) AS counted`,
      [siteNos, new Date(fromMs).toISOString()],
    );
    return Number(row?.count ?? 0);
  }

  /**
   * What the newest of them would have been stopped for, the most frequent first. A request counts for one cause: the
   * rule that decided, else the heaviest that fired; without a rule, the edge's reason, with the name of an owner's own rule.
   */
  async causes(siteNos: readonly number[], fromMs: number): Promise<CauseRow[]> {
    return await this.database.query(
      `WITH newest AS MATERIALIZED (
         SELECT l.received_at, l.threat, l.reason, l.rule_id, l.request_id, l.client_address, l.country, l.method,
           l.target, l.origin_status, l.matches
         FROM request_logs l
         WHERE l.site_no = ANY($1) AND ${WOULD_BLOCK} AND l.received_at >= $2
         ORDER BY l.received_at DESC LIMIT ${MAX_LOOKED_AT}
       ), told AS (
         SELECT n.*, coalesce(m.rule_id, 0) AS cause, m.message, m.place,
           CASE WHEN coalesce(m.rule_id, 0) = 0 THEN n.reason ELSE 'rule' END AS why,
           (SELECT count(*) FROM jsonb_array_elements(n.matches) AS m WHERE ${SAYS_WHAT}) AS fired
         FROM newest n
         LEFT JOIN LATERAL (
           SELECT (m->>'rule_id')::bigint AS rule_id, m->>'message' AS message, m->'targets'->0->>'name' AS place
           FROM jsonb_array_elements(n.matches) WITH ORDINALITY AS fired (m, nth)
           WHERE (n.reason = 'rule' AND ${SAYS_WHAT}) OR (${OWN_RULE})
           ORDER BY (m->>'rule_id')::bigint = n.rule_id DESC, (m->>'score')::int DESC, nth LIMIT 1
         ) AS m ON true
       )
       SELECT cause AS rule_id, max(message) AS message, why AS reason, threat, count(*) AS requests,
         count(DISTINCT client_address) AS addresses,
         count(*) FILTER (WHERE origin_status BETWEEN 200 AND 399) AS answered,
         avg(fired)::float8 AS rules_fired,
         mode() WITHIN GROUP (ORDER BY left(split_part(target, '?', 1), ${SAMPLE_TARGET_CHARACTERS})) AS path,
         mode() WITHIN GROUP (ORDER BY place) AS target,
         to_jsonb((array_agg(jsonb_build_object(
           'request_id', request_id, 'timestamp', received_at, 'remote_addr', client_address,
           'geo_country', nullif(country, ''), 'request_method', method,
           'request_uri', left(target, ${SAMPLE_TARGET_CHARACTERS}), 'origin_status', nullif(origin_status, 0)
         ) ORDER BY received_at DESC))[1:${SAMPLES}]) AS samples
       FROM told GROUP BY cause, why, threat ORDER BY count(*) DESC, cause LIMIT ${MAX_CAUSES}`,
      [siteNos, new Date(fromMs).toISOString()],
    );
  }
}
