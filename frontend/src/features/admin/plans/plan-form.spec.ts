import { fakeAdminPlans } from '../../../testing/fake-admin.ts';
import { planFormOf, planInputOf, planSchema } from './plan-form.ts';

const [free] = fakeAdminPlans;

describe('the form of a plan', () => {
  it.each(fakeAdminPlans)('brings $slug back as it was', (plan) => {
    const { id: _id, rendered_features: _lines, user_count: _users, currency: _currency, ...input } = plan;
    const form = planFormOf(plan);
    expect(planSchema.safeParse(form).success).toBe(true);
    expect(planInputOf(form)).toEqual(input);
  });

  it('takes limits by unit, empty for unlimited', () => {
    const form = planFormOf(free);
    const entitlements = {
      ...form.entitlements,
      max_domains: '',
      bandwidth_bytes: '2.5',
      log_retention_days: '30',
    };
    expect(planInputOf({ ...form, entitlements }).entitlements).toMatchObject({
      max_domains: null,
      bandwidth_bytes: 2_500_000_000,
      log_retention_days: 30,
    });
  });

  it('begins with what the free plan allows', () => {
    expect(planInputOf(planFormOf(undefined)).entitlements).toMatchObject({
      max_domains: 1,
      rate_limiting: false,
    });
  });

  it.each([
    ['max_domains', 'three'],
    ['max_custom_rules', '-1'],
    ['max_rate_limit_requests', '1.5'],
    ['log_retention_days', ''],
    ['log_retention_days', '0'],
    ['log_retention_days', '3651'],
    ['bandwidth_bytes', '1,5'],
  ])('refuses %s of %j', (name, value) => {
    const form = planFormOf(free);
    const { error } = planSchema.safeParse({
      ...form,
      entitlements: { ...form.entitlements, [name]: value },
    });
    expect(error?.issues.map(({ path }) => path)).toEqual([['entitlements', name]]);
  });
});
