import type { AdminPlan, AdminUser, Campaign, SmtpConfig } from '../shared/api/openapi.gen.ts';
import type { EdgeNode } from '../shared/api/types.ts';
import { fakePlans, fakeUser } from './fake-api.ts';

/** Responses for the tests of the admin panel. */
export const fakeAdmin = fakeUser({ is_admin: true, username: 'root', email: 'root@palisade.example' });

export const fakeAdminUser: AdminUser = {
  id: '0195a000-0000-7000-8000-000000000021',
  email: 'bo@strangers.example',
  username: 'bo',
  full_name: 'Bo Stranger',
  is_admin: false,
  is_active: true,
  email_confirmed: true,
  plan: 'starter',
  plan_name: 'Starter',
  created_at: '2026-01-03T00:00:00.000Z',
  domain_count: 0,
  domains: [],
  total_requests: 0,
  blocked_requests: 0,
};

export const fakeAdminPlans: AdminPlan[] = fakePlans.map((plan) => ({
  ...plan,
  is_active: true,
  rendered_features: plan.features as string[],
  user_count: 0,
}));

export function fakeSmtp(over: Partial<SmtpConfig> = {}): SmtpConfig {
  return {
    id: 1,
    name: 'First',
    host: 'mail.example',
    port: 587,
    username: 'sender',
    use_tls: true,
    use_ssl: false,
    from_email: 'news@palisade.example',
    from_name: null,
    is_default: false,
    is_active: true,
    sent_count: 1234,
    failed_count: 0,
    last_error: null,
    resting_until: null,
    max_per_second: null,
    dkim_domain: null,
    dkim_selector: null,
    has_dkim_key: false,
    created_at: '2026-01-03T00:00:00.000Z',
    ...over,
  };
}

export function fakeCampaign(over: Partial<Campaign> = {}): Campaign {
  return {
    id: 1,
    name: 'Spring',
    subject: 'Spring news',
    body_html: '<p>Hello</p>',
    body_text: '',
    target_audience: 'newsletter',
    target_plans: [],
    custom_emails: '',
    smtp_config_id: null,
    emails_per_second: 5,
    status: 'draft',
    version: 3,
    problem: null,
    emails_sent: 0,
    emails_failed: 0,
    emails_unknown: 0,
    total_recipients: 0,
    created_at: '2026-01-03T00:00:00.000Z',
    started_at: null,
    finished_at: null,
    ...over,
  };
}

export const adminAnswers = {
  'GET /api/auth/me': { body: fakeAdmin },
  'GET /api/plans': { body: fakePlans },
  'GET /api/admin/users': { body: [fakeAdminUser] },
  'GET /api/admin/plans': { body: fakeAdminPlans },
  'GET /api/admin/smtp': { body: [fakeSmtp()] },
  'GET /api/admin/campaigns': { body: [fakeCampaign()] },
  'GET /api/admin/campaigns/1': { body: fakeCampaign() },
  'GET /api/admin/templates/list': {
    body: [{ id: 'welcome', name: 'Welcome', description: 'The first mail', category: 'onboarding' }],
  },
};

/** A node of the edge that is well at a moment, in milliseconds since 1970. */
export function fakeEdgeNode(now: number): EdgeNode {
  const before = (seconds: number) => new Date(now - seconds * 1_000).toISOString();
  return {
    node: 'edge-1',
    last_seen_at: before(2),
    alive: true,
    version: '1.0.0',
    started_at: before(9_000),
    workers_listening: 2,
    workers: 2,
    sites: 12,
    changes_behind: 0,
    sites_behind: 0,
    configs_compared_at: before(20),
    configs_refused: 0,
    last_refusal: null,
    spool_bytes: 0,
    spool_segments: 0,
    bans: 0,
    controls_version: 1,
    config_sequence: 40,
    drain: 'none',
    candidate_rolled_back: false,
    keys_behind_seconds: 0,
    cpu_percent: 3,
    memory_bytes: 90_000_000,
  };
}
