import { type CampaignAction, progressOf, requireState } from './campaign.rules.ts';
import type { CampaignStatus } from './campaign-row.types.ts';

const ALLOWED: Readonly<Record<CampaignStatus, readonly CampaignAction[]>> = {
  draft: ['update', 'remove', 'start'],
  sending: ['pause', 'retryUnknown'],
  paused: ['remove', 'resume', 'retryUnknown'],
  completed: ['remove', 'retryUnknown'],
  failed: ['remove', 'retryUnknown'],
};
const ACTIONS: readonly CampaignAction[] = ['update', 'remove', 'start', 'pause', 'resume', 'retryUnknown'];

describe.each(Object.entries(ALLOWED))('a campaign that is %s', (status, allowed) => {
  it.each(ACTIONS)('%s', (action) => {
    const attempt = () => requireState(status as CampaignStatus, action);
    if (allowed.includes(action)) expect(attempt).not.toThrow();
    else expect(attempt).toThrow(expect.objectContaining({ kind: 'conflict', code: 'campaign_state' }));
  });
});

describe('how far a campaign is', () => {
  it('is told in percent with one decimal', () => {
    expect(
      progressOf({ sent: 1, failed: 1, unknown: 1, open: 4 }, { total_recipients: 7, emails_per_second: 3 }),
    ).toEqual({ progress_percent: 42.9, success_rate_percent: 33.3, estimated_seconds: 2 });
  });

  it('is nothing where there is nobody', () => {
    expect(
      progressOf({ sent: 0, failed: 0, unknown: 0, open: 0 }, { total_recipients: 0, emails_per_second: 5 }),
    ).toEqual({ progress_percent: 0, success_rate_percent: 0, estimated_seconds: 0 });
  });
});
