// Fields of streamed records, with their names in the three vocabularies. The reference page is generated from this
// table.

import { isIP } from 'node:net';
import type { toLogEntry } from '../../request-logs/log-entry.rules.ts';

export type LogEntry = ReturnType<typeof toLogEntry>;
export type FieldValue = string | number | boolean | null | object;

export const STREAM_FORMATS = ['raw', 'ecs', 'ocsf'] as const;
export type StreamFormat = (typeof STREAM_FORMATS)[number];

interface RecordField {
  /** Name in the API's log entries. Null: raw records have it in another field. */
  raw: string | null;
  /** Elastic Common Schema 8. Dots are levels. Null: no ECS field; it is below `palisade`. */
  ecs: string | null;
  /** OCSF 1.3, HTTP Activity (4002). Dots are levels. Null: below `unmapped`. */
  ocsf: string | null;
  meaning: string;
  read: (entry: LogEntry) => FieldValue;
  /** Where a vocabulary needs another form of the value. */
  ecsValue?: (value: never) => FieldValue;
  ocsfValue?: (value: never) => FieldValue;
}

const millis = (iso: string): number => Date.parse(iso);
const pathOf = (target: string): string => target.split('?', 1)[0] ?? '';
const queryOf = (target: string): string | null => {
  const at = target.indexOf('?');
  return at < 0 ? null : target.slice(at + 1);
};

/** Address fields of these vocabularies accept addresses only: a receiver would refuse the whole record. */
const addressOnly = (client: string): string | null => (isIP(client) === 0 ? null : client);

export const RECORD_FIELDS: readonly RecordField[] = [
  {
    raw: 'timestamp',
    ecs: '@timestamp',
    ocsf: 'time',
    meaning: 'When the edge had received the request’s head; ISO 8601 in UTC, OCSF: milliseconds of 1970',
    read: (entry) => entry.timestamp,
    ocsfValue: millis,
  },
  {
    raw: 'request_id',
    ecs: 'http.request.id',
    ocsf: 'metadata.uid',
    meaning: 'Unique, the same at every repeat: leave out what you have already',
    read: (entry) => entry.request_id,
  },
  {
    raw: 'domain_name',
    ecs: 'url.domain',
    ocsf: 'dst_endpoint.domain',
    meaning: 'The site’s name in Palisade',
    read: (entry) => entry.domain_name,
  },
  {
    raw: 'host',
    ecs: 'destination.domain',
    ocsf: 'http_request.url.hostname',
    meaning: 'Host that the client asked for',
    read: (entry) => entry.host,
  },
  {
    raw: 'remote_addr',
    ecs: 'source.ip',
    ocsf: 'src_endpoint.ip',
    meaning:
      'Address of the client. Of sites that keep less, raw records have its network or a pseudonym here, the others in the next field alone',
    read: (entry) => entry.remote_addr,
    ecsValue: addressOnly,
    ocsfValue: addressOnly,
  },
  {
    raw: null,
    ecs: 'source.address',
    ocsf: 'src_endpoint.name',
    meaning: 'The same, whatever is kept of it: an address, a network such as 192.0.2.0/24, or a pseudonym',
    read: (entry) => entry.remote_addr,
  },
  {
    raw: 'geo_country',
    ecs: 'source.geo.country_iso_code',
    ocsf: 'src_endpoint.location.country',
    meaning: 'Country of the address, ISO 3166-1 alpha-2',
    read: (entry) => entry.geo_country,
  },
  {
    raw: 'geo_city',
    ecs: 'source.geo.city_name',
    ocsf: 'src_endpoint.location.city',
    meaning: 'City of the address',
    read: (entry) => entry.geo_city,
  },
  {
    raw: 'asn',
    ecs: 'source.as.number',
    ocsf: 'src_endpoint.autonomous_system.number',
    meaning: 'Number of the autonomous system',
    read: (entry) => entry.asn,
  },
  {
    raw: 'asn_name',
    ecs: 'source.as.organization.name',
    ocsf: 'src_endpoint.autonomous_system.name',
    meaning: 'Name of the autonomous system',
    read: (entry) => entry.asn_name,
  },
  {
    raw: 'ja4',
    ecs: null,
    ocsf: 'tls.ja4',
    meaning: 'JA4 fingerprint of the client’s TLS handshake; null where there is none, or none is kept',
    read: (entry) => entry.ja4,
  },
  {
    raw: 'tls_version',
    ecs: 'tls.version',
    ocsf: 'tls.version',
    meaning:
      'Version of TLS between client and edge; null in clear, and where a proxy before the edge ends TLS',
    read: (entry) => entry.tls_version,
  },
  {
    raw: 'request_method',
    ecs: 'http.request.method',
    ocsf: 'http_request.http_method',
    meaning: 'Method',
    read: (entry) => entry.request_method,
  },
  {
    raw: 'scheme',
    ecs: 'url.scheme',
    ocsf: 'http_request.url.scheme',
    meaning: 'http or https',
    read: (entry) => entry.scheme,
  },
  {
    raw: 'request_uri',
    ecs: 'url.original',
    ocsf: 'http_request.url.url_string',
    meaning: 'Target with its query; of parameters with names of secrets, such as token, stars',
    read: (entry) => entry.request_uri,
  },
  {
    raw: 'path',
    ecs: 'url.path',
    ocsf: 'http_request.url.path',
    meaning: 'Target without its query',
    read: (entry) => pathOf(entry.request_uri),
  },
  {
    raw: 'query',
    ecs: 'url.query',
    ocsf: 'http_request.url.query_string',
    meaning: 'Query, without its question mark',
    read: (entry) => queryOf(entry.request_uri),
  },
  {
    raw: 'protocol',
    ecs: 'http.version',
    ocsf: 'http_request.version',
    meaning: 'Protocol, such as HTTP/2; ECS: its version alone',
    read: (entry) => entry.protocol,
    ecsValue: (protocol: string) => protocol.replace(/^HTTP\//, ''),
  },
  {
    raw: 'user_agent',
    ecs: 'user_agent.original',
    ocsf: 'http_request.user_agent',
    meaning: 'User-Agent',
    read: (entry) => entry.user_agent,
  },
  {
    raw: 'referer',
    ecs: 'http.request.referrer',
    ocsf: 'http_request.referrer',
    meaning: 'Referer',
    read: (entry) => entry.referer,
  },
  {
    raw: 'request_bytes',
    ecs: 'http.request.bytes',
    ocsf: 'http_request.length',
    meaning: 'Bytes of the request',
    read: (entry) => entry.request_bytes,
  },
  {
    raw: 'http_status',
    ecs: 'http.response.status_code',
    ocsf: 'http_response.code',
    meaning: 'Status that was sent; null: the client was gone before',
    read: (entry) => entry.http_status,
  },
  {
    raw: 'response_bytes',
    ecs: 'http.response.bytes',
    ocsf: 'http_response.length',
    meaning: 'Bytes of the response',
    read: (entry) => entry.response_bytes,
  },
  {
    raw: 'duration_ms',
    ecs: 'event.duration',
    ocsf: 'http_response.latency',
    meaning:
      'Milliseconds from the request to the end of the response; ECS: nanoseconds, OCSF: whole milliseconds',
    read: (entry) => entry.duration_ms,
    ecsValue: (ms: number) => Math.round(ms * 1e6),
    ocsfValue: (ms: number) => Math.round(ms),
  },
  {
    raw: 'status',
    ecs: 'event.outcome',
    ocsf: 'disposition_id',
    meaning: '"blocked" or "allowed"; ECS: failure or success, OCSF: 2 or 1',
    read: (entry) => entry.status,
    ecsValue: (status: string) => (status === 'blocked' ? 'failure' : 'success'),
    ocsfValue: (status: string) => (status === 'blocked' ? 2 : 1),
  },
  {
    raw: 'action',
    ecs: 'event.action',
    ocsf: 'action',
    meaning: 'What the edge did, such as allow, block, challenge or rate_limit',
    read: (entry) => entry.action,
  },
  {
    raw: 'reason',
    ecs: 'event.reason',
    ocsf: 'status_detail',
    meaning: 'Why, as a stable code',
    read: (entry) => entry.reason,
  },
  {
    raw: 'severity',
    ecs: 'log.level',
    ocsf: 'severity_id',
    meaning: 'SAFE, MEDIUM, HIGH, CRITICAL or ERROR; OCSF: 1, 3, 4, 5 or 2',
    read: (entry) => entry.severity,
    ecsValue: (severity: string) => severity.toLowerCase(),
    ocsfValue: (severity: string) => ({ SAFE: 1, ERROR: 2, MEDIUM: 3, HIGH: 4, CRITICAL: 5 })[severity] ?? 0,
  },
  {
    raw: 'threat_type',
    ecs: 'rule.category',
    ocsf: 'firewall_rule.type',
    meaning: 'Class of the threat, such as "SQL Injection"',
    read: (entry) => entry.threat_type,
  },
  {
    raw: 'modsec_rule_id',
    ecs: 'rule.id',
    ocsf: 'firewall_rule.uid',
    meaning: 'The strongest rule that fired; ECS and OCSF: as text',
    read: (entry) => entry.modsec_rule_id,
    ecsValue: String,
    ocsfValue: String,
  },
  {
    raw: 'modsec_message',
    ecs: 'rule.name',
    ocsf: 'firewall_rule.name',
    meaning: 'Its message',
    read: (entry) => entry.modsec_message,
  },
  {
    raw: 'inbound_score',
    ecs: null,
    ocsf: null,
    meaning: 'Anomaly score of the request',
    read: (entry) => entry.inbound_score,
  },
  {
    raw: 'cache_status',
    ecs: null,
    ocsf: null,
    meaning: 'What the cache did, such as hit or miss',
    read: (entry) => entry.cache_status,
  },
  {
    raw: 'origin_status',
    ecs: null,
    ocsf: null,
    meaning: 'Status of the origin; null: it was not asked',
    read: (entry) => entry.origin_status,
  },
  {
    raw: 'origin',
    ecs: null,
    ocsf: null,
    meaning: 'Of several origins the one that was asked last; null where the site has one, or none was asked',
    read: (entry) => entry.origin,
  },
  {
    raw: 'origin_reason',
    ecs: null,
    ocsf: null,
    meaning:
      'Why that one: session, country, fastest, weight, reserve, none_well (all are unhealthy), failover (another one failed the request) or peer (another edge node was asked, and is named as the origin)',
    read: (entry) => entry.origin_reason,
  },
  {
    raw: 'server_name',
    ecs: 'observer.name',
    ocsf: 'device.hostname',
    meaning: 'Edge node that served the request',
    read: (entry) => entry.server_name,
  },
  {
    raw: 'matches',
    ecs: null,
    ocsf: null,
    meaning: 'Rules that fired, with what they fired on: an object each, as in the API’s log entries',
    read: (entry) => (entry.matches.length === 0 ? null : entry.matches),
  },
];
