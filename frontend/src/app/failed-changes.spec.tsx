import { screen } from '@testing-library/react';
import { defaultSitePolicy } from '../entities/policy/site-policy.ts';
import {
  away,
  type Failure,
  fails,
  fill,
  prepareFailures,
  press,
  pressInDialog,
  withPassword,
} from '../testing/failed-change.ts';
import { fakeDomain, fakePlans, fakeUser, installFakeApi } from '../testing/fake-api.ts';
import { renderApp, storeSession } from '../testing/render-app.tsx';
import { stopClock } from '../testing/stopped-clock.ts';

const customer = fakeUser({ plan: 'starter', plan_name: 'Starter' });
const domain = fakeDomain();
const mfaSetup = {
  secret: 'S',
  qr_code: 'data:image/png;base64,',
  backup_codes: ['a'],
  manual_entry_key: 'S S',
};
const mfaOn = {
  'GET /api/settings/mfa/status': {
    body: { enabled: true, enabled_at: '2026-01-01T00:00:00.000Z', has_secret: true, has_backup_codes: true },
  },
  'GET /api/settings/mfa/configs': {
    body: {
      configs: [
        {
          id: 'm1',
          name: 'Phone',
          type: 'totp',
          enabled: true,
          created_at: '2026-01-01T00:00:00.000Z',
          has_secret: true,
          has_backup_codes: true,
          backup_codes_count: 10,
        },
      ],
    },
  },
};
const answers = {
  'GET /api/auth/me': { body: customer },
  'GET /api/plans': { body: fakePlans },
  'GET /api/domains': { body: [domain] },
  'GET /api/orders/my-orders': { body: { orders: [] } },
  'GET /api/invoices': { body: [] },
  'GET /api/plans/mine': away,
  'GET /api/settings/mfa/status': {
    body: { enabled: false, enabled_at: null, has_secret: false, has_backup_codes: false },
  },
  'GET /api/settings/mfa/configs': { body: { configs: [] } },
  'GET /api/settings/mfa/setup': { body: mfaSetup },
  [`GET /api/domains/${domain.id}/dns`]: {
    body: { cname_target: domain.cname_target, name_servers: [], records: [] },
  },
  [`GET /api/domains/${domain.id}/waf-config`]: {
    body: { ...defaultSitePolicy(domain), version: 3, updated_at: domain.created_at, published: true },
  },
};

const settings = (tab: string) => `/dashboard/settings?tab=${tab}`;
const passwords = {
  'Current Password': 'old-password',
  'New Password': 'new-password',
  'Confirm New Password': 'new-password',
};

const byCustomers: readonly Failure[] = [
  {
    text: 'Failed to update account',
    at: settings('account'),
    call: 'PUT /api/settings/account',
    steps: [press('Save Changes')],
  },
  {
    text: 'Failed to change password',
    at: settings('security'),
    call: 'PUT /api/settings/password',
    steps: [fill(passwords), press('Change Password')],
  },
  {
    text: 'Failed to setup MFA',
    at: settings('security'),
    call: 'GET /api/settings/mfa/setup',
    steps: [press('Enable Two-Factor Authentication')],
  },
  {
    text: 'Failed to enable MFA',
    at: settings('security'),
    call: 'POST /api/settings/mfa/enable',
    steps: [
      press('Enable Two-Factor Authentication'),
      fill({ 'Verification code': '123456' }),
      pressInDialog('Verify & Enable'),
    ],
  },
  {
    text: 'Failed to disable MFA',
    at: settings('security'),
    call: 'POST /api/settings/mfa/disable',
    steps: withPassword('Disable', 'Disable'),
    given: mfaOn,
  },
  {
    text: 'Failed to delete MFA configuration',
    at: settings('security'),
    call: 'DELETE /api/settings/mfa/configs/m1',
    steps: withPassword('Delete Phone', 'Delete'),
    given: mfaOn,
  },
  {
    text: 'Failed to regenerate MFA',
    at: settings('security'),
    call: 'POST /api/settings/mfa/regenerate',
    steps: withPassword('Regenerate', 'Regenerate'),
    given: mfaOn,
  },
  {
    text: 'Failed to cancel subscription',
    at: settings('billing'),
    call: 'POST /api/auth/cancel-subscription',
    steps: [press('Cancel Subscription'), pressInDialog('Cancel Subscription')],
  },
  {
    text: 'Failed to delete account',
    at: settings('billing'),
    call: 'DELETE /api/auth/delete-account',
    steps: [press('Delete Account'), pressInDialog('Delete Account')],
  },
  {
    text: 'Failed to add domain',
    at: '/dashboard/domains?add=1',
    call: 'POST /api/domains',
    steps: [
      fill({ 'Domain Name': 'castle.example', 'Server IP': '203.0.113.7' }),
      pressInDialog('Add Domain'),
    ],
  },
  {
    text: 'Verification failed. Please try again.',
    at: '/dashboard/domains',
    call: `POST /api/domains/${domain.id}/verify`,
    steps: [press('Verify DNS'), pressInDialog('Verify Now')],
  },
  {
    text: 'Failed to save WAF configuration. Please try again.',
    at: '/dashboard/domains',
    call: `PUT /api/domains/${domain.id}/waf-config`,
    steps: [press('Configure WAF'), pressInDialog('Save Origin Settings')],
  },
];

const account = {
  Username: 'ada',
  'Email address': 'ada@strangers.example',
  Password: 'secret-password',
  'Confirm Password': 'secret-password',
};
const register = 'POST /api/auth/register';

const byStrangers: readonly Failure[] = [
  {
    text: 'Login failed',
    at: '/login',
    call: 'POST /api/auth/login',
    steps: [fill({ 'Email address': 'a@b.example', Password: 'secret-password' }), press('Sign in')],
  },
  {
    text: 'Registration failed',
    at: '/register-simple',
    call: register,
    steps: [fill(account), press('Create account')],
  },
  {
    text: 'Registration failed. Please try again.',
    at: '/register?plan=starter',
    call: register,
    steps: [() => screen.findByText('Starter'), fill(account), press('Continue to Plan Selection')],
  },
  {
    text: 'Registration failed',
    at: '/register?plan=free',
    call: register,
    steps: [() => screen.findByText('Free'), fill(account), press('Continue to Plan Selection')],
  },
  {
    text: 'Failed to unsubscribe. Please try again.',
    at: '/unsubscribe?email=a%40b.example',
    call: 'POST /api/newsletter/unsubscribe',
    steps: [press('Unsubscribe')],
  },
];

prepareFailures();

describe('a change that fails without a reason says so in its own words', () => {
  it.each(byStrangers)('$at: $text', (failure) => fails(failure, answers));

  it.each(byCustomers)('$text', (failure) => {
    storeSession(customer);
    return fails(failure, answers);
  });

  it('Failed to remove domain, and it is there again', async () => {
    storeSession(customer);
    installFakeApi({ ...answers, [`DELETE /api/domains/${domain.id}`]: away });
    renderApp('/dashboard/domains');
    await press(`Delete ${domain.domain_name}`)();
    await screen.findByRole('alertdialog');
    const clock = stopClock();
    await pressInDialog('Delete domain')();
    expect(screen.queryByRole('article', { name: domain.domain_name })).toBeNull();
    await clock.pass(8000);
    await clock.until('said', () => screen.queryByText('Failed to remove domain') !== null);
    screen.getByRole('article', { name: domain.domain_name });
  });

  it("but the server's reason comes first", async () => {
    storeSession(customer);
    const reason = 'This address belongs to another account';
    installFakeApi({ ...answers, 'PUT /api/settings/account': { status: 409, body: { detail: reason } } });
    renderApp(settings('account'));
    await press('Save Changes')();
    await screen.findByText(reason);
    expect(screen.queryByText('Failed to update account')).toBeNull();
  });
});

describe('a registration that the server finds invalid', () => {
  it.each([
    ['/register-simple', 'Create account'],
    ['/register?plan=starter', 'Continue to Plan Selection'],
  ])('%s says so even without a reason', async (at, submit) => {
    installFakeApi({ ...answers, [register]: { status: 422, body: {} } });
    renderApp(at);
    if (at !== '/register-simple') await screen.findByText('Starter');
    await fill(account)();
    await press(submit)();
    await screen.findAllByText('Validation error: Invalid data provided');
  });
});
