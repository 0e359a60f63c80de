// The admin panel.
import type {
  AdminOrder,
  AdminPlan,
  AdminUser,
  Campaign,
  CampaignStats,
  SingleMail,
  SmtpConfig,
  Subscriber,
} from '../../src/shared/api/openapi.gen.ts';
import { ago, id } from './common.ts';
import { edgeNodes } from './edge.ts';
import { type PlanSlug, planOf, plans } from './plans.ts';
import type { Bodies } from './reply.ts';
import { ruleRolloutSites, ruleRollouts } from './rollouts.ts';

type UserRow = [username: string, fullName: string, plan: PlanSlug, domains: number | null];
const userRow = ([username, full_name, plan, count]: UserRow, index: number): AdminUser => ({
  id: id(30 + index),
  is_admin: username === 'root',
  email_confirmed: true,
  plan,
  plan_name: planOf(plan).name,
  username,
  full_name,
  email: `${username}@sites.example`,
  is_active: index !== 2,
  created_at: ago(60 * 24 * (20 + index * 17)),
  domain_count: count,
  domains: [
    {
      id: id(40 + index),
      domain_name: `${username}.example`,
      is_active: true,
      total_requests: 4000 * (index + 1),
      blocked_requests: 120 * (index + 1),
    },
  ],
  total_requests: 41_000 * (index + 1),
  blocked_requests: 1_200 * (index + 1),
});

const userRows: UserRow[] = [
  ['maria', 'Maria Lindner', 'starter', 2],
  ['jonas', 'Jonas Berg', 'business', 4],
  ['aiko', 'Aiko Tanaka', 'free', 1],
  ['root', 'Robin Ott', 'enterprise', 11],
];

const SLUGS: PlanSlug[] = ['free', 'starter', 'business', 'enterprise'];
/** As many users as are asked for; some with long names, some whose counters are away. */
export const usersOf = (count: number) =>
  Array.from({ length: count }, (_, index) =>
    userRow(
      [
        `person-${index}`,
        index % 7 === 3 ? 'Maria-Theresia Freifrau von Donaudampfschifffahrt-Lindner' : `Person ${index}`,
        SLUGS[index % SLUGS.length] ?? 'free',
        index % 5 === 4 ? null : index * 3,
      ],
      index,
    ),
  );

/** An account whose every text is as long as it may be, one of them from right to left. */
export const longUser: AdminUser = {
  ...usersOf(1)[0]!,
  username: `long-${'x'.repeat(45)}`,
  full_name: `${'محمد عبد الرحمن '.repeat(6)}${'Donaudampfschifffahrt'.repeat(4)}`.slice(0, 200),
  email: `${'first.name.'.repeat(5)}last@${'department.'.repeat(8)}example`,
};

export const smtp: SmtpConfig[] = [
  {
    id: 1,
    name: 'Postmark',
    host: 'smtp.postmark.example',
    port: 587,
    username: 'palisade',
    use_tls: true,
    use_ssl: false,
    from_email: 'hello@palisade.example',
    from_name: 'Palisade',
    is_default: true,
    is_active: true,
    sent_count: 12_480,
    failed_count: 31,
    created_at: ago(60 * 24 * 200),
    max_per_second: 50,
    dkim_domain: 'palisade.example',
    dkim_selector: 'mail2026',
    has_dkim_key: true,
    last_error: null,
    resting_until: null,
  },
  {
    id: 2,
    name: 'Backup relay',
    host: 'relay.example.net',
    port: 465,
    username: 'relay',
    use_tls: false,
    use_ssl: true,
    from_email: 'hello@palisade.example',
    from_name: null,
    is_default: true,
    is_active: true,
    sent_count: 431,
    failed_count: 12,
    created_at: ago(60 * 24 * 90),
    max_per_second: null,
    dkim_domain: null,
    dkim_selector: null,
    has_dkim_key: false,
    last_error: 'no_connection: connect ETIMEDOUT 192.0.2.25:465',
    resting_until: ago(-4),
  },
];

const sending: Campaign = {
  id: 1,
  name: 'March release notes',
  subject: 'What is new in Palisade',
  body_html: '<h1>Hello</h1>',
  body_text: 'Hello',
  target_audience: 'newsletter',
  target_plans: [],
  problem: null,
  emails_unknown: 3,
  custom_emails: '',
  smtp_config_id: null,
  emails_per_second: 5,
  version: 1,
  status: 'sending',
  emails_sent: 612,
  emails_failed: 3,
  total_recipients: 1840,
  created_at: ago(60 * 5),
  started_at: ago(60 * 4),
  finished_at: null,
};
const draft: Campaign = {
  id: 2,
  name: 'Welcome series',
  subject: 'Your first site',
  body_html: '<p>Hi</p>',
  body_text: '',
  target_audience: 'plans',
  target_plans: ['starter', 'business'],
  problem: 'The chosen SMTP server takes no mails. no_connection: connect ETIMEDOUT 192.0.2.25:465',
  emails_unknown: 0,
  custom_emails: '',
  smtp_config_id: 1,
  emails_per_second: 10,
  version: 1,
  status: 'draft',
  emails_sent: 0,
  emails_failed: 0,
  total_recipients: 0,
  created_at: ago(60 * 48),
  started_at: null,
  finished_at: null,
};

type CampaignState = Campaign['status'];
/** A campaign in the state that is asked for. */
export const campaignOf = (number: number, status: CampaignState): Campaign => ({
  ...sending,
  id: number,
  name: `A campaign that is ${status}`,
  status,
  problem: status === 'failed' ? 'No mail server takes mails.' : null,
  emails_unknown: status === 'completed' ? 2 : 0,
  emails_sent: status === 'draft' ? 0 : 612 * number,
  total_recipients: status === 'draft' ? 0 : 12_840,
});

/** What its statistics say in that state. */
export const statsOf = (status: CampaignState): CampaignStats => ({
  status,
  total_recipients: status === 'draft' ? 0 : 12_840,
  emails_sent: { draft: 0, sending: 612, paused: 1836, completed: 12_801, failed: 4 }[status],
  emails_failed: { draft: 0, sending: 3, paused: 9, completed: 37, failed: 820 }[status],
  emails_unknown: status === 'completed' ? 2 : 0,
  emails_pending: { draft: 0, sending: 12_225, paused: 10_995, completed: 0, failed: 12_016 }[status],
  progress_percent: { draft: 0, sending: 4.8, paused: 14.4, completed: 100, failed: 6.4 }[status],
  success_rate_percent: { draft: 0, sending: 99.5, paused: 99.5, completed: 99.7, failed: 0.5 }[status],
  failures_by_reason: status === 'draft' ? {} : { smtp_550: 31, smtp_452: 4, process_lost: 2 },
  left_out: status === 'draft' ? {} : { unsubscribed: 41, marketing_emails_off: 212 },
  estimated_seconds: status === 'sending' ? 2445 : 0,
});

const adminPlans = plans.map(
  (plan, index): AdminPlan => ({
    ...plan,
    is_active: true,
    // As they were written; the rendered ones are what visitors read.
    features: ['{domains}', '{rate_limiting}', '{bot_protection}', 'Community support'],
    rendered_features: plan.features,
    user_count: [602, 431, 212, 39][index] ?? 0,
  }),
);

const FAILED_MAILS: [string, SingleMail['category'], string, string][] = [
  ['reset_password', 'account', 'jonas@gone.example', 'smtp_550: 550 5.1.1 No such user'],
  ['attack_alert', 'attacks', 'maria@keramik-lindner.example', 'no_connection: connect ETIMEDOUT'],
];
const failedMails = FAILED_MAILS.map(
  ([template, category, to, reason], index): SingleMail => ({
    id: id(70 + index),
    category,
    template,
    to,
    status: 'failed',
    reason,
    attempts: index === 0 ? 1 : 12,
    smtp_config_id: 1,
    created_at: ago(60 * (index + 3)),
    finished_at: ago(60 * (index + 2)),
  }),
);

const SUBSCRIBERS: [string, string][] = [
  ['Ana', 'Souza'],
  ['Ben', 'Okafor'],
  ['Chloé', 'Martin'],
];
const subscribers = SUBSCRIBERS.map(
  ([first_name, last_name], index): Subscriber => ({
    id: index + 1,
    first_name,
    last_name,
    email: `${first_name.toLowerCase()}@mail.example`,
    is_subscribed: true,
    created_at: ago(60 * 24 * (index + 2)),
  }),
);

const ORDERS: [string, PlanSlug, AdminOrder['status'], string | null][] = [
  ['PAL-2026-000412', 'business', 'completed', null],
  ['PAL-2026-000411', 'starter', 'pending', null],
  ['PAL-2026-000398', 'enterprise', 'completed', ago(60 * 24 * 3)],
  ['PAL-2026-000391', 'business', 'completed', null],
  ['PAL-2026-000390', 'business', 'failed', null],
];
const OUTCOMES = { completed: 'paid', pending: 'open', failed: 'failed', cancelled: 'cancelled' } as const;
const orders = ORDERS.map(([order_number, plan_slug, status, refunded_at], index): AdminOrder => {
  const { id: plan_id, price } = planOf(plan_slug);
  return {
    id: id(800 + index),
    order_number,
    plan_slug,
    plan_id,
    amount: price,
    refunded_amount: refunded_at === null ? (index === 3 ? 20 : 0) : price,
    currency: 'USD',
    status,
    outcome: refunded_at ? 'refunded' : OUTCOMES[status],
    refunded_at,
    billing_period: 'monthly',
    awaits_consent: false,
    payment_method: 'paypal',
    created_at: ago(60 * 24 * (index + 1)),
    paid_at: status === 'completed' ? ago(60 * 24 * (index + 1)) : null,
    user_id: index === 1 ? null : id(index + 1),
    guest_email: index === 1 ? 'guest@mail.example' : null,
    buyer_email: index === 1 ? 'guest@mail.example' : `buyer-${index + 1}@mail.example`,
    failure: status === 'failed' ? 'mismatch_currency' : null,
  };
});

/** Method and path → body. */
export const answers = {
  'GET /api/admin/audit': {
    next: null,
    entries: [
      {
        id: id(95),
        at: ago(12),
        action: 'user.updated',
        actor_id: id(1),
        actor_email: 'root@palisade.example',
        target_email: 'maria@sites.example',
        target_name: null,
        target_type: 'user',
        target_id: id(30),
        ip_address: '198.51.100.4',
        request_id: id(96),
        details: {},
      },
    ],
  },
  'GET /api/admin/users': userRows.map(userRow),
  'GET /api/admin/users/{id}': userRow(userRows[0]!, 0),
  'GET /api/admin/users/{id}/notes': {
    notes: [
      {
        id: id(980),
        text: 'Asked by telephone how the second site is billed. Told: with the plan.\nCall before changes of the origin.',
        created_at: ago(60 * 26),
        author_id: id(1),
        author_email: 'root@palisade.example',
      },
    ],
  },
  'GET /api/admin/plans': adminPlans,
  'GET /api/admin/smtp': smtp,
  'GET /api/admin/campaigns': [sending, draft],
  'GET /api/admin/campaigns/{id}': draft,
  'GET /api/admin/campaigns/{id}/stats': {
    status: 'sending',
    total_recipients: 1840,
    emails_sent: 612,
    emails_failed: 3,
    emails_unknown: 3,
    emails_pending: 1222,
    progress_percent: 33.6,
    success_rate_percent: 99,
    failures_by_reason: { smtp_550: 2, smtp_452: 1, process_lost: 3 },
    left_out: { unsubscribed: 41, marketing_emails_off: 212 },
    estimated_seconds: 245,
  },
  'GET /api/admin/smtp/mails': { mails: failedMails, next: null },
  'GET /api/admin/subscribers/suppressions': [
    {
      email: 'lena@mail.example',
      cause: 'unsubscribed',
      reason: 'too_frequent',
      created_at: ago(900),
      position: '3_lena@mail.example',
    },
    {
      email: 'old@gone.example',
      cause: 'bounced',
      reason: '',
      created_at: ago(4000),
      position: '2_old@gone.example',
    },
    {
      email: 'tom@mail.example',
      cause: 'complained',
      reason: '',
      created_at: ago(9000),
      position: '1_tom@mail.example',
    },
  ],
  'GET /api/admin/subscribers/bounces': [
    {
      id: 2,
      email: 'old@gone.example',
      kind: 'hard',
      diagnostic: '5.1.1 smtp; 550 5.1.1 No such user here',
      campaign_id: 1,
      campaign_name: 'Spring newsletter',
      created_at: ago(4000),
    },
  ],
  'GET /api/admin/stats': {
    total_users: 1284,
    total_domains: 2310,
    total_subscribers: 1840,
    mrr: 31_460,
    arr: 377_520,
    currency: 'USD',
    trials: 47,
    plan_distribution: { free: 602, starter: 431, business: 212, enterprise: 39 },
  },
  'GET /api/admin/subscribers': subscribers,
  'GET /api/orders': { total: orders.length, orders },
  'GET /api/admin/edge/rule-rollouts': ruleRollouts,
  'GET /api/admin/edge/rule-rollouts/{rolloutId}/sites': ruleRolloutSites,
  'GET /api/admin/edge/controls': {
    version: 4,
    switched_off: ['upload_scan'],
    candidate_percent: 10,
    changed_at: ago(42),
    rollbacks: [
      { release: '9f2c7d1e4bb31a', node: 'edge-fra-2', reason: 'more blocks than before', at: ago(300) },
    ],
  },
  'GET /api/admin/edge/nodes': {
    nodes: edgeNodes,
    config_sequence: 8_812,
    drained_elsewhere: ['edge-fra-old'],
    publications: { waiting: 2, oldest_at: ago(0.1), failing: 0 },
    certificates: { failing: 2, expired: 0, domains: ['keramik-lindner.example', 'shop.bergwerk.example'] },
  },
  'GET /api/admin/edge/failed-work': {
    items: [
      {
        ...{ kind: 'job', place: 'domains-certificates', id: 'repeat:certificates:1', name: 'certificates' },
        ...{ event_id: null, error: 'Error: the authority answers 503', attempts: 3, failed_at: ago(55) },
      },
    ],
    ...{ total: 1, unreachable: [] },
  },
  'GET /api/admin/smtp/failed-work': {
    items: [2, 1].map((number) => ({
      ...{ kind: 'event', place: 'billing', id: `3/${number}-0`, name: 'billing.order_paid.v1' },
      ...{ event_id: id(number), attempts: 10, failed_at: ago(40 * number) },
      error:
        'QueryFailedError: null value in column "username" of relation "accounts" violates not-null constraint',
    })),
    ...{ total: 1_204, unreachable: [] },
  },
  'GET /api/admin/auth/failed-work': { items: [], total: 0, unreachable: [] },
  'GET /api/admin/billing/failed-work': { items: [], total: 0, unreachable: [] },
  'GET /api/admin/logs/failed-work': { items: [], total: null, unreachable: ['domains', 'users'] },
  'GET /api/admin/billing/revenue': {
    time_zone: 'UTC',
    rows: ['2026-11', '2026-10', '2026-09'].flatMap((month, index) =>
      ['business', 'enterprise', 'starter'].map((plan, place) => {
        const [orders, refunds] = [40 - 7 * index - 3 * place, (index + place) % 3];
        const price = [7_900, 19_900, 2_900][place]!;
        const [paid, refunded] = [orders * price, refunds * price];
        return {
          ...{ month, plan, currency: 'USD', orders, paid_cents: paid, refunds },
          ...{ refunded_cents: refunded, net_cents: paid - refunded },
        };
      }),
    ),
  },
  'GET /api/admin/smtp/reputation': {
    ...{ days: 30, sent: 48_210, refused: 212, hard: 301, soft: 96, complaints: 61, state: 'watch' },
    domains: [
      ...[
        {
          domain: 'mail.example',
          sent: 9_900,
          refused: 20,
          hard: 44,
          soft: 12,
          complaints: 31,
          state: 'bad' as const,
        },
        {
          domain: 'post.example',
          sent: 30_104,
          refused: 90,
          hard: 120,
          soft: 60,
          complaints: 18,
          state: 'good' as const,
        },
        {
          domain: 'small.example',
          sent: 12,
          refused: 0,
          hard: 1,
          soft: 0,
          complaints: 0,
          state: 'too_few' as const,
        },
      ],
    ],
  },
  'GET /api/admin/edge/backlog': {
    outbox: { waiting: 0, oldest_at: null },
    topics: [{ topic: 'users', behind: 0, dead_letters: 0, dropped: 0 }],
    queues: ['domains-certificates', 'domains-dns'].map((name) => ({
      name,
      counts: { waiting: 0, active: 1, delayed: 1, failed: 0 },
    })),
  },
  'GET /api/admin/smtp/delivery': { state: 'ready', by: 'configured' },
  'GET /api/admin/smtp/backlog': {
    outbox: { waiting: 12, oldest_at: ago(3) },
    topics: [
      { topic: 'users', behind: 4, dead_letters: 0, dropped: 0 },
      { topic: 'mails', behind: 0, dead_letters: 2, dropped: 0 },
    ],
    queues: [
      { name: 'mailer-mails', counts: { waiting: 31, active: 5, delayed: 8, failed: 2 } },
      { name: 'mailer-mails-maintenance', counts: null },
    ],
  },
  'GET /api/admin/auth/backlog': {
    outbox: { waiting: 0, oldest_at: null },
    topics: [{ topic: 'billing', behind: 0, dead_letters: 0, dropped: 0 }],
    queues: [],
  },
  'GET /api/admin/billing/backlog': {
    outbox: { waiting: 1, oldest_at: ago(0.2) },
    topics: [{ topic: 'users', behind: 3, dead_letters: 0, dropped: 0 }],
    queues: [],
  },
  'GET /api/admin/logs/backlog': {
    outbox: null,
    topics: [{ topic: 'request-logs', behind: 412, dead_letters: 0, dropped: 0 }],
    queues: [],
  },
  'GET /api/admin/templates/list': [
    { id: 'welcome', name: 'Welcome', description: 'First steps after sign-up', category: 'onboarding' },
  ],
} satisfies Bodies;
