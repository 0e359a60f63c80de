import type { RuleExclusion } from '@palisade/site-policy';
import { nextExpiry } from './next-expiry.rules.ts';

const NOW = Date.parse('2026-11-22T12:00:00Z');
const exclusion = (id: string, expires_at: string | null): RuleExclusion => ({
  id,
  by: 'rule_id',
  value: '1002',
  target: 'ARGS:comment',
  path_prefix: '/blog',
  note: 'for the editors',
  expires_at,
});

describe('what the edge is told of a policy’s rules', () => {
  it('is due again when the next of them expires', () => {
    const times = ['2026-11-22T13:00:00Z', '2026-11-22T12:30:00.5Z', '2026-11-22T11:00:00Z', null];
    const exclusions = times.map((time) => exclusion(String(time), time));
    expect(nextExpiry(exclusions, NOW)).toEqual(new Date('2026-11-22T12:30:00.500Z'));
    expect(nextExpiry(exclusions.slice(2), NOW)).toBeNull();
  });
});
