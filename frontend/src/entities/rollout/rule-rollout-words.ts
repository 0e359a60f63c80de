import type { SiteRuleRollout } from '../../shared/api/types.ts';

export type RuleStage = SiteRuleRollout['stage'];
export type RuleDecision = 'promote' | 'hold' | 'try_again';

export const STAGES = {
  shadow: { label: 'On trial', tone: 'brand' },
  promoted: { label: 'In force', tone: 'ok' },
  held: { label: 'Held back', tone: 'warn' },
} as const satisfies Record<RuleStage, object>;

/** What can be decided of a site at each stage, and how that is said. */
export const DECISIONS = {
  shadow: ['promote', 'hold'],
  promoted: ['hold'],
  held: ['try_again', 'promote'],
} as const satisfies Record<RuleStage, readonly RuleDecision[]>;

export const DECISION_WORDS = {
  promote: { label: 'Apply now', success: 'The new rules are active on the site now' },
  hold: { label: 'Hold back', success: 'The site keeps its rules' },
  try_again: { label: 'Try again', success: 'The new rules are on trial again' },
} as const satisfies Record<RuleDecision, object>;

export const releaseName = (release: string): string => (release === 'managed' ? 'managed rules' : release);
