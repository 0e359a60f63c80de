import { THREATS } from '../ingest/threats.rules.ts';
import { type LogRow, toLogEntry } from './log-entry.rules.ts';

const row: LogRow = {
  received_at: new Date(0),
  site_no: 1,
  threat: THREATS.safe.code,
  action: 1,
  blocked: false,
  status: 200,
  origin_status: 200,
  rule_id: '0',
  duration_us: '1500',
  request_bytes: '0',
  response_bytes: '0',
  inbound_score: 0,
  request_id: '0198c0de-0000-7000-8000-000000000001',
  client_address: '192.0.2.7',
  country: '',
  city: '',
  asn: '0',
  asn_name: '',
  protocol: 'HTTP/1.1',
  host: 'shop.example',
  method: 'GET',
  target: '/',
  user_agent: '',
  referer: '',
  reason: '',
  rule_message: '',
  server_name: 'edge-1',
  matches: null,
};

describe('the class of an entry of the log', () => {
  it.each<[what: string, fields: Partial<LogRow>, threat_type: string | null, severity: string]>([
    ['went well', {}, null, 'SAFE'],
    ['was not found', { status: 404 }, null, 'SAFE'],
    ['failed behind the edge', { status: 500, origin_status: 500 }, 'Server Error', 'ERROR'],
    ['reached no origin', { status: 502, origin_status: 0 }, 'Server Error', 'ERROR'],
    [
      'was attacked and blocked with a 5xx',
      { threat: 1, blocked: true, status: 503 },
      'SQL Injection',
      'CRITICAL',
    ],
    ['was attacked, let through and failed', { threat: 1, status: 500 }, 'SQL Injection', 'SAFE'],
  ])('where it %s', (_what, fields, threat_type, severity) => {
    expect(toLogEntry({ ...row, ...fields }, 'shop.example')).toMatchObject({ threat_type, severity });
  });
});
