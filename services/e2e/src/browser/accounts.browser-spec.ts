import { eventually, newPassword } from '@palisade/testing';
import { generate } from 'otplib';
import type { Account } from '../stack.ts';
import { BACKGROUND_CALLS } from './background-calls.ts';
import { expect, test } from './fixtures.ts';
import { linkIn } from './inbox.ts';

test.describe('signing up for nothing', () => {
  test('names what is missing or does not fit, and goes nowhere', async ({ world }) => {
    const visitor = await world.visitor();
    await visitor.open('/register-simple');
    await visitor.press('Create account');
    await visitor.sees('Please enter a username');
    await visitor.sees('Please enter your email address');
    await visitor.sees('Password must be at least 6 characters');
    await visitor.fill({
      Password: 'long enough',
      'Confirm Password': 'otherwise',
      'Email address': 'nobody',
    });
    await visitor.sees('Passwords do not match');
    await visitor.sees('Please enter a valid email address');
    await visitor.sees('Must be at least 6 characters');
    expect(visitor.at).toBe('/register-simple');
  });

  test('makes an account, keeps token and user under their keys, and lands on the dashboard', async ({
    world,
  }) => {
    const account = world.stranger();
    const visitor = await world.visitor();
    await visitor.open('/register-simple');
    await visitor.fillsAccount(account, 'Ada Stranger');
    await visitor.press('Create account');
    await visitor.isTold('Account created successfully!');
    await visitor.seesHeading('Dashboard Overview');
    expect(visitor.at).toBe('/dashboard');
    expect(await visitor.stored('token')).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+$/);
    expect(JSON.parse((await visitor.stored('user')) ?? '{}')).toMatchObject({
      email: account.email,
      username: account.username,
      full_name: 'Ada Stranger',
      plan: 'free',
      is_admin: false,
    });
    await visitor.reload();
    await visitor.sees('Ada Stranger');
  });

  test("shows the server's reason for a refusal", async ({ world }) => {
    const taken = await world.customer();
    const visitor = await world.visitor();
    visitor.expectsRefusalBy('/api/auth/register');
    await visitor.open('/register-simple');
    await visitor.fillsAccount(taken);
    await visitor.press('Create account');
    await visitor.sees(/already/);
    await visitor.fill({ Username: 'no spaces here', 'Email address': 'new@strangers.example' });
    await visitor.press('Create account');
    await visitor.sees(/^Validation error: /);
  });
});

test.describe('proving an address', () => {
  test('takes a press on the page that the mail leads to', async ({ world }) => {
    const account = await world.customer();
    const visitor = await world.signedIn(account);
    const mail = await world.inbox.latest(account.email, /welcome|confirm/i);
    await visitor.open(linkIn(mail, '/confirm-email'));
    await visitor.seesHeading('Confirm your email');
    await visitor.press('Confirm my email address');
    await visitor.seesHeading('Email confirmed');
    await visitor.follow('Go to the dashboard');
    await visitor.seesHeading('Dashboard Overview');
    await eventually('the stored user being confirmed', async () => {
      const user = JSON.parse((await visitor.stored('user')) ?? '{}') as { email_confirmed?: boolean };
      if (!user.email_confirmed) throw new Error('not yet');
    });
  });
});

test.describe('signing in and out', () => {
  let account: Account;
  test.beforeEach(async ({ world }) => {
    account = await world.customer();
  });

  test('refuses a wrong password in place, and lets the right one in', async ({ world }) => {
    const visitor = await world.visitor();
    visitor.expectsRefusalBy('/api/auth/login');
    await visitor.open('/login');
    await visitor.press('Sign in');
    await visitor.sees('Please enter your email address');
    await visitor.sees('Please enter your password');
    await visitor.logsIn({ ...account, password: newPassword() });
    await visitor.page
      .getByRole('alert')
      .filter({ hasText: /password/i })
      .first()
      .waitFor();
    expect(await visitor.stored('token')).toBeNull();
    await visitor.fill({ Password: account.password });
    await visitor.press('Sign in');
    await visitor.isTold('Welcome back!');
    await visitor.seesHeading('Dashboard Overview');
  });

  test('remembers the e-mail address only on request', async ({ world }) => {
    const visitor = await world.visitor();
    await visitor.open('/login');
    await visitor.page.getByRole('checkbox', { name: 'Remember me' }).click();
    await visitor.fill({ 'Email address': account.email, Password: account.password });
    await visitor.press('Sign in');
    await visitor.seesHeading('Dashboard Overview');
    const headers = {
      authorization: `Bearer ${await visitor.stored('token')}`,
      cookie: await visitor.cookies('/api/auth/renew'),
      'content-type': 'application/json',
    };
    expect((await fetch(`${world.stack.api}/auth/me`, { headers })).status).toBe(200);
    await visitor.press('Logout');
    await visitor.isTold('Logged out successfully');
    await visitor.arrivesAt('/');
    expect(await visitor.stored('token')).toBeNull();
    expect(await visitor.stored('user')).toBeNull();
    await eventually('the server refusing the token', async () => {
      const { status } = await fetch(`${world.stack.api}/auth/me`, { headers });
      if (status !== 401) throw new Error(`it answered ${status}`);
    });
    await visitor.open('/login');
    await expect(visitor.page.getByLabel('Email address')).toHaveValue(account.email);
  });

  test('sends strangers from the dashboard and the admin panel to the login page', async ({ world }) => {
    const visitor = await world.visitor();
    await visitor.open('/dashboard/settings');
    await visitor.arrivesAt('/login');
    await visitor.open('/admin');
    await visitor.isTold('Please log in');
    await visitor.arrivesAt('/login');
  });

  test('sends a customer away from the admin panel', async ({ world }) => {
    const visitor = await world.signedIn(account);
    await visitor.open('/admin');
    await visitor.isTold('Admin access required!');
    await visitor.arrivesAt('/dashboard');
  });

  test('ends in the browser when the server has ended the session', async ({ world }) => {
    const here = await world.signedIn(account);
    const there = await world.signedIn(account);
    await here.open('/dashboard/settings?tab=security');
    await there.open('/dashboard');
    await there.seesHeading('Dashboard Overview');
    there.expectsRefusalBy(...BACKGROUND_CALLS);
    await here.press('Sign out all others');
    await here.isTold('All other sessions ended');
    // An ended session opens things for some seconds more; the first call after that ends it in the browser too.
    await eventually('the other browser being signed out', async () => {
      await there.open('/dashboard/domains');
      await there.page.waitForURL('**/login', { timeout: 3_000 });
    });
    expect(await there.stored('token')).toBeNull();
  });
});

test.describe('a forgotten password', () => {
  test('is replaced by the link in the mail, and works only then', async ({ world }) => {
    const account = await world.customer();
    const visitor = await world.visitor();
    await visitor.open('/login');
    await visitor.follow('Forgot password?');
    await visitor.press('Send the link');
    await visitor.sees('Please enter your email address');
    await visitor.fill({ 'Email address': account.email });
    await visitor.press('Send the link');
    await visitor.sees(/an email with a link is on its way/);
    const mail = await world.inbox.latest(account.email, /password/i);
    const link = linkIn(mail, '/reset-password');

    await visitor.open(link);
    const password = newPassword();
    await visitor.fill({ 'New Password': password, 'Confirm New Password': newPassword() });
    await visitor.press('Change Password');
    await visitor.sees('New passwords do not match');
    await visitor.fill({ 'New Password': 'short', 'Confirm New Password': 'short' });
    await visitor.press('Change Password');
    await visitor.sees('New password must be at least 8 characters long');
    await visitor.fill({ 'New Password': password, 'Confirm New Password': password });
    await visitor.press('Change Password');
    await visitor.isTold('Password changed. Please log in.');
    await visitor.arrivesAt('/login');

    visitor.expectsRefusalBy('/api/auth/login', '/api/auth/reset-password');
    await visitor.logsIn(account);
    await visitor.page.getByRole('alert').first().waitFor();
    await visitor.logsIn({ ...account, password });
    await visitor.seesHeading('Dashboard Overview');

    await visitor.open(link);
    await visitor.fill({ 'New Password': 'another-one-8', 'Confirm New Password': 'another-one-8' });
    await visitor.press('Change Password');
    await visitor.page.getByRole('alert').first().waitFor();
  });
});

test('a second factor', async ({ world }) => {
  let secret = '';
  let backupCodes: string[] = [];
  const code = (): Promise<string> => generate({ secret });

  /** The code of the next half minute, which is accepted already: the present one has been used. */
  const nextCode = (): Promise<string> => generate({ secret, epoch: Math.floor(Date.now() / 1000) + 30 });

  const account = await world.customer();
  const visitor = await world.signedIn(account);

  await test.step('is set up from a QR code or a key, and confirmed by a code', async () => {
    await visitor.open('/dashboard/settings?tab=security');
    await visitor.press('Enable Two-Factor Authentication');
    const dialog = visitor.dialog('Set up two-factor authentication');
    await dialog.getByAltText('QR code for your authenticator app').waitFor();
    secret = ((await dialog.locator('code').textContent()) ?? '').replace(/\s/g, '');
    backupCodes = await dialog.getByRole('listitem').allTextContents();
    expect(backupCodes.length).toBeGreaterThanOrEqual(8);

    await visitor.press('Verify & Enable', dialog);
    await visitor.sees('Please enter the verification code', dialog);
    const field = dialog.getByLabel('Verification code');
    await field.pressSequentially('12ab34567');
    await expect(field).toHaveValue('123456');
    await field.fill(await code());
    await visitor.press('Verify & Enable', dialog);
    await visitor.isTold('MFA enabled successfully! You will receive an email confirmation.');
    await visitor.sees(`${backupCodes.length} backup codes left`);
    await world.inbox.latest(account.email, /two-factor|second factor|authentication/i);
  });

  await test.step('is asked for after the password, and lets a code in', async () => {
    await visitor.press('Logout');
    await visitor.logsIn(account);
    await visitor.sees('Please enter your 6-digit authentication code');
    expect(await visitor.stored('token')).toBeNull();
    await visitor.press('Sign in');
    const field = visitor.page.getByLabel('Authentication code');
    await field.fill(await nextCode());
    await visitor.press('Sign in');
    await visitor.seesHeading('Dashboard Overview');
  });

  await test.step('lets a backup code in, once', async () => {
    visitor.expectsRefusalBy('/api/auth/login');
    const backup = String(backupCodes[0]);
    await visitor.press('Logout');
    await visitor.logsIn(account);
    await visitor.press('Use a backup code');
    await visitor.press('Sign in');
    await visitor.sees('Please enter one of your backup codes');
    await visitor.fill({ 'Backup code': backup });
    await visitor.press('Sign in');
    await visitor.seesHeading('Dashboard Overview');
    await visitor.press('Logout');
    await visitor.logsIn(account);
    await visitor.press('Use a backup code');
    await visitor.fill({ 'Backup code': backup });
    await visitor.press('Sign in');
    await visitor.page.getByRole('alert').first().waitFor();
    await visitor.fill({ 'Backup code': String(backupCodes[1]) });
    await visitor.press('Sign in');
    await visitor.seesHeading('Dashboard Overview');
    await visitor.open('/dashboard/settings?tab=security');
    await visitor.sees(`${backupCodes.length - 2} backup codes left`);
  });

  await test.step('is regenerated after the password, and cancelling changes nothing', async () => {
    await visitor.press('Regenerate');
    const prompt = visitor.dialog('Regenerate the secret');
    await visitor.press('Cancel', prompt);
    await visitor.sees('Enabled since');
    await visitor.press('Regenerate');
    await prompt.getByLabel('Password', { exact: true }).fill(account.password);
    await visitor.press('Regenerate', prompt);
    await visitor.isTold('MFA regenerated. Please scan the new QR code.');
    const dialog = visitor.dialog('Set up two-factor authentication');
    const fresh = ((await dialog.locator('code').textContent()) ?? '').replace(/\s/g, '');
    expect(fresh).not.toBe(secret);
    secret = fresh;
    await dialog.getByLabel('Verification code').fill(await code());
    await visitor.press('Verify & Enable', dialog);
    await visitor.isTold('MFA enabled successfully! You will receive an email confirmation.');
  });

  await test.step('is disabled by the password only', async () => {
    visitor.expectsRefusalBy('/api/settings/mfa/disable');
    await visitor.press('Disable');
    const prompt = visitor.dialog('Disable two-factor authentication');
    await prompt.getByLabel('Password', { exact: true }).fill(newPassword());
    await visitor.press('Disable', prompt);
    await visitor.isTold(/password/i);
    await prompt.getByLabel('Password', { exact: true }).fill(account.password);
    await visitor.press('Disable', prompt);
    await visitor.isTold('MFA disabled successfully');
    await visitor.button('Enable Two-Factor Authentication').waitFor();
  });
});
