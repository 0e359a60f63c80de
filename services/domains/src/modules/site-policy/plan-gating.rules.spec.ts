import { type PlanSlug, SEED_ENTITLEMENTS } from '@palisade/entitlements';
import { DomainError } from '@palisade/nest-kit';
import {
  type CustomRule,
  defaultSitePolicy,
  effectivePolicy,
  type PolicyConfig,
} from '@palisade/site-policy';
import { refuseBeyondPlan } from './plan-gating.rules.ts';

const { policyConfig } = defaultSitePolicy({
  origin_host: 'a.example',
  origin_port: 80,
  origin_protocol: 'http',
});
const rule = (id: number, changes: Partial<CustomRule> = {}): CustomRule => ({
  id: `r${id}`,
  name: `Rule ${id}`,
  enabled: true,
  action: 'block',
  skip: [],
  conditions: [{ field: 'path', name: '', operator: 'equals', negate: false, values: ['/secret'] }],
  ...changes,
});
const many = (count: number, changes: Partial<CustomRule> = {}) =>
  Array.from({ length: count }, (_, index) => rule(index, changes));
const withRules = (custom_rules: CustomRule[]): PolicyConfig => ({ ...policyConfig, custom_rules });

const refusals = (stored: CustomRule[], wanted: CustomRule[], plan: PlanSlug) => {
  try {
    refuseBeyondPlan(withRules(stored), withRules(wanted), SEED_ENTITLEMENTS[plan]);
    return [];
  } catch (error) {
    if (!(error instanceof DomainError) || error.code !== 'upgrade_required') throw error;
    return error.options.fields ?? [];
  }
};

describe('custom rules of a plan', () => {
  it.each([
    ['free', 5],
    ['starter', 25],
    ['business', 100],
  ] as const)('%s: %i enabled ones of a domain', (plan, most) => {
    expect(refusals([], many(most), plan)).toEqual([]);
    expect(refusals([], many(most + 1), plan)).toEqual([
      {
        path: 'policyConfig.custom_rules',
        message: `Upgrade required: your plan includes ${most} custom rules for each domain. Upgrade your plan, or switch another rule off.`,
      },
    ]);
    expect(refusals([], [...many(most), rule(999, { enabled: false })], plan)).toEqual([]);
  });

  it('are not limited on enterprise', () => {
    expect(refusals([], many(500), 'enterprise')).toEqual([]);
  });

  it('can be changed, reordered, switched off and removed where there are too many, but no other be switched on', () => {
    const stored = [...many(8), rule(8, { enabled: false })];
    expect(refusals(stored, [...stored].reverse(), 'free')).toEqual([]);
    expect(refusals(stored, stored.with(0, rule(0, { name: 'Another' })), 'free')).toEqual([]);
    expect(refusals(stored, stored.slice(2), 'free')).toEqual([]);
    expect(refusals(stored, [rule(0, { enabled: false }), ...stored.slice(1)], 'free')).toEqual([]);
    expect(refusals(stored, [...stored.slice(1, 8), rule(8)], 'free')).toHaveLength(1);
    expect(refusals(stored, [...stored.slice(0, 4), rule(8)], 'free')).toEqual([]);
  });

  it('may challenge where the plan has bot protection', () => {
    const challenge = rule(0, { action: 'challenge' });
    expect(refusals([], [rule(1), challenge], 'starter')).toEqual([
      {
        path: 'policyConfig.custom_rules.1.action',
        message: 'Upgrade required: Custom rules that challenge are available from the Business plan.',
      },
    ]);
    expect(refusals([], [challenge], 'business')).toEqual([]);
    expect(refusals([challenge], [{ ...challenge, name: 'Another' }], 'starter')).toEqual([]);
    expect(refusals([], [{ ...challenge, enabled: false }], 'starter')).toEqual([]);
    expect(refusals([{ ...challenge, enabled: false }], [challenge], 'starter')).toHaveLength(1);
  });

  it('ask lists of addresses where the plan has them', () => {
    const conditions: CustomRule['conditions'] = [
      { field: 'ip', name: '', operator: 'in_list', negate: false, values: ['a list'] },
    ];
    const asking = rule(0, { conditions });
    expect(refusals([], [rule(1), asking], 'free')).toEqual([
      {
        path: 'policyConfig.custom_rules.1.conditions.0.values.0',
        message: expect.stringContaining('available from the Starter plan'),
      },
    ]);
    expect(refusals([], [asking], 'starter')).toEqual([]);
    expect(refusals([], [{ ...asking, enabled: false }], 'free')).toEqual([]);
    expect(refusals([asking], [{ ...asking, name: 'Another' }], 'free')).toEqual([]);
    expect(refusals([{ ...asking, enabled: false }], [asking], 'free')).toHaveLength(1);
    const applied = (plan: PlanSlug) =>
      effectivePolicy(withRules([asking, rule(1)]), SEED_ENTITLEMENTS[plan]).custom_rules.map(({ id }) => id);
    expect([applied('free'), applied('starter')]).toEqual([['r1'], ['r0', 'r1']]);
  });

  it('add to lists where the plan has them', () => {
    const adding = rule(0, { action: 'add_to_list', listing: { list: 'a list', minutes: 5 } });
    expect(refusals([], [adding], 'free')).toEqual([
      {
        path: 'policyConfig.custom_rules.0.listing.list',
        message: expect.stringContaining('available from the Starter plan'),
      },
    ]);
    expect(refusals([], [adding], 'starter')).toEqual([]);
    expect(effectivePolicy(withRules([adding]), SEED_ENTITLEMENTS.free).custom_rules).toEqual([]);
  });

  it('take effect as far as the plan goes, in their order', () => {
    const stored = [rule(0, { enabled: false }), rule(1, { action: 'challenge' }), ...many(8)];
    const applied = (plan: PlanSlug) =>
      effectivePolicy(withRules(stored), SEED_ENTITLEMENTS[plan]).custom_rules.map(({ id, action }) => [
        id,
        action,
      ]);
    expect(applied('free')).toEqual(many(5).map(({ id }) => [id, 'block']));
    expect(applied('business')).toEqual([['r1', 'challenge'], ...many(8).map(({ id }) => [id, 'block'])]);
  });
});
