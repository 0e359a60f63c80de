import { z } from 'zod';
import { logCursorSchema } from '../request-logs/log-cursor.schema.ts';
import { domainParameter, statusFilterParameter } from '../request-logs/log-parameters.schema.ts';
import { logFilterParameters } from '../search/log-filter.schema.ts';

export const statsQuerySchema = z.object({ domain: domainParameter });

export const recentLogsQuerySchema = z.object({
  limit: z.coerce.number().int().min(1).max(500).default(100),
  status_filter: statusFilterParameter,
  domain: domainParameter,
  /** `next` of the previous page; absent: the newest entries. */
  after: logCursorSchema.optional().transform((position) => position ?? null),
  ...logFilterParameters,
});

export const dashboardStatsSchema = z
  .object({
    stats: z.object({
      total_requests: z.int(),
      blocked_threats: z.int(),
      /** Percent. */
      block_rate: z.number(),
      allowed_requests: z.int(),
      /**
       * Percent of the time since `uptime_since` in which no origin was known to be down, by traffic or health checks;
       * null without either.
       */
      uptime_percentage: z.number().nullable(),
      /** When an origin was first requested or checked, at most three days ago. */
      uptime_since: z.string().nullable(),
      /** Milliseconds, over requests that were not blocked; null without any. */
      avg_response_time: z.number().nullable(),
    }),
    weekly_traffic: z.array(
      z.object({ date: z.string(), total_requests: z.int(), blocked_requests: z.int() }),
    ),
    threat_types: z.array(z.object({ threat_type: z.string(), percentage: z.number(), count: z.int() })),
    /** The 24 hours before those of `stats`; null where the site's traffic does not reach back that far. */
    before: z
      .object({ total_requests: z.int(), blocked_threats: z.int(), allowed_requests: z.int() })
      .nullable(),
    recent_logs: z.array(
      z.object({
        id: z.string(),
        timestamp: z.string(),
        attack_type: z.string(),
        ip_address: z.string(),
        country: z.string().nullable(),
        status: z.enum(['blocked', 'allowed']),
        domain_name: z.string(),
      }),
    ),
  })
  .meta({ id: 'DashboardStats' });

export type DashboardStats = z.infer<typeof dashboardStatsSchema>;

const matchSchema = z.object({
  rule_id: z.int(),
  phase: z.int(),
  message: z.string(),
  severity: z.string(),
  score: z.int(),
  tags: z.array(z.string()),
  data: z.string(),
  targets: z.array(
    z.object({
      name: z.string(),
      value: z.string(),
      value_offset: z.int(),
      transformed: z.string(),
      match_offset: z.int(),
      match_length: z.int(),
      transformations: z.array(z.string()),
      operator: z.string(),
      /** The site's privacy settings keep no such values. */
      masked: z.boolean().optional(),
    }),
  ),
  explanation: z.string(),
});

export const logEntrySchema = z
  .object({
    id: z.string(),
    request_id: z.string(),
    timestamp: z.string(),
    server_name: z.string(),
    /**
     * For sites that keep no addresses, a network such as "192.0.2.0/24" or a day’s pseudonym such as
     * "anon-0123456789abcdef".
     */
    remote_addr: z.string(),
    geo_country: z.string().nullable(),
    geo_city: z.string().nullable(),
    asn: z.int().nullable(),
    asn_name: z.string().nullable(),
    domain_name: z.string(),
    host: z.string(),
    request_method: z.string(),
    request_uri: z.string(),
    protocol: z.string(),
    /** "http" or "https", between client and edge. */
    scheme: z.string(),
    user_agent: z.string(),
    /** Of the client’s TLS handshake; null without one, or where the site keeps none. */
    ja4: z.string().nullable(),
    /**
     * Such as "1.3", between client and edge; null for unencrypted requests, and where a proxy in front of the edge
     * terminates TLS.
     */
    tls_version: z.string().nullable(),
    referer: z.string().nullable(),
    status: z.enum(['blocked', 'allowed']),
    action: z.string(),
    reason: z.string(),
    severity: z.enum(['CRITICAL', 'HIGH', 'MEDIUM', 'SAFE', 'ERROR']),
    threat_type: z.string().nullable(),
    /** The strongest rule that matched, whose message is `modsec_message`. */
    modsec_rule_id: z.int().nullable(),
    /** The rule that decided; with anomaly scoring, the one that compares the score. */
    deciding_rule_id: z.int().nullable(),
    modsec_message: z.string().nullable(),
    inbound_score: z.int(),
    /** Cache status, such as "hit"; null where the cache was not used. */
    cache_status: z.string().nullable(),
    http_status: z.int().nullable(),
    origin_status: z.int().nullable(),
    /**
     * The origin that was tried last, such as "https://a.example:443"; null where the site has only one, or none was
     * tried.
     */
    origin: z.string().nullable(),
    /**
     * Why that origin was chosen: "session", "country", "fastest", "weight", "reserve", "none_well", "failover", or
     * "peer": another edge node.
     */
    origin_reason: z.string().nullable(),
    duration_ms: z.number(),
    request_bytes: z.int(),
    response_bytes: z.int(),
    matches: z.array(matchSchema),
  })
  .meta({ id: 'LogEntry' });

export const recentLogsSchema = z
  .object({
    logs: z.array(logEntrySchema),
    /** `after` of the next page; null at the end. */
    next: z.string().nullable(),
    /**
     * A filtered page may be short although older entries match: the search has reached this time, and `next` continues
     * it.
     */
    searched_to: z.string().nullable(),
  })
  .meta({ id: 'RecentLogs' });
export type RecentLogs = z.infer<typeof recentLogsSchema>;
