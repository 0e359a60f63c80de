// Changes of a policy that were given to a share of the visitors first.
import type {
  Rollout,
  RuleRolloutSite,
  RuleRollouts,
  SiteRuleRollout,
} from '../../src/shared/api/openapi.gen.ts';
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

const figures = (visitors: number, lost_visitors: number) => ({
  as_of: ago(2),
  requests: visitors * 9,
  lost_requests: lost_visitors * 2,
  failures: 0,
  visitors,
  lost_visitors,
  rules: lost_visitors === 0 ? [] : [{ rule_id: 21_104, requests: lost_visitors * 2 }],
});
const held: SiteRuleRollout = {
  id: id(311),
  release: 'managed',
  candidate: '7c1d90aa3f52b6e4',
  stage: 'held',
  decided_by: 'watcher',
  reason:
    'The new rules would have blocked requests of 9 of 1,204 visitors (0.7%) that your site answered, most by rule 21104.',
  figures: figures(1_204, 9),
  started_at: ago(60 * 26),
  decided_at: ago(60 * 5),
  is_over: false,
};
/** New rules that were tried on a site's own traffic. */
export const siteRuleRollouts: SiteRuleRollout[] = [held];

/** The same over all sites. */
export const ruleRollouts: RuleRollouts = {
  nodes: 3,
  candidates: [{ release: 'managed', candidate: held.candidate, nodes: 3 }],
  rollouts: [
    {
      id: id(312),
      release: 'managed',
      candidate: held.candidate,
      started_at: ago(60 * 26),
      ended_at: null,
      sites: { waiting: 0, shadow: 12, promoted: 87, held: 1 },
      is_halted: false,
    },
  ],
};
const { release: _release, candidate: _candidate, is_over: _isOver, ...heldSite } = held;
export const ruleRolloutSites: RuleRolloutSite[] = [
  { ...heldSite, domain_id: id(41), domain_name: 'shop.example' },
];
