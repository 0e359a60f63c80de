// Log streams of an owner and of the operator.
import type { LogStream } from '../../src/shared/api/types.ts';
import { ago } from './common.ts';
import type { Bodies } from './reply.ts';

const id = (last: number) => `0195c000-0000-7000-8000-00000000000${last}`;
const domain = { id: '0195a000-0000-7000-8000-0000000000d1', name: 'keramik-lindner.example' };

const stream: LogStream = {
  id: id(1),
  name: 'SIEM',
  domain,
  kind: 'http',
  hint: 'siem.lindner.example',
  format: 'ecs',
  filter: { actions: [], threats: [] },
  sample_percent: 100,
  is_active: true,
  paused_by_plan: false,
  state: 'delivering',
  waiting_records: 12,
  lag_seconds: 0.8,
  delivered_records: 1_284_551,
  delivered_bytes: 171_400_000,
  lost_records: 0,
  failures: 0,
  last_error: null,
  last_status: null,
  last_answer: '',
  last_failed_at: null,
  last_delivered_at: ago(0),
  previous_secret_until: null,
  created_at: ago(40_000),
};

const streams: LogStream[] = [
  stream,
  {
    ...stream,
    id: id(2),
    name: 'Archive',
    kind: 's3',
    hint: 'lindner-records at s3.eu-central-1.amazonaws.com',
    state: 'failing',
    format: 'raw',
    waiting_records: 48_210,
    lag_seconds: 1_860,
    failures: 9,
    last_error: 'refused',
    last_status: 403,
    last_answer: '<Code>AccessDenied</Code>',
    last_failed_at: ago(3),
  },
  {
    ...stream,
    id: id(3),
    name: 'rsyslog in the cellar',
    kind: 'syslog',
    hint: 'logs.lindner.example:6514',
    is_active: false,
    state: 'paused',
    waiting_records: 3_104,
    lag_seconds: 7_400,
    delivered_records: 90_412,
    delivered_bytes: 52_000_000,
  },
];

export const answers = {
  'GET /api/log-streams': { streams, max_streams: 50 },
  'GET /api/admin/logs/streams': {
    streams: [{ ...stream, name: 'Collector', kind: 'otlp', hint: 'otel.palisade.example', domain: null }],
    max_streams: 50,
  },
} satisfies Bodies;
