// Settings of an account, in each of their states.
import type { ApiKey, CurrentUser, Session, Subscription } from '../../src/shared/api/openapi.gen.ts';
import { allSecurityEvents, invoicesOf, ordersOf, subscription } from '../canned/account.ts';
import { ago, id } from '../canned/common.ts';
import { admin, customer, userOf } from '../canned/people.ts';
import { type PlanSlug, planOf } from '../canned/plans.ts';
import { failing, loading, type Replies, reply } from '../canned/reply.ts';
import { asked, open } from '../canned/support-views.ts';
import { type Act, clickExactly as click, fill, scrollDialogs, steps } from './acts.ts';
import type { Screen } from './screen.ts';

const at = (tab: string) => `/dashboard/settings?tab=${tab}`;

const withMfa = (codes: number): Replies => ({
  ...reply('GET /api/settings/mfa/status', {
    enabled: true,
    enabled_at: ago(60 * 24 * 80),
    has_secret: true,
    has_backup_codes: codes > 0,
  }),
  ...reply('GET /api/settings/mfa/configs', {
    configs: [
      {
        id: id(75),
        name: 'Authenticator app',
        type: 'totp',
        enabled: true,
        created_at: ago(60 * 24 * 80),
        has_secret: true,
        has_backup_codes: codes > 0,
        backup_codes_count: codes,
      },
    ],
  }),
});

const agents = [
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/144.0.0.0 Safari/537.36',
  'Safari on iPhone',
  '',
  'curl/8.11.0',
];
const manySessions = Array.from(
  { length: 9 },
  (_, index): Session => ({
    id: id(700 + index),
    created_at: ago(60 * (index + 3)),
    last_seen_at: ago(index * 190),
    expires_at: ago(-60 * 24),
    ip_address: index % 3 === 0 ? '2001:db8:85a3:8d3:1319:8a2e:370:7348' : `203.0.113.${index + 4}`,
    user_agent: agents[index % agents.length] ?? '',
    current: index === 0,
  }),
);
const manyKeys = Array.from(
  { length: 5 },
  (_, index): ApiKey => ({
    id: id(800 + index),
    name: index === 1 ? 'Continuous deployment of the shop in the north, production' : `Report ${index + 1}`,
    hint: `plsd_${(0xa81f + index * 977).toString(16)}`,
    scopes:
      index === 1
        ? ['account:read', 'domains:read', 'domains:write', 'logs:read', 'billing:read']
        : ['logs:read'],
    created_at: ago(60 * 24 * (index + 2)),
    last_used_at: index === 2 ? null : ago(600 * index + 5),
    expires_at: index === 3 ? null : ago(-60 * 24 * (index * 30 + 2)),
  }),
);

const newKey: ApiKey = {
  id: id(820),
  name: 'Deploy',
  hint: 'plsd_a81f',
  scopes: ['domains:read'],
  created_at: ago(0),
  last_used_at: null,
  expires_at: ago(-60 * 24 * 90),
};

const gigabytes = (used: number, included: number | null) => ({
  used_bytes: used * 1e9,
  included_bytes: included === null ? null : included * 1e9,
});
const on = (plan: PlanSlug) => userOf(plan);
const billing = (
  name: string,
  as: CurrentUser,
  changes: Partial<Subscription>,
  answers: Replies = {},
): Screen => ({
  name: `settings-billing-${name}`,
  at: at('billing'),
  as,
  answers: { ...reply('GET /api/plans/mine', subscription(changes)), ...answers },
});
const none = { ...reply('GET /api/orders/my-orders', { orders: [] }), ...reply('GET /api/invoices', []) };
const starterInvoice = (n: number): [string, string, number, number] => [
  `INV-2026-0${180 - n * 9}`,
  'Starter, monthly',
  29,
  31 * (n + 1),
];
const manual = { renews: false, next_payment: null };

const password = fill({
  'Current Password': 'old secret',
  'New Password': 'short',
  'Confirm New Password': 'other',
});
const mfaSetup: Omit<Screen, 'name'> & { act: Act } = {
  at: at('security'),
  as: customer,
  act: click('Enable Two-Factor Authentication'),
};

const screens: Screen[] = [
  { name: 'settings-account', at: '/dashboard/settings', as: customer },
  {
    name: 'settings-account-export',
    at: '/dashboard/settings',
    as: customer,
    answers: reply('GET /api/dashboard/account-export', {
      export: {
        id: '0195c000-0000-7000-8000-000000000001',
        state: 'finished',
        bytes: 482_310,
        is_whole: true,
        created_at: '2026-11-22T10:00:00.000Z',
        expires_at: '2026-11-25T10:00:00.000Z',
      },
    }),
  },
  {
    name: 'settings-account-invalid',
    at: '/dashboard/settings',
    as: { ...customer, full_name: 'Maria-Theresia Freifrau von Donaudampfschifffahrt-Lindner' },
    act: steps(fill({ Email: '' }), click('Save Changes')),
  },
  { name: 'settings-security', at: at('security'), as: customer },
  {
    name: 'settings-support-asked',
    at: at('security'),
    as: customer,
    answers: reply('GET /api/settings/support-views', asked),
  },
  {
    name: 'settings-support-open',
    at: at('security'),
    as: customer,
    answers: reply('GET /api/settings/support-views', open),
    act: (page) => page.getByText('pages looked at').first().click(),
  },
  {
    name: 'settings-security-mfa',
    at: at('security'),
    as: customer,
    answers: {
      ...withMfa(2),
      ...reply('GET /api/auth/sessions', manySessions),
      ...reply('GET /api/api-keys', manyKeys),
    },
  },
  { name: 'settings-audit', at: at('audit'), as: customer },
  {
    name: 'settings-audit-none',
    at: at('audit'),
    as: customer,
    answers: reply('GET /api/settings/audit', { entries: [], next: null }),
  },
  {
    name: 'settings-security-activity',
    at: at('security'),
    as: customer,
    answers: reply('GET /api/settings/security-activity', allSecurityEvents),
  },
  {
    name: 'settings-security-mfa-required',
    at: at('security'),
    as: { ...admin, is_admin: false, mfa_setup_required: true },
  },
  {
    name: 'settings-security-failed',
    at: at('security'),
    as: customer,
    answers: failing(
      'GET /api/settings/mfa/status',
      'GET /api/auth/sessions',
      'GET /api/settings/security-activity',
      'GET /api/api-keys',
    ),
  },
  {
    name: 'settings-security-loading',
    at: at('security'),
    as: customer,
    answers: loading(
      'GET /api/settings/mfa/status',
      'GET /api/auth/sessions',
      'GET /api/settings/security-activity',
      'GET /api/api-keys',
    ),
  },
  {
    name: 'settings-security-invalid',
    at: at('security'),
    as: customer,
    answers: reply('GET /api/api-keys', []),
    act: steps(password, click('Change Password')),
  },
  { name: 'settings-mfa', ...mfaSetup },
  {
    name: 'settings-mfa-end',
    ...mfaSetup,
    act: steps(mfaSetup.act, click('Verify & Enable'), scrollDialogs),
  },
  {
    name: 'settings-mfa-disable',
    at: at('security'),
    as: customer,
    answers: withMfa(0),
    act: click('Disable'),
  },
  {
    name: 'settings-mfa-regenerate',
    at: at('security'),
    as: customer,
    answers: withMfa(8),
    act: click('Regenerate'),
  },
  { name: 'settings-key-new', at: at('security'), as: customer, act: click('Create key') },
  {
    name: 'settings-key-made',
    at: at('security'),
    as: customer,
    answers: reply('POST /api/api-keys', { ...newKey, api_key: `plsd_${'a81f0c77e1d94b52'.repeat(3)}` }, 201),
    act: steps(
      click('Create key'),
      fill({ Name: 'Deploy' }),
      (page) => page.getByRole('dialog').getByRole('button', { name: 'Create key' }).click(),
      (page) => page.getByText('Your new API key').waitFor(),
    ),
  },
  { name: 'settings-key-revoke', at: at('security'), as: customer, act: click('Revoke Nightly report') },
  { name: 'settings-notifications', at: at('notifications'), as: customer },
  { name: 'settings-billing', at: at('billing'), as: customer },
  billing(
    'free',
    on('free'),
    {
      plan: planOf('free'),
      status: 'free',
      billing_period: null,
      paid_until: null,
      ends_at: null,
      ...manual,
      bandwidth: gigabytes(0.3, 5),
    },
    none,
  ),
  billing(
    'trial',
    on('business'),
    {
      plan: planOf('business'),
      status: 'trial',
      billing_period: null,
      paid_until: null,
      ends_at: ago(-60 * 24 * 9),
      trial_ends_at: ago(-60 * 24 * 9),
      ...manual,
      bandwidth: gigabytes(31, 100),
    },
    none,
  ),
  billing('manual', on('business'), {
    plan: planOf('business'),
    ends_at: ago(-60 * 24 * 18),
    ...manual,
    bandwidth: gigabytes(88, 100),
  }),
  billing(
    'late',
    customer,
    {
      paid_until: ago(60 * 24),
      next_payment: { amount: 29, currency: 'USD', due_at: ago(60 * 24) },
      ends_at: ago(-60 * 24 * 4),
      bandwidth: gigabytes(12.4, 10),
    },
    {
      ...reply('GET /api/domains', []),
      ...reply('GET /api/orders/my-orders', {
        orders: ordersOf([
          ['PAL-2026-000233', 'starter', 1, 'pending'],
          ['PAL-2026-000221', 'enterprise', 3, 'failed', 'yearly'],
          ['PAL-2026-000184', 'starter', 31, 'completed'],
          ['PAL-2026-000131', 'starter', 61, 'completed'],
          ['PAL-2026-000102', 'business', 90, 'cancelled'],
          ['PAL-2025-000931', 'starter', 121, 'completed'],
          ['PAL-2025-000882', 'starter', 151, 'completed'],
        ]),
      }),
      ...reply(
        'GET /api/invoices',
        invoicesOf([
          ['INV-2026-0190', 'Business, monthly', -79, 20, 'credit_note'],
          ...Array.from({ length: 9 }, (_, n) => starterInvoice(n)),
        ]),
      ),
    },
  ),
  billing('enterprise', on('enterprise'), {
    plan: planOf('enterprise'),
    billing_period: 'yearly',
    next_payment: { amount: 1990, currency: 'USD', due_at: ago(-60 * 24 * 200) },
    bandwidth: gigabytes(4_310, null),
  }),
  billing('given', on('enterprise'), {
    plan: planOf('enterprise'),
    billing_period: null,
    paid_until: null,
    ends_at: null,
    ...manual,
    bandwidth: gigabytes(4, null),
  }),
  billing(
    'cancelled',
    on('free'),
    {
      plan: planOf('free'),
      status: 'cancelled',
      billing_period: null,
      paid_until: null,
      ends_at: null,
      ...manual,
      bandwidth: gigabytes(6.2, 5),
    },
    reply('GET /api/domains', []),
  ),
  {
    name: 'settings-billing-failed',
    at: at('billing'),
    as: customer,
    answers: failing('GET /api/plans/mine', 'GET /api/orders/my-orders', 'GET /api/invoices'),
  },
  {
    name: 'settings-billing-loading',
    at: at('billing'),
    as: customer,
    answers: loading(
      'GET /api/plans/mine',
      'GET /api/orders/my-orders',
      'GET /api/invoices',
      'GET /api/plans',
    ),
  },
  { name: 'settings-cancel', at: at('billing'), as: customer, act: click('Cancel Subscription') },
  { name: 'settings-delete', at: at('billing'), as: customer, act: click('Delete Account') },
];
export default screens;
