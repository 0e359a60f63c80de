import { requestLogV1 } from '@palisade/contracts';
import type { LogRow } from '../log-store/log-row.types.ts';
import { actionOf } from '../records/actions.rules.ts';
import {
  MIN_SERVER_ERROR,
  SERVER_ERROR,
  type Severity,
  THREATS,
  threatOfCode,
} from '../records/threats.rules.ts';
import { explain } from './explanation.ts';
import { type NamedRule, strongestRule } from './strongest-rule.rules.ts';

const { EdgeAction } = requestLogV1;

/** An entry of the WAF activity log. */
export function toLogEntry(row: LogRow, domainName: string) {
  const matches = row.matches ?? [];
  const rule = strongestRule(Number(row.rule_id), row.rule_message, matches);
  const threat = threatOf(row, rule);
  return {
    id: row.request_id,
    request_id: row.request_id,
    timestamp: row.received_at.toISOString(),
    server_name: row.server_name,
    remote_addr: row.client_address,
    geo_country: orNull(row.country),
    geo_city: orNull(row.city),
    asn: row.asn === '0' ? null : Number(row.asn),
    asn_name: orNull(row.asn_name),
    domain_name: domainName,
    host: row.host,
    request_method: row.method,
    request_uri: row.target,
    protocol: row.protocol,
    scheme: row.scheme,
    user_agent: row.user_agent,
    ja4: orNull(row.ja4),
    tls_version: orNull(row.tls_version),
    referer: orNull(row.referer),
    status: row.blocked ? ('blocked' as const) : ('allowed' as const),
    action: actionOf(row.action).name,
    reason: row.reason,
    severity: threat.severity,
    threat_type: threat.name,
    modsec_rule_id: rule?.id ?? null,
    modsec_message: orNull(rule?.message || row.rule_message),
    deciding_rule_id: row.rule_id === '0' ? null : Number(row.rule_id),
    inbound_score: row.inbound_score,
    cache_status: orNull(row.cache_status),
    http_status: row.status === 0 ? null : row.status,
    origin_status: row.origin_status === 0 ? null : row.origin_status,
    origin: orNull(row.origin),
    origin_reason: orNull(row.origin_reason),
    duration_ms: Number(row.duration_us) / 1000,
    request_bytes: Number(row.request_bytes),
    response_bytes: Number(row.response_bytes),
    matches: matches.map((match) => ({ ...match, explanation: explain(match) })),
  };
}

function threatOf(
  { threat, action, blocked, status }: LogRow,
  rule: NamedRule | null,
): {
  name: string | null;
  severity: Severity | typeof SERVER_ERROR.severity;
} {
  const { name, severity: ofClass } = THREATS[threatOfCode(threat)];
  // The class for everything else has no severity of its own; its rule has one.
  const severity =
    threatOfCode(threat) === 'securityRule' && action !== EdgeAction.CUSTOM_RULE
      ? (rule?.severity ?? ofClass)
      : ofClass;
  // A logged attack is as severe as a blocked one: it reached the origin.
  if (blocked || action === EdgeAction.LOG_ONLY) return { name, severity };
  // Matches below the threshold did no harm.
  return name === null && status >= MIN_SERVER_ERROR ? SERVER_ERROR : { name, severity: 'SAFE' };
}

function orNull(text: string): string | null {
  return text === '' ? null : text;
}
