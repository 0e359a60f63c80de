// Periods that the privacy policy names are those after which data goes.
import { privacySections } from '../frontend/src/features/marketing/privacy-content.ts';
import { RETENTION_DAYS } from '../services/auth/src/modules/security-activity/security-event-kinds.ts';
import { SEED_ENTITLEMENTS } from '../services/shared/entitlements/src/entitlements.ts';

const promises = privacySections.find(({ title }) => title === 'How long we keep data')?.points;

describe('the privacy policy', () => {
  it('names the months for which security incidents are kept', () => {
    expect(RETENTION_DAYS).toBe(365);
    expect(promises).toContain('Records of security incidents: 12 months.');
  });

  it('names the longest time for which a plan keeps traffic logs', () => {
    const longest = Math.max(...Object.values(SEED_ENTITLEMENTS).map((plan) => plan.logRetentionDays));
    expect(promises).toContain(`Traffic logs: at most ${longest} days, shorter on smaller plans.`);
  });
});
