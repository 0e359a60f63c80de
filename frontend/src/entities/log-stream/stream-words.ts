import type { LogStream } from '../../shared/api/types.ts';
import { OUTBOUND_FAILURES } from '../../shared/lib/outbound-failures.ts';
import type { BadgeTone } from '../../shared/ui/badge.tsx';

type Kind = LogStream['kind'];

interface TargetField {
  name: string;
  label: string;
  hint?: string;
  placeholder?: string;
  optional?: true;
  secret?: true;
  lines?: true;
}

const header: readonly TargetField[] = [
  { name: 'header_name', label: 'Header', placeholder: 'Authorization', optional: true },
  { name: 'header_value', label: 'Header value', placeholder: 'Bearer …', optional: true, secret: true },
];

/** Names of the kinds of streams, and the fields of their targets. */
export const STREAM_KINDS: Readonly<Record<Kind, { label: string; fields: readonly TargetField[] }>> = {
  http: {
    label: 'HTTP (NDJSON)',
    fields: [
      {
        name: 'url',
        label: 'URL',
        hint: 'https:// only. Compressed with gzip, and signed according to Standard Webhooks.',
      },
      ...header,
    ],
  },
  syslog: {
    label: 'Syslog over TLS',
    fields: [
      { name: 'host', label: 'Host' },
      { name: 'port', label: 'Port', placeholder: '6514', optional: true },
      {
        name: 'ca',
        label: 'Certificate to trust',
        hint: 'PEM. If empty, the authorities that browsers trust.',
        optional: true,
        lines: true,
      },
    ],
  },
  s3: {
    label: 'S3 and compatible storage',
    fields: [
      { name: 'endpoint', label: 'Endpoint', placeholder: 'https://s3.eu-central-1.amazonaws.com' },
      { name: 'region', label: 'Region', placeholder: 'us-east-1', optional: true },
      { name: 'bucket', label: 'Bucket' },
      { name: 'prefix', label: 'Prefix', placeholder: 'logs/palisade', optional: true },
      { name: 'access_key_id', label: 'Access key' },
      { name: 'secret_access_key', label: 'Secret key', secret: true },
      {
        name: 'compression',
        label: 'Compression',
        hint: 'gzip or zstd',
        placeholder: 'gzip',
        optional: true,
      },
    ],
  },
  kafka: {
    label: 'Kafka topic',
    fields: [
      { name: 'brokers', label: 'Brokers', placeholder: 'kafka1.example.com:9093, kafka2.example.com:9093' },
      { name: 'topic', label: 'Topic', hint: 'It has to exist.' },
      {
        name: 'ca',
        label: 'Certificate to trust',
        hint: 'PEM. If empty, the authorities that browsers trust.',
        optional: true,
        lines: true,
      },
      { name: 'username', label: 'User name', hint: 'Sent as SASL PLAIN.', optional: true },
      { name: 'password', label: 'Password', optional: true, secret: true },
      {
        name: 'security',
        label: 'Encryption',
        hint: 'tls, or plain in networks that the operator allows',
        placeholder: 'tls',
        optional: true,
      },
    ],
  },
  otlp: {
    label: 'OpenTelemetry (OTLP over HTTP)',
    fields: [
      { name: 'url', label: 'URL', hint: 'https:// only, with its path: usually /v1/logs.' },
      ...header,
    ],
  },
};

export const STREAM_FORMATS: Readonly<Record<LogStream['format'], string>> = {
  raw: 'Palisade’s own format, as in the API',
  ecs: 'Elastic Common Schema',
  ocsf: 'OCSF, HTTP Activity',
};

export const STREAM_STATES: Readonly<Record<LogStream['state'], { label: string; tone: BadgeTone }>> = {
  waiting: { label: 'Nothing sent yet', tone: 'neutral' },
  delivering: { label: 'Delivering', tone: 'ok' },
  failing: { label: 'Failing', tone: 'danger' },
  paused: { label: 'Paused', tone: 'warn' },
};

/** Actions of the edge that a stream can be filtered by. */
export const STREAM_ACTIONS: Readonly<Record<string, string>> = {
  allow: 'Allowed',
  log_only: 'Logged only',
  block: 'Blocked by a rule',
  reject: 'Rejected',
  challenge: 'Challenged',
  rate_limit: 'Rate limited',
  ban: 'Banned',
  geo: 'Blocked country',
  ip_list: 'Blocked address',
  bot: 'Bot',
  ddos: 'DDoS',
  custom_rule: 'Custom rule',
};

export const STREAM_THREATS = [
  'SQL Injection',
  'XSS Attack',
  'Path Traversal',
  'Command Injection',
  'Code Injection',
  'Bad Bot',
  'Rate Limiting',
  'Security Rule',
] as const;

const ERRORS: Readonly<Record<string, string>> = {
  ...OUTBOUND_FAILURES,
  plain_http_not_allowed: 'Only TLS is allowed',
  refused: 'It refused the records',
  login_failed: 'It rejects this user name and password',
  login_not_offered: 'It does not accept passwords',
  not_permitted: 'This user has no permission to write there',
  not_ready: 'Too few of its servers are available',
  record_too_large: 'A record is larger than it accepts',
  records_rejected: 'It rejected the records',
  topic_not_found: 'There is no such topic',
};

export const streamError = (code: string, status: number | null): string =>
  `${ERRORS[code] ?? 'It could not be sent'}${status === null ? '' : ` (HTTP ${status})`}`;

/** "5 s", "12 min", "3 h": how far behind. */
export function formatLag(seconds: number): string {
  if (seconds < 90) return `${Math.round(seconds)} s`;
  return seconds < 5400 ? `${Math.round(seconds / 60)} min` : `${Math.round(seconds / 3600)} h`;
}
