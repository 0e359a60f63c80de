import { jest } from '@jest/globals';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { installFakeApi } from '../../testing/fake-api.ts';
import { renderApp } from '../../testing/render-app.tsx';
import { mayShow, rememberDismissed } from './popup-memory.ts';

const WEEK_MS = 7 * 24 * 60 * 60 * 1000;

beforeEach(() => localStorage.clear());

describe('the memory of the pop-up', () => {
  it('keeps it away for seven days after it was closed', () => {
    expect(mayShow(1000)).toBe(true);
    rememberDismissed(1000);
    expect(mayShow(1000 + WEEK_MS - 1)).toBe(false);
    expect(mayShow(1000 + WEEK_MS)).toBe(true);
  });
});

describe('the newsletter pop-up', () => {
  beforeEach(() => jest.useFakeTimers({ doNotFake: ['queueMicrotask', 'performance'] }));
  afterEach(() => jest.useRealTimers());

  const pass = (ms: number) => act(() => jest.advanceTimersByTimeAsync(ms));

  async function openPopup(status: number) {
    const api = installFakeApi({
      'POST /api/newsletter/subscribe': { status, body: { detail: 'Already' } },
    });
    renderApp('/privacy');
    await waitFor(() => expect(screen.getByRole('heading', { name: 'Privacy policy' })).toBeTruthy());
    // Its own chunk loads first; the five seconds count from then.
    await pass(100);
    await pass(4899);
    expect(screen.queryByRole('region', { name: 'Newsletter' })).toBeNull();
    await pass(101);
    await screen.findByRole('region', { name: 'Newsletter' });
    return api;
  }

  async function subscribe() {
    fireEvent.change(screen.getByLabelText('First name'), { target: { value: 'Ana' } });
    fireEvent.change(screen.getByLabelText('Last name'), { target: { value: 'Souza' } });
    fireEvent.change(screen.getByLabelText('Email'), { target: { value: 'ana@mail.example' } });
    fireEvent.click(screen.getByRole('button', { name: 'Subscribe' }));
    await pass(50);
  }

  it.each(['/login', '/register-simple'])('leaves %s alone', async (path) => {
    installFakeApi({});
    const app = renderApp(path);
    await pass(10_000);
    expect(screen.queryByRole('region', { name: 'Newsletter' })).toBeNull();
    await act(() => app.router.navigate('/privacy'));
    await pass(5_100);
    await screen.findByRole('region', { name: 'Newsletter' });
  });

  it('becomes a welcome for three seconds', async () => {
    const api = await openPopup(201);
    await subscribe();
    expect(api.asked('POST /api/newsletter/subscribe')[0]?.body).toEqual({
      email: 'ana@mail.example',
      first_name: 'Ana',
      last_name: 'Souza',
    });
    await screen.findByRole('heading', { name: 'Welcome aboard' });
    await pass(2900);
    expect(screen.queryByRole('region', { name: 'Newsletter' })).not.toBeNull();
    await pass(200);
    expect(screen.queryByRole('region', { name: 'Newsletter' })).toBeNull();
    expect(mayShow(Date.now())).toBe(false);
  });

  it('takes a 400 for an address that is subscribed already', async () => {
    await openPopup(400);
    await subscribe();
    expect((await screen.findAllByText('This email is already subscribed!')).length).toBeGreaterThan(0);
    await pass(1900);
    expect(screen.queryByRole('region', { name: 'Newsletter' })).not.toBeNull();
    await pass(200);
    expect(screen.queryByRole('region', { name: 'Newsletter' })).toBeNull();
    expect(mayShow(Date.now())).toBe(false);
  });

  it('stays after any other failure', async () => {
    await openPopup(503);
    await subscribe();
    await screen.findByText('Failed to subscribe. Please try again.');
    await pass(10_000);
    expect(screen.queryByRole('region', { name: 'Newsletter' })).not.toBeNull();
    expect(mayShow(Date.now())).toBe(true);
  });
});

describe('unsubscribing', () => {
  it.each(['ana%2Bnews%40mail.example', 'ana+news@mail.example'])(
    'acts on %s and can be done again',
    async (given) => {
      const api = installFakeApi({ 'POST /api/newsletter/unsubscribe': { body: {} } });
      const app = renderApp(`/unsubscribe?email=${given}`);
      const field = (await screen.findByLabelText('Email address')) as HTMLInputElement;
      expect(field.value).toBe('ana+news@mail.example');
      await app.user.selectOptions(screen.getByLabelText('Reason'), 'Emails too frequent');
      await app.user.click(screen.getByRole('button', { name: 'Unsubscribe' }));
      await screen.findByRole('heading', { name: 'Successfully Unsubscribed' });
      expect(api.asked('POST /api/newsletter/unsubscribe')[0]?.body).toEqual({
        email: 'ana+news@mail.example',
        reason: 'too_frequent',
        ip_address: '',
        user_agent: navigator.userAgent,
      });
      await app.user.click(screen.getByRole('button', { name: 'Unsubscribe another email' }));
      expect(((await screen.findByLabelText('Email address')) as HTMLInputElement).value).toBe('');
    },
  );

  it('wants an address', async () => {
    const api = installFakeApi({});
    const app = renderApp('/unsubscribe');
    await app.user.click(await screen.findByRole('button', { name: 'Unsubscribe' }));
    expect((await screen.findAllByText('Please enter your email address')).length).toBeGreaterThan(0);
    expect(api.calls).toHaveLength(0);
  });
});
