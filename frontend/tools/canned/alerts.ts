// Alerts that an owner wrote, their rules and channels.
import type { AlertRule } from '../../src/shared/api/alerts-api.gen.ts';
import { ago } from './common.ts';
import type { Bodies } from './reply.ts';

const ids = {
  attack: '0195b000-0000-7000-8000-000000000001',
  slow: '0195b000-0000-7000-8000-000000000002',
  people: '0195b000-0000-7000-8000-000000000003',
  mail: '0195b000-0000-7000-8000-000000000011',
  hook: '0195b000-0000-7000-8000-000000000012',
  chat: '0195b000-0000-7000-8000-000000000013',
};
const domain = { id: '0195a000-0000-7000-8000-0000000000d1', name: 'keramik-lindner.example' };

const condition = {
  percentile: 95,
  filter: { status: 'blocked' },
  window_minutes: 5,
  compare: 'usual',
  direction: 'above',
  value: 3,
  min_requests: 100,
  hold_minutes: 0,
  measure: 'requests',
} as const;

const rule: Omit<AlertRule, 'id' | 'name'> = {
  severity: 'critical',
  domain,
  condition,
  channel_ids: [ids.mail, ids.hook],
  note: 'Look at the log first, then call Ada.',
  is_active: true,
  silenced_until: null,
  state: 'ok',
  state_since: ago(600),
  last_value: 4,
  last_limit: 120,
  last_problem: null,
  evaluated_at: ago(1),
};

const alert = {
  rule_id: ids.attack,
  rule_name: 'Attack spike',
  severity: 'critical',
  domain_name: domain.name,
  condition,
  summary: '1,412 blocked requests in 5 minutes, more than 120, 3 times the usual',
  note: 'Look at the log first, then call Ada.',
  is_silent: false,
  fired_at: ago(12),
  resolved_at: null,
  acknowledged_at: null,
} as const;

const channel = {
  is_active: true,
  disabled_reason: null,
  previous_secret_until: null,
  last_delivery: { state: 'delivered', at: ago(12) },
  created_at: ago(60 * 24 * 8),
} as const;

const delivery = {
  message: 'fired',
  rule_name: 'Attack spike',
  summary: alert.summary,
  state: 'delivered',
  attempts: 1,
  last_status: 204,
  last_error: null,
  last_answer: '',
  duration_ms: 84,
  next_attempt_at: null,
  created_at: ago(12),
  finished_at: ago(12),
} as const;

export const answers: Bodies = {
  'GET /api/alerts': {
    alerts: [
      { ...alert, id: '0195b000-0000-7000-8000-000000000021' },
      {
        ...alert,
        id: '0195b000-0000-7000-8000-000000000022',
        rule_id: ids.slow,
        rule_name: 'Slow answers',
        severity: 'warning',
        domain_name: null,
        summary: '2,840 ms at the 95th percentile in 15 minutes, more than 2,000',
        fired_at: ago(60 * 26),
        resolved_at: ago(60 * 25),
        acknowledged_at: ago(60 * 26 - 5),
      },
    ],
  },
  'GET /api/alert-rules': {
    max_rules: 20,
    rules: [
      { ...rule, id: ids.attack, name: 'Attack spike', state: 'firing', last_value: 1412 },
      {
        ...rule,
        id: ids.slow,
        name: 'Slow answers',
        severity: 'warning',
        domain: null,
        condition: {
          ...condition,
          measure: 'latency',
          compare: 'threshold',
          value: 2000,
          window_minutes: 15,
        },
        silenced_until: ago(-50),
      },
      {
        ...rule,
        id: ids.people,
        name: 'Suspected false positives',
        severity: 'warning',
        condition: {
          ...condition,
          measure: 'clients_of_one_rule',
          filter: {},
          compare: 'threshold',
          value: 20,
          window_minutes: 60,
        },
        channel_ids: [],
      },
    ],
  },
  'GET /api/alert-channels': {
    max_channels: 20,
    channels: [
      { ...channel, id: ids.mail, name: 'My mail', kind: 'mail', hint: 'your account’s address' },
      { ...channel, id: ids.hook, name: 'Our gateway', kind: 'webhook', hint: 'hooks.lindner.example' },
      {
        ...channel,
        id: ids.chat,
        name: 'Team chat',
        kind: 'slack',
        hint: 'hooks.slack.com',
        is_active: false,
        disabled_reason: 'gone',
        last_delivery: { state: 'failed', at: ago(60 * 30) },
      },
    ],
  },
  'GET /api/alert-channels/{id}/deliveries': {
    deliveries: [
      { ...delivery, id: '0195b000-0000-7000-8000-000000000031' },
      {
        ...delivery,
        id: '0195b000-0000-7000-8000-000000000032',
        state: 'failed',
        attempts: 8,
        last_status: 500,
        last_error: 'refused',
        last_answer: '{"error":"queue is full"}',
        created_at: ago(60 * 26),
      },
    ],
  },
};
