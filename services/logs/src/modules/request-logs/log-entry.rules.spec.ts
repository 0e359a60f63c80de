import { requestLogV1 } from '@palisade/contracts';
import type { LogRow } from '../log-store/log-row.types.ts';
import { THREATS } from '../records/threats.rules.ts';
import { toLogEntry } from './log-entry.rules.ts';

const { EdgeAction } = requestLogV1;

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
  scheme: 'https',
  host: 'shop.example',
  method: 'GET',
  target: '/',
  user_agent: '',
  referer: '',
  cache_status: '',
  reason: '',
  rule_message: '',
  server_name: 'edge-1',
  ja4: '',
  tls_version: '1.3',
  origin: '',
  origin_reason: '',
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
    [
      'was attacked, and only logged',
      { threat: 1, action: EdgeAction.LOG_ONLY },
      'SQL Injection',
      'CRITICAL',
    ],
    ['asked for what is switched off', { threat: 9, blocked: true, status: 403 }, 'Site Setting', 'SAFE'],
    ['was attacked, let through and failed', { threat: 1, status: 500 }, 'SQL Injection', 'SAFE'],
  ])('where it %s', (_what, fields, threat_type, severity) => {
    expect(toLogEntry({ ...row, ...fields }, 'shop.example')).toMatchObject({ threat_type, severity });
  });
});

describe('the rule of an entry of the log', () => {
  const match = (rule_id: number, score: number, severity: string, tags: string[] = []) => ({
    rule_id,
    phase: 2,
    message: `Rule ${rule_id}`,
    severity,
    score,
    tags,
    data: '',
    targets: [],
  });
  const scored = {
    threat: THREATS.securityRule.code,
    action: EdgeAction.BLOCK,
    blocked: true,
    rule_id: '9001',
    rule_message: 'Inbound score reached',
  };

  it('is the heaviest that fired where the deciding one only compares the score', () => {
    const matches = [
      match(7001, 3, 'WARNING'),
      match(6001, 5, 'CRITICAL'),
      match(9001, 0, '', ['evaluation']),
    ];
    expect(toLogEntry({ ...row, ...scored, matches }, 'shop.example')).toMatchObject({
      modsec_rule_id: 6001,
      modsec_message: 'Rule 6001',
      deciding_rule_id: 9001,
      threat_type: 'Security Rule',
      severity: 'CRITICAL',
    });
  });

  it.each([
    ['WARNING', 'MEDIUM'],
    ['ERROR', 'HIGH'],
    ['', 'MEDIUM'],
  ])('gives an attack of no class of its own its severity: %s', (severity, shown) => {
    const entry = toLogEntry({ ...row, ...scored, matches: [match(7001, 5, severity)] }, 'shop.example');
    expect(entry).toMatchObject({ modsec_rule_id: 7001, severity: shown });
  });

  it('is the deciding one where it fired itself, or where nothing else is known', () => {
    const decided = { ...row, ...scored, rule_id: '1001', rule_message: 'Tautology' };
    const matches = [match(1001, 5, 'CRITICAL'), match(6001, 10, 'CRITICAL')];
    expect(toLogEntry({ ...decided, matches }, 'shop.example').modsec_rule_id).toBe(1001);
    expect(toLogEntry({ ...row, ...scored }, 'shop.example')).toMatchObject({
      modsec_rule_id: 9001,
      modsec_message: 'Inbound score reached',
    });
    expect(toLogEntry(row, 'shop.example')).toMatchObject({ modsec_rule_id: null, deciding_rule_id: null });
  });
});
