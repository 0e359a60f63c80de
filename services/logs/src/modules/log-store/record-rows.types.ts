import type { PartitionName } from './partition-name.rules.ts';

/** The columns of a record in the order in which its text has them. */
export const RECORD_COLUMNS = [
  'received_at',
  'site_no',
  'retention_days',
  'threat',
  'action',
  'blocked',
  'status',
  'origin_status',
  'rule_id',
  'duration_us',
  'origin_duration_us',
  'request_bytes',
  'response_bytes',
  'inbound_score',
  'outbound_score',
  'config_version',
  'client_port',
  'asn',
  'request_id',
  'client_address',
  'country',
  'city',
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
  'matches',
  'chunk_no',
  'ja4',
  'tls_version',
] as const;

/** Records of one day and retention class. */
export interface RecordRows {
  name: PartitionName;
  count: number;
  /** Tab-separated, a line a record, \N for null, backslashes escaped: as PostgreSQL's COPY and most column stores read it. */
  text: Buffer;
}
