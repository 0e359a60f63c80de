import { fireEvent, screen, waitFor } from '@testing-library/react';
import { installFakeApi } from '../../testing/fake-api.ts';
import { renderApp } from '../../testing/render-app.tsx';

describe('the pages that links in mails lead to', () => {
  beforeEach(() => localStorage.clear());

  it.each([
    ['/confirm-email', 'Confirm my email address', 'POST /api/auth/confirm-email', 'Email confirmed'],
    [
      '/undo-email-change',
      'Bring my address back',
      'POST /api/auth/undo-email-change',
      'Your address is back',
    ],
  ] as const)('%s acts on a press, not on a visit', async (path, button, call, done) => {
    const api = installFakeApi({ [call]: { body: { message: 'Done' } } });
    renderApp(`${path}?token=abc`);
    const press = await screen.findByRole('button', { name: button });
    expect(api.asked(call)).toEqual([]);
    fireEvent.click(press);
    await screen.findByRole('heading', { name: done });
    expect(api.asked(call)[0]?.body).toEqual({ token: 'abc' });
  });

  it('asks for the password where the link is opened in another browser', async () => {
    const call = 'POST /api/auth/confirm-email';
    const detail = 'Please enter the password of the account.';
    const api = installFakeApi({ [call]: { status: 400, body: { code: 'password_required', detail } } });
    renderApp('/confirm-email?token=abc');
    fireEvent.click(await screen.findByRole('button', { name: 'Confirm my email address' }));
    await screen.findByText(detail);
    expect(screen.getByRole('link', { name: 'choose a password' }).getAttribute('href')).toBe(
      '/forgot-password',
    );
    fireEvent.change(screen.getByLabelText(/^Password of the account/), { target: { value: 'lamp' } });
    fireEvent.click(screen.getByRole('button', { name: 'Confirm my email address' }));
    await waitFor(() => expect(api.asked(call).at(-1)?.body).toEqual({ token: 'abc', password: 'lamp' }));
  });

  it('leads to where a new link is had once one has expired, and takes no second press', async () => {
    const detail = 'This link is no longer valid. Please request a new one.';
    const refusal = { status: 400, body: { code: 'link_invalid', detail } };
    installFakeApi({ 'POST /api/auth/confirm-email': refusal });
    renderApp('/confirm-email?token=old');
    fireEvent.click(await screen.findByRole('button', { name: 'Confirm my email address' }));
    await screen.findByText(detail);
    const again = screen.getByRole('link', { name: 'Request a new link in Settings' });
    expect(again.getAttribute('href')).toBe('/dashboard/settings');
    expect(screen.queryByRole('button', { name: 'Confirm my email address' })).toBeNull();
  });

  it.each([
    ['is incomplete', '/reset-password', 'This link is incomplete. Request a new one.'],
    ['has expired', '/reset-password?token=old', 'This link is no longer valid.'],
  ])('asks for no new password where the link %s', async (_how, at, detail) => {
    const refusal = { status: 400, body: { code: 'link_invalid', detail } };
    installFakeApi({ 'POST /api/auth/reset-password': refusal });
    renderApp(at);
    if (at.includes('token')) {
      for (const label of ['New Password', 'Confirm New Password'])
        fireEvent.change(await screen.findByLabelText(label), { target: { value: 'a long secret' } });
      fireEvent.click(screen.getByRole('button', { name: 'Change Password' }));
    }
    await screen.findByText(detail);
    expect(screen.getByRole('link', { name: 'Ask for a new link' }).getAttribute('href')).toBe(
      '/forgot-password',
    );
    expect(screen.queryByRole('button', { name: 'Change Password' })).toBeNull();
  });

  it('says why a link does not work, and offers nothing without one', async () => {
    installFakeApi({ 'POST /api/auth/undo-email-change': { status: 400, body: null } });
    renderApp('/undo-email-change?token=used');
    fireEvent.click(await screen.findByRole('button', { name: 'Bring my address back' }));
    await screen.findByText('This link no longer works. Please write to support.');
    expect(screen.queryByText('Your address is back')).toBeNull();
  });
});
