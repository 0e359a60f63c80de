import type { AlertCondition, AlertRule } from './alerts-api.ts';

export interface RuleTemplate {
  key: string;
  name: string;
  severity: AlertRule['severity'];
  /** Purpose of the template. */
  about: string;
  condition: AlertCondition;
}

const condition = (
  facts: Partial<AlertCondition> & Pick<AlertCondition, 'measure' | 'value'>,
): AlertCondition => ({
  percentile: 95,
  filter: {},
  window_minutes: 5,
  compare: 'threshold',
  direction: 'above',
  min_requests: 0,
  hold_minutes: 0,
  ...facts,
});

/** Common rules, ready to be saved. */
export const RULE_TEMPLATES: readonly RuleTemplate[] = [
  {
    key: 'attack',
    name: 'Attack spike',
    severity: 'critical',
    about: 'Three times as many blocked requests as usual for this hour.',
    condition: condition({
      measure: 'requests',
      filter: { status: 'blocked' },
      compare: 'usual',
      value: 3,
      min_requests: 100,
    }),
  },
  {
    key: 'origin-down',
    name: 'Server errors',
    severity: 'critical',
    about: 'More than half of the answers are errors of your server (5xx).',
    condition: condition({ measure: 'share', filter: { http_status: '5xx' }, value: 50, min_requests: 20 }),
  },
  {
    key: 'slow',
    name: 'Slow answers',
    severity: 'warning',
    about: 'One answer in twenty takes more than two seconds.',
    condition: condition({
      measure: 'latency',
      filter: { status: 'allowed' },
      window_minutes: 15,
      value: 2000,
      min_requests: 50,
      hold_minutes: 5,
    }),
  },
  {
    key: 'block-rate',
    name: 'High block rate',
    severity: 'warning',
    about: 'More than a fifth of all requests is blocked.',
    condition: condition({
      measure: 'share',
      filter: { status: 'blocked' },
      window_minutes: 15,
      value: 20,
      min_requests: 100,
      hold_minutes: 5,
    }),
  },
  {
    key: 'false-positives',
    name: 'Suspected false positives',
    severity: 'warning',
    about: 'One rule blocks many different clients on one path.',
    condition: condition({ measure: 'clients_of_one_rule', window_minutes: 60, value: 20 }),
  },
];

export const blankCondition = condition({
  measure: 'requests',
  filter: { status: 'blocked' },
  value: 100,
});
