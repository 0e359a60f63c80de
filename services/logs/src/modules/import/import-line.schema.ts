import { create } from '@bufbuild/protobuf';
import { requestLogV1 } from '@palisade/contracts';
import { z } from 'zod';
import { ACTIONS } from '../records/actions.rules.ts';

const MAX_TEXT = 2_000;
const MAX_MATCHES = 32;
const MAX_DURATION_MS = 3_600_000;

const text = z.string().max(MAX_TEXT).default('');
const count = z.int().min(0).max(0xffff_ffff).default(0);
const byteCount = z.int().min(0).default(0);

const matchSchema = z.object({
  rule_id: z.int().min(1).max(0xffff_ffff),
  phase: z.int().min(1).max(5),
  message: text,
  severity: text,
  score: count,
  tags: z.array(z.string().max(200)).max(32).default([]),
  data: text,
  targets: z
    .array(
      z.object({
        name: z.string().max(MAX_TEXT),
        value: text,
        value_offset: count,
        transformed: text,
        match_offset: count,
        match_length: count,
        transformations: z.array(z.string().max(100)).max(32).default([]),
        operator: text,
      }),
    )
    .max(4)
    .default([]),
});

const ACTION_CODES: ReadonlyMap<string, requestLogV1.EdgeAction> = new Map(
  Object.entries(ACTIONS)
    .filter(([code]) => Number(code) !== requestLogV1.EdgeAction.UNSPECIFIED)
    .map(([code, { name }]) => [name, Number(code)]),
);

/** One line of an import: a request, with the field names of the API's log entries where they exist. */
export const importLineSchema = z.object({
  request_id: z.uuid(),
  domain_id: z.uuid().toLowerCase(),
  timestamp: z.iso.datetime(),
  remote_addr: z.union([z.ipv4(), z.ipv6()]),
  geo_country: z.string().length(2).or(z.literal('')).default(''),
  geo_city: text,
  asn: count,
  asn_name: text,
  protocol: z.string().max(20).default('HTTP/1.1'),
  scheme: z.enum(['http', 'https']).default('https'),
  host: z.string().min(1).max(253),
  request_method: z.string().min(1).max(20),
  request_uri: z.string().min(1).max(MAX_TEXT),
  user_agent: text,
  ja4: z.string().max(64).default(''),
  tls_version: z.enum(['', '1.2', '1.3']).default(''),
  referer: text,
  http_status: z.int().min(0).max(599),
  origin_status: z.int().min(0).max(599).default(0),
  origin: z.string().max(288).default(''),
  origin_reason: z.string().max(16).default(''),
  request_bytes: byteCount,
  response_bytes: byteCount,
  duration_ms: z.number().min(0).max(MAX_DURATION_MS),
  /** Empty: the cache was not used. */
  cache_status: z.enum(['', 'hit', 'miss', 'bypass', 'expired', 'stale', 'revalidated']).default(''),
  action: z.string().refine((name) => ACTION_CODES.has(name), 'is no action of the log'),
  reason: text,
  modsec_rule_id: count,
  modsec_message: text,
  inbound_score: count,
  matches: z.array(matchSchema).max(MAX_MATCHES).default([]),
  /** How long the record is kept, counted from its own time. */
  retention_days: z.int().min(1).max(400).default(30),
});
/** A line before it is parsed. */
export type ImportLine = z.input<typeof importLineSchema>;

const encoder = new TextEncoder();
const encoded = (value: string) => encoder.encode(value) as Uint8Array<ArrayBuffer>;

/** @param source shown as the server in the log, so that imported records can be told from an edge's */
export function toRequestLog(line: z.output<typeof importLineSchema>, source: string) {
  return create(requestLogV1.RequestLogSchema, {
    requestId: line.request_id,
    siteId: line.domain_id,
    receivedAtMs: BigInt(Date.parse(line.timestamp)),
    clientAddress: line.remote_addr,
    country: line.geo_country,
    city: line.geo_city,
    asn: line.asn,
    asnName: line.asn_name,
    protocol: line.protocol,
    scheme: line.scheme,
    host: encoded(line.host),
    method: encoded(line.request_method),
    target: encoded(line.request_uri),
    userAgent: encoded(line.user_agent),
    ja4: line.ja4,
    tlsVersion: line.tls_version,
    referer: encoded(line.referer),
    status: line.http_status,
    originStatus: line.origin_status,
    origin: line.origin,
    originReason: line.origin_reason,
    requestBytes: BigInt(line.request_bytes),
    responseBytes: BigInt(line.response_bytes),
    durationUs: Math.round(line.duration_ms * 1_000),
    cacheStatus: line.cache_status,
    action: ACTION_CODES.get(line.action)!,
    reason: line.reason,
    ruleId: line.modsec_rule_id,
    ruleMessage: line.modsec_message,
    matches: line.matches.map((match) => ({
      ruleId: match.rule_id,
      phase: match.phase,
      message: match.message,
      severity: match.severity,
      score: match.score,
      tags: match.tags,
      data: encoded(match.data),
      targets: match.targets.map((target) => ({
        name: target.name,
        value: encoded(target.value),
        valueOffset: target.value_offset,
        transformed: encoded(target.transformed),
        matchOffset: target.match_offset,
        matchLength: target.match_length,
        transformations: target.transformations,
        operator: target.operator,
      })),
    })),
    inboundScore: line.inbound_score,
    retentionDays: line.retention_days,
    serverName: source,
  });
}
