import { audienceText, plansText } from './audiences.ts';

describe('a campaign’s audience', () => {
  it('names its plans, and says when it has no choice among them', () => {
    const plans = { target_audience: 'plans', target_plans: ['starter', 'business'] } as const;
    expect(audienceText({ ...plans, target_plans: [...plans.target_plans] })).toBe(
      'the users on starter, business',
    );
    expect(audienceText({ target_audience: 'plans', target_plans: [] })).toBe('the users on every paid plan');
    expect(plansText({ target_audience: 'newsletter', target_plans: [] })).toBe('');
  });
});
