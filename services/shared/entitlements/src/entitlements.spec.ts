import { GATED_FEATURES, minimumPlanFor, PLAN_SLUGS, SEED_ENTITLEMENTS } from './index.ts';

const plans = PLAN_SLUGS.map((slug) => ({ slug, entitlements: SEED_ENTITLEMENTS[slug] }));

describe('entitlements', () => {
  it('names the cheapest plan that includes a feature', () => {
    expect(GATED_FEATURES.map((feature) => [feature, minimumPlanFor(feature, plans)])).toEqual([
      ['rateLimiting', 'starter'],
      ['ddosProtection', 'starter'],
      ['ipManagement', 'starter'],
      ['botProtection', 'business'],
      ['geoBlocking', 'business'],
      ['edgeCaching', 'enterprise'],
      ['ruleSetChoice', 'business'],
    ]);
  });

  it('never takes a feature away on the way up', () => {
    for (const feature of GATED_FEATURES) {
      const included = plans.map((plan) => plan.entitlements[feature]);
      expect(included.lastIndexOf(false)).toBeLessThan(included.indexOf(true));
    }
  });
});
