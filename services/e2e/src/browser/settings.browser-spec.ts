import { eventually, newPassword } from '@palisade/testing';
import { ApiClient } from '../api-client.ts';
import type { Account } from '../stack.ts';
import { expect, test } from './fixtures.ts';
import type { Visitor } from './visitor.ts';

let account: Account;
let visitor: Visitor;
test.beforeEach(async ({ world }) => {
  account = await world.confirm(await world.customer());
  visitor = await world.signedIn(account);
});

test.describe('settings', () => {
  test('have five tabs, which the address names', async () => {
    await visitor.open('/dashboard');
    await visitor.follow('Settings');
    await visitor.page.getByRole('tab').first().waitFor();
    const tabs = await visitor.page.getByRole('tab').allTextContents();
    expect(tabs.map((text) => text.trim())).toEqual([
      'Account',
      'Security',
      'Notifications',
      'Billing',
      'Audit log',
    ]);
    await visitor.page.getByRole('tab', { name: 'Security' }).click();
    await visitor.arrivesAt('/dashboard/settings?tab=security');
  });

  test('change name and address, and never the username', async () => {
    await visitor.open('/dashboard/settings');
    const username = visitor.page.getByLabel('Username', { exact: true });
    await expect(username).toHaveValue(account.username);
    expect(await username.getAttribute('readonly')).not.toBeNull();
    await visitor.sees('Username cannot be changed');
    await visitor.fill({ 'Full Name': 'Ada Renamed', Email: '' });
    await visitor.press('Save Changes');
    await visitor.sees('Please enter your email address');
    await visitor.fill({ Email: account.email });
    await visitor.press('Save Changes');
    await visitor.isTold('Account information updated successfully!');
    await visitor.sees('Ada Renamed', visitor.page.getByRole('banner'));
  });

  test('keep what one wants to be written to about', async () => {
    await visitor.open('/dashboard/settings?tab=notifications');
    const toggle = (name: string) => visitor.page.getByRole('switch', { name, exact: true });
    for (const [name, on] of [
      ['Email Alerts', 'true'],
      ['Attack Notifications', 'true'],
      ['Reports', 'true'],
      ['Marketing Emails', 'false'],
    ] as const)
      await expect(toggle(name)).toHaveAttribute('aria-checked', on);
    await toggle('Reports').click();
    await visitor.press('Save Preferences');
    await visitor.isTold('Notification preferences updated');
    expect(JSON.parse((await visitor.stored('notification_preferences')) ?? '{}')).toMatchObject({
      email_alerts: true,
      weekly_reports: false,
    });
    await visitor.reload();
    await visitor.page.getByRole('switch', { name: 'Reports', exact: true, checked: false }).waitFor();
  });
});

test.describe('API keys', () => {
  test('are made with chosen permissions, shown once, and work until they are revoked', async ({ world }) => {
    await visitor.open('/dashboard/settings?tab=security');
    await visitor.sees('No keys yet.');
    await visitor.press('Create key');
    const dialog = visitor.dialog('Create an API key');
    await expect(dialog.getByRole('checkbox', { name: 'Administer this installation' })).toHaveCount(0);
    await visitor.fill({ Name: 'Deploy script' }, dialog);
    await visitor.press('Create key', dialog);
    const shown = visitor.dialog('Your new API key');
    const key = ((await shown.locator('code').first().textContent()) ?? '').trim();
    await visitor.press('Done', shown);
    const ask = (path: string) =>
      fetch(`${world.stack.api}${path}`, { headers: { authorization: `Bearer ${key}` } });
    expect((await ask('/domains/')).status).toBe(200);
    expect((await ask('/orders/my-orders')).status).toBe(403);
    await visitor.press('Revoke Deploy script');
    await visitor.press('Revoke key', visitor.page.getByRole('alertdialog'));
    await visitor.isTold('API key revoked');
    await visitor.sees('No keys yet.');
    await eventually('the key being refused', async () => {
      const { status } = await ask('/domains/');
      if (status !== 401) throw new Error(`it answered ${status}`);
    });
  });
});

test.describe('the password', () => {
  test('is changed after its checks, and ends other sessions', async ({ world }) => {
    visitor.expectsRefusalBy('/api/settings/password');
    await visitor.open('/dashboard/settings?tab=security');
    const password = newPassword();
    const fill = (current: string, fresh: string, again: string) =>
      visitor.fill({ 'Current Password': current, 'New Password': fresh, 'Confirm New Password': again });
    await fill(account.password, password, newPassword());
    await visitor.press('Change Password');
    await visitor.sees('New passwords do not match');
    await fill(account.password, 'short', 'short');
    await visitor.press('Change Password');
    await visitor.sees('New password must be at least 8 characters long');
    await fill(newPassword(), password, password);
    await visitor.press('Change Password');
    await visitor.sees('Current password is incorrect');
    const elsewhere = await ApiClient.signIn(world.stack.api, account);
    await fill(account.password, password, password);
    await visitor.press('Change Password');
    await visitor.isTold('Password changed successfully! You will receive an email confirmation.');
    await world.inbox.latest(account.email, /password/i);
    const asked = async () => (await elsewhere.call('GET', '/auth/me')).status;
    await expect.poll(asked, { message: 'the other session being refused' }).toEqual(401);
    account.password = password;
    expect(await visitor.stored('token')).not.toBeNull();
  });
});

test.describe('the trial', () => {
  test('is started once from the upgrade dialog, without a payment', async () => {
    await visitor.open('/dashboard/settings?tab=billing');
    await visitor.press('Upgrade Plan');
    const dialog = visitor.dialog('Upgrade your plan');
    await visitor.press('Select Plan', dialog.getByRole('article').filter({ hasText: '$79' }));
    await visitor.press('Try Business for 14 days', dialog);
    await visitor.isTold('Your 14-day trial of Business has begun.');
    await visitor.sees('$79 per month');
    await visitor.sees('Trial ends');
    await visitor.sees(/You are not charged automatically\. Pay before then to keep Business/);
    await visitor.page.getByRole('progressbar', { name: 'Bandwidth used' }).waitFor();
    await visitor.page.getByRole('progressbar', { name: 'Domains used' }).waitFor();
    await visitor.press('Pay for Business');
    const checkout = visitor.dialog('Complete Your Purchase');
    await checkout.getByRole('radio', { name: /Yearly/ }).check();
    await visitor.sees('$790', checkout);
    await visitor.page.keyboard.press('Escape');
    await visitor.press('Change Plan');
    await visitor.press('Select Plan', dialog.getByRole('article').filter({ hasText: '$199' }));
    await expect(dialog.getByRole('button', { name: /^Try / })).toHaveCount(0);
  });
});
