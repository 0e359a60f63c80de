import type { CampaignSummary } from '../../../shared/api/types.ts';

/** Whom a campaign goes to, in the order of the form's choice. */
export const AUDIENCE_LABELS: Record<CampaignSummary['target_audience'], string> = {
  all: 'All users',
  newsletter: 'Newsletter subscribers',
  plans: 'Users on plans',
  custom: 'Custom list',
};

type Audience = Pick<CampaignSummary, 'target_audience' | 'target_plans'>;

/** The chosen plans, or that there is no choice among them; empty for other audiences. */
export function plansText({ target_audience, target_plans }: Audience): string {
  if (target_audience !== 'plans') return '';
  return target_plans.length === 0 ? 'every paid plan' : target_plans.join(', ');
}

/** The same within a sentence: "It goes to …". */
export function audienceText(audience: Audience): string {
  const texts: Record<CampaignSummary['target_audience'], string> = {
    all: 'all users who take marketing mails',
    newsletter: 'all newsletter subscribers',
    plans: `the users on ${plansText(audience)}`,
    custom: 'the addresses of its list',
  };
  return texts[audience.target_audience];
}
