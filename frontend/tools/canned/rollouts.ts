// Changes of a policy that were given to a share of the visitors first.
import type { Rollout } from '../../src/shared/api/openapi.gen.ts';
import { ago, id } from './common.ts';

const arm = (visitors: number, blocked_visitors: number, failed_visitors: number) => ({
  requests: visitors * 12,
  blocked_requests: blocked_visitors * 3,
  failed_requests: failed_visitors,
  visitors,
  blocked_visitors,
  failed_visitors,
});
const takenBack: Rollout = {
  id: id(301),
  state: 'taken_back',
  base_version: 8,
  changes: [
    { field: 'policyConfig.waf_sensitivity', before: 'medium', after: 'high' },
    { field: 'policyConfig.blocked_countries', before: [], after: ['KP', 'AF'] },
  ],
  shares: [5, 25],
  share_percent: 5,
  step_minutes: 30,
  tolerance_percent: 0.5,
  started_at: ago(60 * 30),
  step_started_at: ago(60 * 30),
  ended_at: ago(60 * 30 - 12),
  decided_by: 'watcher',
  reason: 'It blocked 23 of 214 visitors (10.7%); the policy in force blocked 12 of 4,061 visitors (0.3%).',
  figures: {
    share_percent: 5,
    as_of: ago(60 * 30 - 12),
    live: arm(4_061, 12, 3),
    candidate: arm(214, 23, 0),
  },
};
export const rollouts: Rollout[] = [takenBack];

/** One that runs, before the other one. */
export const runningRollout: Rollout = {
  ...takenBack,
  id: id(302),
  state: 'running',
  changes: [
    { field: 'policyConfig.waf_sensitivity', before: 'medium', after: 'high' },
    { field: 'policyConfig.enable_rate_limiting', before: false, after: true },
  ],
  base_version: 9,
  share_percent: 25,
  started_at: ago(50),
  step_started_at: ago(19),
  ended_at: null,
  decided_by: null,
  reason: '',
  figures: { share_percent: 25, as_of: ago(0), live: arm(3_120, 9, 2), candidate: arm(1_037, 4, 1) },
};
