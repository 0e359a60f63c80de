import type { StoredMatch } from '../records/stored-match.types.ts';

/** A stored record, with the column names of both stores; 64-bit numbers are text. */
export interface LogRow {
  received_at: Date;
  site_no: number;
  threat: number;
  action: number;
  blocked: boolean;
  status: number;
  origin_status: number;
  rule_id: string;
  duration_us: string;
  request_bytes: string;
  response_bytes: string;
  inbound_score: number;
  request_id: string;
  client_address: string;
  country: string;
  city: string;
  asn: string;
  asn_name: string;
  protocol: string;
  scheme: string;
  host: string;
  method: string;
  target: string;
  user_agent: string;
  referer: string;
  cache_status: string;
  reason: string;
  rule_message: string;
  server_name: string;
  ja4: string;
  tls_version: string;
  origin: string;
  origin_reason: string;
  matches: StoredMatch[] | null;
}

export const LOG_COLUMNS = [
  'received_at',
  'site_no',
  'threat',
  'action',
  'blocked',
  'status',
  'origin_status',
  'rule_id',
  'duration_us',
  'request_bytes',
  'response_bytes',
  'inbound_score',
  'request_id',
  'client_address',
  'country',
  'city',
  'asn',
  'asn_name',
  'protocol',
  'scheme',
  'host',
  'method',
  'target',
  'user_agent',
  'referer',
  'cache_status',
  'reason',
  'rule_message',
  'server_name',
  'ja4',
  'tls_version',
  'origin',
  'origin_reason',
  'matches',
] as const satisfies readonly (keyof LogRow)[];

export type StatusFilter = 'blocked' | 'allowed' | null;

/** The last row of a page: the next page begins after it. */
export interface LogPosition {
  receivedAt: Date;
  requestId: string;
}
