import { DomainError } from '@palisade/nest-kit';
import type { CampaignStatus } from './campaign-row.types.ts';

/** The states in which an administrator may perform each action, and the error otherwise. */
const ACTIONS = {
  update: { from: ['draft'], otherwise: 'Only a draft can be changed' },
  remove: {
    from: ['draft', 'paused', 'completed', 'failed'],
    otherwise: 'Pause the campaign before you delete it',
  },
  start: { from: ['draft'], otherwise: 'Only a draft or a paused campaign can be sent' },
  pause: { from: ['sending'], otherwise: 'The campaign is not sending' },
  resume: { from: ['paused'], otherwise: 'The campaign is not paused' },
  retryUnknown: {
    from: ['sending', 'paused', 'completed', 'failed'],
    otherwise: 'The campaign has not started',
  },
} as const satisfies Record<string, { from: readonly CampaignStatus[]; otherwise: string }>;

export type CampaignAction = keyof typeof ACTIONS;

/** @throws DomainError conflict `campaign_state` */
export function requireState(status: CampaignStatus, action: CampaignAction): void {
  const { from, otherwise }: { from: readonly CampaignStatus[]; otherwise: string } = ACTIONS[action];
  if (!from.includes(status)) throw wrongState(otherwise);
}

export const wrongState = (detail: string): DomainError =>
  new DomainError('conflict', 'campaign_state', detail);

/** Number of a campaign's recipients in each state. */
export interface Progress {
  sent: number;
  failed: number;
  unknown: number;
  /** Waiting or in flight. */
  open: number;
}

export function progressOf(
  { sent, failed, unknown, open }: Progress,
  campaign: { total_recipients: number; emails_per_second: number },
) {
  const done = sent + failed + unknown;
  return {
    progress_percent: percent(done, campaign.total_recipients),
    success_rate_percent: percent(sent, done),
    /** Until every open recipient has been tried once. */
    estimated_seconds: Math.ceil(open / campaign.emails_per_second),
  };
}

/** With one decimal; 0 where there is nothing. */
const percent = (part: number, whole: number): number =>
  whole === 0 ? 0 : Math.round((part / whole) * 1000) / 10;
