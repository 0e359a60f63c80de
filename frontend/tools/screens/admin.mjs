// The admin panel and its dialogs, in each of their states.
import { campaignOf, statsOf, usersOf } from '../canned/admin.mjs';
import { ago } from '../canned/common.mjs';
import { admin } from '../canned/people.mjs';
import { choose, click, clickExactly, scrollDialogs, steps } from './acts.mjs';

const tabs = ['overview', 'users', 'plans', 'newsletters', 'campaigns', 'tools', 'orders', 'edge', 'system'];
const at = (tab) => `/admin?tab=${tab}`;
const answer = (body) => ({ status: 200, body });
const failed = { status: 500, body: {} };

/** What each tab asks for. */
const calls = {
  overview: [
    'stats',
    'edge/nodes',
    'edge/controls',
    'smtp',
    'smtp/mails',
    'campaigns',
    'users',
    'edge/backlog',
    'smtp/backlog',
    'auth/backlog',
    'billing/backlog',
    'logs/backlog',
  ],
  users: ['users'],
  plans: ['plans'],
  newsletters: ['subscribers', 'subscribers/suppressions', 'subscribers/bounces'],
  campaigns: ['campaigns'],
  tools: ['smtp', 'smtp/mails', 'audit'],
  edge: ['edge/controls'],
  system: ['edge/nodes', 'edge/backlog', 'smtp/backlog', 'auth/backlog', 'billing/backlog', 'logs/backlog'],
};
const all = (tab, state) => ({
  ...Object.fromEntries((calls[tab] ?? []).map((call) => [`GET /admin/${call}`, state])),
  ...(['orders', 'overview'].includes(tab) && { 'GET /orders': state }),
});

const quiet = {
  outbox: { waiting: 0, oldest_at: null },
  topics: [{ topic: 'users', behind: 0, dead_letters: 0, dropped: 0 }],
  queues: [],
};
const wellNode = {
  node: 'edge-fra-1',
  last_seen_at: ago(0.05),
  alive: true,
  version: '0.1.0',
  started_at: ago(9000),
  workers_listening: 2,
  workers: 2,
  sites: 3,
  changes_behind: 0,
  sites_behind: 0,
  configs_compared_at: ago(0.2),
  configs_refused: 0,
  last_refusal: null,
  spool_bytes: 0,
  spool_segments: 0,
  bans: 0,
  controls_version: 1,
  candidate_rolled_back: false,
  cpu_percent: 2,
  memory_bytes: 91_000_000,
};
const noTrouble = {
  'GET /admin/edge/nodes': answer({
    nodes: [wellNode],
    publications: { waiting: 0, oldest_at: null, failing: 0 },
    certificates: { failing: 0, expired: 0, domains: [] },
  }),
  'GET /admin/edge/controls': answer({
    version: 1,
    switched_off: [],
    candidate_percent: 0,
    changed_at: ago(9000),
    rollbacks: [],
  }),
  'GET /admin/smtp/mails': answer({ mails: [] }),
  'GET /admin/campaigns': answer([]),
  'GET /admin/smtp': answer([{ id: 1, name: 'Postmark', is_active: true, last_error: null }]),
  ...Object.fromEntries(
    ['edge', 'smtp', 'auth', 'billing', 'logs'].map((part) => [`GET /admin/${part}/backlog`, answer(quiet)]),
  ),
};
const nobody = {
  'GET /admin/stats': answer({
    total_users: 1,
    total_domains: null,
    total_subscribers: 0,
    mrr: 0,
    arr: 0,
    currency: 'USD',
    trials: 0,
    plan_distribution: { free: 1, starter: 0, business: 0, enterprise: 0 },
  }),
  'GET /admin/users': answer([]),
  'GET /orders': answer({ orders: [], total: 0 }),
};
const empty = {
  users: { 'GET /admin/users': answer([]) },
  newsletters: {
    'GET /admin/subscribers': answer([]),
    'GET /admin/subscribers/suppressions': answer([]),
    'GET /admin/subscribers/bounces': answer([]),
  },
  campaigns: { 'GET /admin/campaigns': answer([]) },
  tools: {
    'GET /admin/smtp': answer([]),
    'GET /admin/smtp/mails': answer({ mails: [] }),
    'GET /admin/audit': answer({ entries: [], next: null }),
  },
  orders: { 'GET /orders': answer({ orders: [], total: 0 }) },
  system: {
    'GET /admin/edge/nodes': answer({
      nodes: [],
      publications: { waiting: 0, oldest_at: null, failing: 0 },
      certificates: { failing: 0, expired: 0, domains: [] },
    }),
  },
};

const screen = (name, tab, act, answers) => ({
  name: `admin-${name}`,
  at: at(tab),
  as: admin,
  act,
  ...(answers && { answers }),
});
const campaigns = ['draft', 'sending', 'paused', 'completed', 'failed'].map((status, index) =>
  campaignOf(index + 1, status),
);
const stats = (status) =>
  screen(`campaign-stats-${status}`, 'campaigns', click(new RegExp(`^Stats of .*${status}`)), {
    'GET /admin/campaigns': answer(campaigns),
    [`GET /admin/campaigns/${campaigns.findIndex((campaign) => campaign.status === status) + 1}/stats`]:
      answer(statsOf(status)),
  });
const importing = steps(click('Import CSV'), async (page) => {
  await page
    .getByLabel('CSV file')
    .setInputFiles({ name: 'people.csv', mimeType: 'text/csv', buffer: Buffer.from('email\nx@y.example\n') });
  await page.getByRole('dialog').getByRole('button', { name: 'Import' }).click();
  await page.getByText('What became of the file').waitFor();
});

export default [
  ...tabs.map((tab) => screen(tab, tab)),
  ...tabs.map((tab) => screen(`${tab}-failed`, tab, undefined, all(tab, failed))),
  ...tabs.map((tab) => screen(`${tab}-loading`, tab, undefined, all(tab, 'never'))),
  ...Object.entries(empty).map(([tab, answers]) => screen(`${tab}-empty`, tab, undefined, answers)),
  screen('overview-well', 'overview', undefined, { ...noTrouble, ...nobody }),
  screen('users-many', 'users', undefined, { 'GET /admin/users': answer(usersOf(50)) }),
  screen('user-add', 'users', steps(click('Add User'), clickExactly('Create User'))),
  screen('user-edit', 'users', click(/^Edit /)),
  screen('user-delete', 'users', click('Delete jonas')),
  screen('user-deleted', 'users', steps(click('Delete jonas'), clickExactly('Delete user'))),
  screen('plan-add', 'plans', steps(click('Add Plan'), clickExactly('Create Plan'))),
  screen('plan-edit', 'plans', click(/^Edit/)),
  screen('plan-edit-end', 'plans', steps(click(/^Edit/), scrollDialogs)),
  screen('plan-delete', 'plans', click('Delete Starter')),
  screen('subscribers-import', 'newsletters', click('Import CSV')),
  screen('subscribers-imported', 'newsletters', importing, {
    'POST /admin/subscribers/import': answer({
      added: 812,
      known: 40,
      suppressed: 12,
      bad_lines: [4, 19, 20, 377],
    }),
  }),
  screen('subscriber-remove', 'newsletters', click(/^Remove ana/)),
  screen('campaigns-many', 'campaigns', undefined, { 'GET /admin/campaigns': answer(campaigns) }),
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
    {
      'POST /admin/templates/load': answer({
        subject: 'Welcome to Palisade',
        html_content: '<h1>Welcome</h1><p>Your first site in five minutes.</p>',
        text_content: 'Welcome',
      }),
    },
  ),
  screen('campaign-test', 'campaigns', click(/^Test /)),
  stats('draft'),
  stats('sending'),
  stats('paused'),
  stats('completed'),
  stats('failed'),
  screen('campaign-stats-broken', 'campaigns', click(/^Stats of /), {
    'GET /admin/campaigns/1/stats': failed,
  }),
  screen('smtp-add', 'tools', steps(click('Add SMTP Server'), clickExactly('Add Server'))),
  screen('smtp-edit', 'tools', click(/^Edit /)),
  screen('smtp-edit-end', 'tools', steps(click(/^Edit /), scrollDialogs)),
  screen('smtp-delete', 'tools', click(/^Delete /)),
  screen(
    'mails-sent',
    'tools',
    async (page) => page.getByRole('radio', { name: 'Sent' }).check({ force: true }),
    { 'GET /admin/smtp/mails': answer({ mails: [] }) },
  ),
  screen('order-refund', 'orders', click(/^Refund /)),
  screen('edge-switch-off', 'edge', async (page) => {
    await page.getByRole('switch', { name: /^Rules/ }).click();
    await page.waitForTimeout(350);
  }),
];
