import { DAY_MS } from '@palisade/basics';
import { query } from '@palisade/installation';

const GIGABYTE = 1024 ** 3;
/** Table and indexes, as measured; the filling goes on until it is there, so this only says how large a day is. */
const BYTES_PER_ROW = 450;
const RETENTION_DAYS = 30;
const SITES = 200;
/** Made once and told again with other times and ids, which is what makes a day quick; more than any compression looks back. */
const PATTERN_ROWS = 100_000;
/** How many records share a counted value, on an installation with some hundred sites. */
const ROWS_PER_FACET = 40;

const AGENT =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36';

/**
 * Fills the log service's tables as its role, by the server itself: a request log as a shop has it (one request in twenty an attack with its evidence)
 * in partitions of a day, and counted values beside it. Ended in the middle, it goes on with the day it stood at.
 * @returns how many rows of request logs there are
 */
export async function fillLogs(
  url: string,
  gigabytes: number,
  tell: (text: string) => void,
): Promise<number> {
  const parent = `logs.request_logs_r${RETENTION_DAYS}`;
  await query(
    url,
    `INSERT INTO logs.sites (site_id) SELECT gen_random_uuid()::text FROM generate_series(1, ${SITES})
      WHERE NOT EXISTS (SELECT FROM logs.sites);
     CREATE TABLE IF NOT EXISTS ${parent} PARTITION OF logs.request_logs
     FOR VALUES IN (${RETENTION_DAYS}) PARTITION BY RANGE (received_at);
     ${PATTERN}`,
  );
  const rowsOfDay = Math.ceil((gigabytes * GIGABYTE) / BYTES_PER_ROW / RETENTION_DAYS);
  const today = Date.now() - (Date.now() % DAY_MS);
  let day = 0;
  while ((await sizeOfLogs(url)) < gigabytes * GIGABYTE) {
    await fillDay(url, parent, new Date(today - day * DAY_MS), rowsOfDay);
    day++;
    tell(`day ${day}: ${((await sizeOfLogs(url)) / GIGABYTE).toFixed(2)} GB`);
  }
  await query(url, 'DROP TABLE logs.made_pattern');
  const { rows } = await query(url, 'SELECT count(*)::int AS count FROM logs.request_logs');
  return (rows[0] as { count: number }).count;
}

/** Tables and indexes of the log service. */
export async function sizeOfLogs(url: string): Promise<number> {
  const { rows } = await query(
    url,
    `SELECT coalesce(sum(pg_total_relation_size(c.oid)), 0) AS bytes
       FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
      WHERE n.nspname = 'logs' AND c.relkind = 'r' AND c.relname <> 'made_pattern'`,
  );
  return Number(rows[0].bytes);
}

const PATTERN = `
  CREATE TABLE IF NOT EXISTS logs.made_pattern AS
  SELECT n, n % 20 = 0 AS blocked, 1 + (random() * random() * ${SITES - 1})::int AS site_no,
         format('/category/%s/product-%s?ref=campaign-%s&page=%s', n % 20, (random() * 5000)::int, n % 7, n % 5) AS target,
         format('198.51.%s.%s', (random() * 255)::int, (random() * 255)::int) AS client_address,
         (ARRAY['DE', 'US', 'FR', 'GB', 'NL', 'PL', 'BR', 'IN', 'JP', 'CN'])[1 + n % 10] AS country,
         (random() * 300000)::int AS duration_us, (random() * 40000)::int AS response_bytes, 1024 + (random() * 60000)::int AS client_port
    FROM generate_series(1, ${PATTERN_ROWS}) AS n`;

/** A table on its own, whose indexes are made when it is attached; all of it or nothing, as the statements come at once. */
async function fillDay(url: string, parent: string, day: Date, rows: number): Promise<void> {
  const table = `${parent}_${day.toISOString().slice(0, 10).replaceAll('-', '')}`;
  const [from, to] = [day, new Date(day.getTime() + DAY_MS)].map((time) => `'${time.toISOString()}'`);
  const { rows: found } = await query(url, 'SELECT to_regclass($1) IS NOT NULL AS exists', [table]);
  if ((found[0] as { exists: boolean }).exists) return;
  await query(
    url,
    // Without so much memory the pattern would be joined piece by piece, and the records lie in no order of time.
    `SET work_mem = '128MB';
     CREATE TABLE ${table} (LIKE ${parent} INCLUDING DEFAULTS,
       CHECK (retention_days = ${RETENTION_DAYS} AND received_at >= ${from} AND received_at < ${to}));
     INSERT INTO ${table} (received_at, site_no, retention_days, threat, action, blocked, status, origin_status, rule_id, duration_us,
       origin_duration_us, request_bytes, response_bytes, inbound_score, outbound_score, config_version, client_port, asn, request_id,
       client_address, country, city, asn_name, protocol, scheme, host, method, target, user_agent, referer, cache_status, reason,
       rule_message, server_name, matches)
     SELECT ${from}::timestamptz + (i::float8 / ${rows}) * interval '86399 seconds', p.site_no, ${RETENTION_DAYS},
            CASE WHEN p.blocked THEN 1 ELSE 0 END, CASE WHEN p.blocked THEN 2 ELSE 1 END, p.blocked,
            CASE WHEN p.blocked THEN 403 ELSE 200 END, CASE WHEN p.blocked THEN 0 ELSE 200 END,
            CASE WHEN p.blocked THEN 942100 ELSE 0 END, p.duration_us, p.duration_us / 2, 500, p.response_bytes,
            CASE WHEN p.blocked THEN 5 ELSE 0 END, 0, 7, p.client_port, 64500,
            md5(${from} || i)::uuid::text, p.client_address, p.country, '', '', 'HTTP/2.0', 'https', 'shop-' || p.site_no || '.example',
            'GET', p.target, '${AGENT}', 'https://www.search.example/?q=running+shoes+in+my+size',
            CASE WHEN p.blocked THEN '' ELSE 'MISS' END, CASE WHEN p.blocked THEN 'rule' ELSE '' END,
            CASE WHEN p.blocked THEN 'SQL injection: a statement is ended' ELSE '' END, 'edge-1',
            CASE WHEN p.blocked THEN '[{"ruleId": 942100, "phase": 2, "severity": "CRITICAL", "score": 5, "tags": ["paranoia-level/1"],
              "targets": [{"name": "ARGS:ref", "value": "**'' OR 1=1--**"}]}]'::jsonb END
       FROM generate_series(1, ${rows}) AS i JOIN logs.made_pattern p ON p.n = 1 + (i * 7919::bigint) % ${PATTERN_ROWS};
     ALTER TABLE ${parent} ATTACH PARTITION ${table} FOR VALUES FROM (${from}) TO (${to});
     INSERT INTO logs.facet_hours (site_no, kind, hour, value, requests, blocked)
     SELECT 1 + i % ${SITES}, 1 + i % 9, ${from}::timestamptz + (i % 24) * interval '1 hour', md5(${from} || i), 1 + i % 400, i % 5
       FROM generate_series(1, ${Math.ceil(rows / ROWS_PER_FACET)}) AS i`,
  );
}
