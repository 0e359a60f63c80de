import { fireEvent, screen } from '@testing-library/react';
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

  it('says why a link does not work, and offers nothing without one', async () => {
    installFakeApi({ 'POST /api/auth/undo-email-change': { status: 400, body: null } });
    renderApp('/undo-email-change?token=used');
    fireEvent.click(await screen.findByRole('button', { name: 'Bring my address back' }));
    await screen.findByText('This link no longer works. Please write to support.');
    expect(screen.queryByText('Your address is back')).toBeNull();
  });
});
