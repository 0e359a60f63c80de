import { applyUpdate, defaultSitePolicy, type SitePolicyChanges } from '@palisade/site-policy';
import { overlapsOf } from './overlaps.rules.ts';

const base = defaultSitePolicy({ origin_host: 'origin.example', origin_port: 80, origin_protocol: 'http' });
const draft: SitePolicyChanges = { policyConfig: { waf_sensitivity: 'high', blocked_ips: ['192.0.2.1'] } };
const overlaps = (saved: SitePolicyChanges): string[] => {
  const stored = applyUpdate(base, saved);
  return overlapsOf(base, stored, applyUpdate(stored, draft));
};

describe('what was saved since a draft was written', () => {
  it('overlaps where the draft would take it back', () => {
    expect(overlaps({ policyConfig: { waf_sensitivity: 'low' } })).toEqual(['policyConfig.waf_sensitivity']);
  });

  it('does not where it is about something else, or the same', () => {
    expect(overlaps({ policyConfig: { enable_caching: true } })).toEqual([]);
    expect(overlaps(draft)).toEqual([]);
  });
});
