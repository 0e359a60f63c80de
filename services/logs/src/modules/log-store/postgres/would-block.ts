import { requestLogV1 } from '@palisade/contracts';
import { EVALUATION_RULES, EVALUATION_TAGS } from '../../records/classification.rules.ts';

const MAX_CAUSES = 50;
const SAMPLES = 3;
const SAMPLE_TARGET_CHARACTERS = 300;

/** Repeats the partial index's condition: the planner must see that it applies. */
export const WOULD_BLOCK = `l.action = ${requestLogV1.EdgeAction.LOG_ONLY}`;

/** Custom rules and limits have no number; the first of such a match is the one that decided. */
const OWN_RULE = `(n.reason LIKE 'custom:%' OR n.reason LIKE 'limit:%') AND (m->>'rule_id')::bigint = 0`;

/** True for a match that says what is wrong with the request, and does not only compare scores. */
const SAYS_WHAT = [
  `(m->>'rule_id')::bigint <> 0`,
  ...EVALUATION_RULES.map(([from, to]) => `(m->>'rule_id')::bigint NOT BETWEEN ${from} AND ${to}`),
  `NOT m->'tags' ?| ARRAY[${EVALUATION_TAGS.map((tag) => `'${tag}'`).join(', ')}]`,
].join(' AND ');

/** Parameters: sites, start time, and how many of the newest are examined. */
export const WOULD_BLOCK_CAUSES = `
  WITH newest AS MATERIALIZED (
    SELECT l.received_at, l.threat, l.reason, l.rule_id, l.request_id, l.client_address, l.country, l.method,
      l.target, l.origin_status, l.matches
    FROM request_logs l
    WHERE l.site_no = ANY($1) AND ${WOULD_BLOCK} AND l.received_at >= $2
    ORDER BY l.received_at DESC LIMIT $3
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
  FROM told GROUP BY cause, why, threat ORDER BY count(*) DESC, cause LIMIT ${MAX_CAUSES}`;
