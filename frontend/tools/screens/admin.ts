// The admin panel and its dialogs, in each of their states.
import { campaignOf, longUser, smtp, statsOf, usersOf } from '../canned/admin.ts';
import { ago, id } from '../canned/common.ts';
import { edgeNode } from '../canned/edge.ts';
import { admin, customer } from '../canned/people.ts';
import { failing, loading, type Operation, type Replies, refuse, reply } from '../canned/reply.ts';
import { allowed } from '../canned/support-views.ts';
import { type Act, choose, click, clickExactly, scrollDialogs, steps } from './acts.ts';
import type { Screen } from './screen.ts';

const at = (tab: string) => `/admin?tab=${tab}`;
const BACKLOGS = [
  'GET /api/admin/edge/backlog',
  'GET /api/admin/smtp/backlog',
  'GET /api/admin/auth/backlog',
  'GET /api/admin/billing/backlog',
  'GET /api/admin/logs/backlog',
] as const;

const FAILED_WORK = [
  'GET /api/admin/edge/failed-work',
  'GET /api/admin/smtp/failed-work',
  'GET /api/admin/auth/failed-work',
  'GET /api/admin/billing/failed-work',
  'GET /api/admin/logs/failed-work',
] as const;

/** What each tab asks for. */
const CALLS: Record<string, Operation[]> = {
  overview: [
    'GET /api/admin/stats',
    'GET /api/admin/edge/nodes',
    'GET /api/admin/edge/controls',
    'GET /api/admin/smtp',
    'GET /api/admin/smtp/mails',
    'GET /api/admin/campaigns',
    'GET /api/admin/users',
    'GET /api/orders',
    ...BACKLOGS,
  ],
  users: ['GET /api/admin/users'],
  plans: ['GET /api/admin/plans'],
  newsletters: [
    'GET /api/admin/subscribers',
    'GET /api/admin/subscribers/suppressions',
    'GET /api/admin/subscribers/bounces',
  ],
  campaigns: ['GET /api/admin/campaigns'],
  tools: [
    'GET /api/admin/smtp',
    'GET /api/admin/smtp/reputation',
    'GET /api/admin/smtp/mails',
    'GET /api/admin/audit',
  ],
  orders: ['GET /api/orders'],
  revenue: ['GET /api/admin/billing/revenue'],
  edge: [
    'GET /api/admin/edge/nodes',
    'GET /api/admin/edge/controls',
    'GET /api/admin/edge/rule-rollouts',
    'GET /api/admin/edge/rule-rollouts/{rolloutId}/sites',
  ],
  jobs: [...BACKLOGS, ...FAILED_WORK],
  system: [...BACKLOGS],
};
const tabs = Object.keys(CALLS);

const quiet = {
  outbox: { waiting: 0, oldest_at: null },
  topics: [{ topic: 'users', behind: 0, dead_letters: 0, dropped: 0 }],
  queues: [],
};
const noTrouble: Replies = {
  ...reply('GET /api/admin/edge/nodes', {
    nodes: [edgeNode({ sites: 3, bans: 0, controls_version: 1, cpu_percent: 2 })],
    config_sequence: 8_812,
    drained_elsewhere: [],
    publications: { waiting: 0, oldest_at: null, failing: 0 },
    certificates: { failing: 0, expired: 0, domains: [] },
  }),
  ...reply('GET /api/admin/edge/controls', {
    version: 1,
    switched_off: [],
    candidate_percent: 0,
    changed_at: ago(9000),
    rollbacks: [],
  }),
  ...reply('GET /api/admin/smtp/mails', { mails: [], next: null }),
  ...reply('GET /api/admin/campaigns', []),
  ...reply('GET /api/admin/smtp', smtp.slice(0, 1)),
  ...Object.assign({}, ...BACKLOGS.map((backlog) => reply(backlog, quiet))),
};
const nobody: Replies = {
  ...reply('GET /api/admin/stats', {
    total_users: 1,
    total_domains: null,
    total_subscribers: 0,
    mrr: 0,
    arr: 0,
    currency: 'USD',
    trials: 0,
    plan_distribution: { free: 1, starter: 0, business: 0, enterprise: 0 },
  }),
  ...reply('GET /api/admin/users', []),
  ...reply('GET /api/orders', { orders: [], total: 0 }),
};
const empty: Record<string, Replies> = {
  users: reply('GET /api/admin/users', []),
  newsletters: {
    ...reply('GET /api/admin/subscribers', []),
    ...reply('GET /api/admin/subscribers/suppressions', []),
    ...reply('GET /api/admin/subscribers/bounces', []),
  },
  campaigns: reply('GET /api/admin/campaigns', []),
  tools: {
    ...reply('GET /api/admin/smtp', []),
    ...reply('GET /api/admin/smtp/mails', { mails: [], next: null }),
    ...reply('GET /api/admin/audit', { entries: [], next: null }),
  },
  orders: reply('GET /api/orders', { orders: [], total: 0 }),
  jobs: Object.assign(
    {},
    ...BACKLOGS.map((backlog) => reply(backlog, quiet)),
    ...FAILED_WORK.map((work) => reply(work, { items: [], total: 0, unreachable: [] })),
  ),
  revenue: reply('GET /api/admin/billing/revenue', { time_zone: 'UTC', rows: [] }),
  edge: reply('GET /api/admin/edge/nodes', {
    nodes: [],
    config_sequence: 8_812,
    drained_elsewhere: [],
    publications: { waiting: 0, oldest_at: null, failing: 0 },
    certificates: { failing: 0, expired: 0, domains: [] },
  }),
};

const screen = (name: string, tab: string, act?: Act, answers?: Replies): Screen => ({
  name: `admin-${name}`,
  at: at(tab),
  as: admin,
  act,
  answers,
});
const STATES = ['draft', 'sending', 'paused', 'completed', 'failed'] as const;
const campaigns = STATES.map((status, index) => campaignOf(index + 1, status));
const stats = (status: (typeof STATES)[number]) =>
  screen(`campaign-stats-${status}`, 'campaigns', click(new RegExp(`^Stats of .*${status}`)), {
    ...reply('GET /api/admin/campaigns', campaigns),
    ...reply('GET /api/admin/campaigns/{id}/stats', statsOf(status)),
  });
const statusPage: Act = async (page) => {
  await page.getByLabel('Address of a status page').fill('https://palisade.example/status/keramik-lindner');
  await page.getByRole('button', { name: 'Suspend' }).first().waitFor();
};
const importing = steps(click('Import CSV'), async (page) => {
  await page
    .getByLabel('CSV file')
    .setInputFiles({ name: 'people.csv', mimeType: 'text/csv', buffer: Buffer.from('email\nx@y.example\n') });
  await page.getByRole('dialog').getByRole('button', { name: 'Import' }).click();
  await page.getByText('What became of the file').waitFor();
});

const screens: Screen[] = [
  ...tabs.map((tab) => screen(tab, tab)),
  ...tabs.map((tab) => screen(`${tab}-failed`, tab, undefined, failing(...(CALLS[tab] ?? [])))),
  ...tabs.map((tab) => screen(`${tab}-loading`, tab, undefined, loading(...(CALLS[tab] ?? [])))),
  ...Object.entries(empty).map(([tab, answers]) => screen(`${tab}-empty`, tab, undefined, answers)),
  screen('overview-well', 'overview', undefined, { ...noTrouble, ...nobody }),
  screen('users-many', 'users', undefined, reply('GET /api/admin/users', usersOf(50))),
  { name: 'admin-user', at: `/admin/users/${id(30)}`, as: admin },
  {
    name: 'admin-user-seeing',
    at: `/admin/users/${id(30)}`,
    as: admin,
    answers: reply('GET /api/admin/users/{id}/support-views', allowed),
  },
  { name: 'admin-user-ask', at: `/admin/users/${id(30)}`, as: admin, act: click('Ask the customer') },
  {
    name: 'support-view',
    at: `/admin/users/${id(30)}`,
    as: admin,
    answers: {
      ...reply('GET /api/admin/users/{id}/support-views', allowed),
      ...reply('POST /api/admin/users/{id}/support-views/{viewId}/open', {
        view: allowed.views[0]!,
        user: customer,
      }),
    },
    act: steps(click('View the dashboard'), async (page) => {
      await page.getByRole('region', { name: 'Support view' }).waitFor();
      await page.waitForTimeout(1_500);
    }),
  },
  screen('user-add', 'users', steps(click('Add User'), clickExactly('Create User'))),
  screen('user-edit', 'users', click(/^Edit /)),
  screen('user-delete', 'users', click('Delete jonas')),
  screen('user-deleted', 'users', steps(click('Delete jonas'), clickExactly('Delete user'))),
  screen('plan-add', 'plans', steps(click('Add Plan'), clickExactly('Create Plan'))),
  screen('plan-edit', 'plans', click(/^Edit/)),
  screen('plan-edit-end', 'plans', steps(click(/^Edit/), scrollDialogs)),
  screen('plan-delete', 'plans', click('Delete Starter')),
  screen('subscribers-import', 'newsletters', click('Import CSV')),
  screen(
    'subscribers-imported',
    'newsletters',
    importing,
    reply('POST /api/admin/subscribers/import', {
      added: 812,
      known: 40,
      suppressed: 12,
      bad_lines: [4, 19, 20, 377],
    }),
  ),
  screen('subscriber-remove', 'newsletters', click(/^Remove ana/)),
  screen('campaigns-many', 'campaigns', undefined, reply('GET /api/admin/campaigns', campaigns)),
  screen('campaign-create', 'campaigns', click('Create Campaign')),
  screen(
    'campaign-invalid',
    'campaigns',
    steps(
      click('Create Campaign'),
      choose('Audience', 'custom'),
      clickExactly('Create Campaign'),
      scrollDialogs,
    ),
  ),
  screen('campaign-plans', 'campaigns', steps(click(/^Edit /), scrollDialogs)),
  screen(
    'campaign-preview',
    'campaigns',
    steps(click('Create Campaign'), choose('Template', 'welcome'), clickExactly('Preview')),
    reply('POST /api/admin/templates/load', {
      subject: 'Welcome to Palisade',
      html_content: '<h1>Welcome</h1><p>Your first site in five minutes.</p>',
      text_content: 'Welcome',
      preview_html: '<h1>Welcome</h1><p>Your first site in five minutes.</p>',
      preview_subject: 'Welcome to Palisade',
    }),
  ),
  screen('campaign-send', 'campaigns', click(/^Send /)),
  screen('campaign-test', 'campaigns', click(/^Test /)),
  ...STATES.map(stats),
  screen(
    'campaign-stats-broken',
    'campaigns',
    click(/^Stats of /),
    refuse('GET /api/admin/campaigns/{id}/stats', 500),
  ),
  screen('smtp-add', 'tools', steps(click('Add SMTP Server'), clickExactly('Add Server'))),
  screen('smtp-edit', 'tools', click(/^Edit /)),
  screen('smtp-edit-end', 'tools', steps(click(/^Edit /), scrollDialogs)),
  screen('smtp-delete', 'tools', click(/^Delete /)),
  screen(
    'mails-sent',
    'tools',
    async (page) => page.getByRole('radio', { name: 'Sent' }).check({ force: true }),
    reply('GET /api/admin/smtp/mails', { mails: [], next: null }),
  ),
  screen('status-page', 'tools', statusPage),
  screen('status-page-suspend', 'tools', steps(statusPage, click('Suspend'))),
  {
    name: 'admin-user-none',
    at: `/admin/users/${id(30)}`,
    as: admin,
    answers: refuse('GET /api/admin/users/{id}', 404, { detail: 'User not found' }),
  },
  screen('order-refund', 'orders', click(/^Refund /)),
  screen('order-refund-rest', 'orders', click('Refund PAL-2026-000391')),
  screen(
    'order-refund-refused',
    'orders',
    steps(click(/^Refund /), click(/^Refund \$/), async (page) => page.getByRole('alert').waitFor()),
    refuse('POST /api/orders/{id}/refund', 409, {
      code: 'guarantee_ended',
      detail: 'The 14-day money-back guarantee of this order has ended.',
    }),
  ),
  screen(
    'campaign-conflict',
    'campaigns',
    steps(click(/^Edit /), clickExactly('Save Campaign'), async (page) =>
      page.getByText('What you typed is still here').waitFor(),
    ),
    refuse('PUT /api/admin/campaigns/{id}', 409, { code: 'campaign_changed', detail: 'Changed' }),
  ),
  {
    name: 'admin-user-long',
    at: `/admin/users/${id(30)}`,
    as: admin,
    answers: reply('GET /api/admin/users/{id}', longUser),
  },
  screen('edge-switch-off', 'edge', async (page) => {
    await page.getByRole('switch', { name: /^Rules/ }).click();
    await page.waitForTimeout(350);
  }),
];
export default screens;
