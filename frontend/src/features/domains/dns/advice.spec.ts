import type { DnsRecord } from '../../../shared/api/types.ts';
import { adviceOn, isApex } from './advice.ts';

const record = (over: Partial<DnsRecord>): DnsRecord => ({
  purpose: 'ownership',
  type: 'CNAME',
  name: 'waf-1.castle.example',
  value: 'edge.palisade.example',
  state: 'wrong',
  found: [],
  message: '',
  checked_at: '2026-03-10T12:00:00Z',
  ...over,
});

describe('adviceOn', () => {
  it.each([
    ['a zone that was put at the end twice', { state: 'missing' }, 'waf-1.castle.example.castle.example'],
    [
      'a target that was taken as a name of the zone',
      { found: ['edge.palisade.example.castle.example'] },
      'edge.palisade.example.',
    ],
    ['the orange cloud', { found: ['104.21.3.7', '172.67.1.1'] }, 'DNS only'],
    ['the orange cloud over IPv6', { purpose: 'traffic', found: ['2606:4700:3031::1'] }, 'DNS only'],
    ['a wildcard', { found: ['203.0.113.9'] }, 'wildcard'],
  ] as const)('recognises %s', (_what, over, text) => {
    expect(adviceOn(record(over as Partial<DnsRecord>))).toContain(text);
  });

  it.each([
    ['a record that is right', { state: 'ok', found: ['edge.palisade.example'] }],
    ['another target', { found: ['old.host.example'] }],
    ['visitors who still go to the origin', { purpose: 'traffic', found: ['203.0.113.9'] }],
    ['another text', { type: 'TXT', found: ['104.21.3.7'] }],
    ['servers that do not answer', { state: 'unreachable' }],
  ] as const)('has nothing to add to %s', (_what, over) => {
    expect(adviceOn(record(over as Partial<DnsRecord>))).toBeNull();
  });
});

describe('isApex', () => {
  it.each([
    ['castle.example', true],
    ['www.castle.example', false],
    ['castle.co.uk', true],
  ])('%s: %s', (name, expected) => expect(isApex(name)).toBe(expected));
});
