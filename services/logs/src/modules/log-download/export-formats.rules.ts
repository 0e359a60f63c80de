import type { LogRow } from '../log-store/log-row.types.ts';
import { toLogEntry } from '../request-logs/log-entry.rules.ts';
import { csvLine } from './csv.ts';

const COLUMNS = [
  'timestamp',
  'request_id',
  'domain_name',
  'status',
  'action',
  'threat_type',
  'severity',
  'remote_addr',
  'geo_country',
  'geo_city',
  'asn',
  'asn_name',
  'request_method',
  'host',
  'request_uri',
  'http_status',
  'cache_status',
  'user_agent',
  'referer',
  'modsec_rule_id',
  'modsec_message',
  'deciding_rule_id',
  'inbound_score',
  'reason',
  'duration_ms',
  'request_bytes',
  'response_bytes',
  'server_name',
  'ja4',
  'tls_version',
  'origin',
  'origin_reason',
] as const;

interface ExportFormat {
  mediaType: string;
  /** Header before the first entry. */
  head: string;
  line(row: LogRow, domainName: string): string;
}

/** CSV has what a spreadsheet can show; NDJSON all fields of an entry, as in the API. */
export const EXPORT_FORMATS = {
  csv: {
    mediaType: 'text/csv',
    head: csvLine(COLUMNS),
    line: (row, domainName) => {
      const entry = toLogEntry(row, domainName);
      return csvLine(COLUMNS.map((column) => entry[column]));
    },
  },
  ndjson: {
    mediaType: 'application/x-ndjson',
    head: '',
    line: (row, domainName) => `${JSON.stringify(toLogEntry(row, domainName))}\n`,
  },
} as const satisfies Record<string, ExportFormat>;

export type ExportFormatName = keyof typeof EXPORT_FORMATS;
export const EXPORT_FORMAT_NAMES = Object.keys(EXPORT_FORMATS) as [ExportFormatName, ...ExportFormatName[]];
