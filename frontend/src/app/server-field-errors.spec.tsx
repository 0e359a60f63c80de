import { fireEvent, screen, within } from '@testing-library/react';
import { adminAnswers, fakeAdmin, fakeSmtp } from '../testing/fake-admin.ts';
import { fakeUser, installFakeApi } from '../testing/fake-api.ts';
import { isRefusedAt, refusalAt } from '../testing/refused-field.ts';
import { renderApp, storeSession } from '../testing/render-app.tsx';

type Answers = Parameters<typeof installFakeApi>[0];

const press = (name: string, part: HTMLElement = document.body) =>
  fireEvent.click(within(part).getByRole('button', { name }));
const fill = (fields: Record<string, string>, part: HTMLElement = document.body) => {
  for (const [label, value] of Object.entries(fields))
    fireEvent.change(within(part).getByLabelText(label), { target: { value } });
};

beforeEach(() => localStorage.clear());

describe('what the server finds wrong stands at its field', () => {
  describe('for administrators', () => {
    function open(tab: string, answers: Answers) {
      storeSession(fakeAdmin);
      installFakeApi({ ...adminAnswers, ...answers });
      return renderApp(`/admin?tab=${tab}`);
    }
    const openDialog = async (button: string, title: string) => {
      fireEvent.click(await screen.findByRole('button', { name: button }));
      return screen.findByRole('dialog', { name: title });
    };

    it('of a new user', async () => {
      const message = 'Another account has this email address';
      open('users', { 'POST /api/admin/users': refusalAt('email', message) });
      const dialog = await openDialog('Add User', 'Add New User');
      const email = 'cy@strangers.example';
      fill({ Username: 'cy', Email: email, Password: 'secret-password' }, dialog);
      press('Create User', dialog);
      await isRefusedAt('Email', message, { within: dialog, holding: email });
      expect((within(dialog).getByLabelText('Password') as HTMLInputElement).value).toBe('secret-password');
    });

    it('of an SMTP server', async () => {
      const message = 'Host must be a host name or an address';
      open('tools', { 'PUT /api/admin/smtp/1': refusalAt('host', message) });
      const dialog = await openDialog('Edit First', 'Edit SMTP Server');
      fill({ Host: 'mail example' }, dialog);
      press('Save Server', dialog);
      await isRefusedAt('Host', message, { within: dialog, holding: 'mail example' });
    });

    it('of an SMTP server whose signature is not whole, before it is sent', async () => {
      const message = 'Signing needs a selector';
      open('tools', {
        'GET /api/admin/smtp': { body: [fakeSmtp({ has_dkim_key: true })] },
      });
      const dialog = await openDialog('Edit First', 'Edit SMTP Server');
      fill({ 'DKIM domain': 'mail.example' }, dialog);
      press('Save Server', dialog);
      await isRefusedAt('DKIM selector', message, { within: dialog });
      expect(within(dialog).queryByText('Signing needs a private key')).toBeNull();
    });

    it('of a file of subscribers', async () => {
      const message = 'This is not CSV: Invalid Closing Quote';
      const app = open('newsletters', { 'POST /api/admin/subscribers/import': refusalAt('csv', message) });
      const dialog = await openDialog('Import CSV', 'Import Subscribers');
      press('Import', dialog);
      await isRefusedAt('CSV file', 'Please choose a file', { within: dialog });
      const file = new File(['"a"b'], 'people.csv', { type: 'text/csv' });
      // jsdom's files cannot be read this way.
      Object.defineProperty(file, 'text', { value: () => Promise.resolve('"a"b') });
      await app.user.upload(within(dialog).getByLabelText('CSV file'), file);
      press('Import', dialog);
      await isRefusedAt('CSV file', message, { within: dialog });
    });
  });

  describe('on the way in', () => {
    const credentials = { 'Email address': 'ada@strangers.example', Password: 'lamp' };

    it.each([
      ['Authentication code', null],
      ['Backup code', 'Use a backup code'],
    ])('of a wrong %s', async (label, choice) => {
      const message = 'Invalid authentication code';
      installFakeApi({
        'POST /api/auth/login': ({ body }) =>
          (body as { mfa_token: string | null }).mfa_token === null
            ? { body: { requires_mfa: true } }
            : { status: 401, body: { ...refusalAt('mfa_token', message).body, code: 'wrong_mfa_code' } },
      });
      renderApp('/login');
      await screen.findByLabelText('Password');
      fill(credentials);
      press('Sign in');
      await screen.findByLabelText('Authentication code');
      if (choice !== null) press(choice);
      fill({ [label]: '123456' });
      press('Sign in');
      await isRefusedAt(label, message, { holding: '123456' });
    });

    it('of a new password, whose link stays good', async () => {
      const message = 'This password is among the first that attackers try. Please choose another one.';
      const api = installFakeApi({ 'POST /api/auth/reset-password': refusalAt('new_password', message) });
      renderApp('/reset-password?token=abc');
      await screen.findByLabelText('New Password');
      fill({ 'New Password': 'short', 'Confirm New Password': 'other' });
      press('Change Password');
      await isRefusedAt('New Password', 'New password must be at least 8 characters long');
      await screen.findByText('New passwords do not match');
      expect(api.calls).toEqual([]);
      fill({ 'New Password': 'password1', 'Confirm New Password': 'password1' });
      press('Change Password');
      await isRefusedAt('New Password', message, { holding: 'password1' });
    });

    it('of an address that cannot be one, and can be sent again once it is mended', async () => {
      const message = 'Too big: expected string to have <=254 characters';
      const path = 'POST /api/auth/forgotten-password';
      const api = installFakeApi({
        [path]: ({ body }) =>
          (body as { email: string }).email === 'a' ? refusalAt('email', message) : { body: {} },
      });
      renderApp('/forgot-password');
      await screen.findByLabelText('Email address');
      fill({ 'Email address': 'a' });
      press('Send the link');
      await isRefusedAt('Email address', message, { holding: 'a' });
      fill({ 'Email address': 'ada@strangers.example' });
      press('Send the link');
      await screen.findByText('ada@strangers.example');
      expect(api.asked(path)).toHaveLength(2);
    });
  });

  describe('for owners', () => {
    async function openSecurity(answers: Answers) {
      storeSession(fakeUser());
      installFakeApi({
        'GET /api/auth/me': { body: fakeUser() },
        'GET /api/api-keys': { body: [] },
        ...answers,
      });
      renderApp('/dashboard/settings?tab=security');
    }

    it('of an API key, of which what was chosen stays', async () => {
      const message = 'Name is required';
      await openSecurity({ 'POST /api/api-keys': refusalAt('name', message) });
      fireEvent.click(await screen.findByRole('button', { name: 'Create key' }));
      const dialog = await screen.findByRole('dialog', { name: 'Create an API key' });
      for (const scope of [/^Read domains and their configuration/, /^Read dashboards, logs and analytics/])
        fireEvent.click(within(dialog).getByRole('checkbox', { name: scope }));
      fill({ Name: 'deploy' }, dialog);
      press('Create key', dialog);
      await isRefusedAt('Permissions', 'Choose at least one permission', { within: dialog });
      fireEvent.click(within(dialog).getByRole('checkbox', { name: /^Read your account and plan/ }));
      press('Create key', dialog);
      await isRefusedAt('Name', message, { within: dialog, holding: 'deploy' });
    });

    it('of the present password', async () => {
      const message = 'Current password is incorrect';
      await openSecurity({ 'PUT /api/settings/password': refusalAt('current_password', message) });
      await screen.findByLabelText('Current Password');
      const fresh = 'another-lamp';
      fill({ 'Current Password': ' lamp ', 'New Password': fresh, 'Confirm New Password': fresh });
      press('Change Password');
      await isRefusedAt('Current Password', message, { holding: ' lamp ' });
    });
  });

  it('of who wants no more newsletters', async () => {
    const message = 'Please enter a valid email address';
    installFakeApi({ 'POST /api/newsletter/unsubscribe': refusalAt('email', message) });
    renderApp('/unsubscribe?email=not-an-address');
    fireEvent.click(await screen.findByRole('button', { name: 'Unsubscribe' }));
    await isRefusedAt('Email address', message, { holding: 'not-an-address' });
  });
});
