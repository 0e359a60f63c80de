import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { fakePlans, fakeUser, installFakeApi } from '../../testing/fake-api.ts';
import { renderApp, storeSession } from '../../testing/render-app.tsx';

const user = fakeUser();
const session = { access_token: 'fresh', token_type: 'bearer', expires_at: '2027-01-01T00:00:00Z', user };
const base = {
  'GET /api/plans': { body: fakePlans },
  'GET /api/auth/me': { body: user },
  'GET /api/domains': { body: [] },
  'GET /api/paypal/config': { status: 503, body: { detail: 'No PayPal here' } },
};

type App = ReturnType<typeof renderApp>;

async function fillAccount(app: App, confirmation = 'secret-password') {
  await app.user.type(await screen.findByLabelText('Username'), 'ada');
  await app.user.type(screen.getByLabelText('Email address'), 'ada@strangers.example');
  await app.user.type(screen.getByLabelText('Password'), 'secret-password');
  await app.user.type(screen.getByLabelText('Confirm Password'), confirmation);
  await app.user.click(screen.getByRole('button', { name: 'Continue to Plan Selection' }));
}

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});

describe('the register wizard', () => {
  it('opens on the plans, whose forward button waits for a choice', async () => {
    installFakeApi(base);
    const app = renderApp('/register');
    await screen.findByRole('heading', { name: 'Choose Your Plan' });
    const forward = await screen.findByRole('button', { name: 'Continue to Payment →' });
    expect((forward as HTMLButtonElement).disabled).toBe(true);
    await app.user.click(await screen.findByRole('button', { name: 'Select Free' }));
    expect(screen.getByRole('button', { name: 'Free SELECTED' })).toBeTruthy();
    await app.user.click(screen.getByRole('button', { name: 'Create Free Account' }));
    const title = await screen.findByRole('heading', { name: 'Create Your Account' });
    // Wherever the last step was left, the next one is read from its start.
    await waitFor(() => expect(document.activeElement).toBe(title));
  });

  it('marks the account as done only where there is one, or all of it was entered', async () => {
    installFakeApi({ ...base, 'POST /api/auth/register': { status: 201, body: session } });
    const app = renderApp('/register');
    const progress = within(await screen.findByRole('list', { name: 'Progress' }));
    expect(progress.queryByRole('img', { name: 'Completed' })).toBeNull();
    await app.user.click(await screen.findByRole('button', { name: 'Back' }));
    await fillAccount(app);
    await screen.findByRole('heading', { name: 'Choose Your Plan' });
    expect(progress.getByRole('img', { name: 'Completed' }).closest('li')?.textContent).toContain('Account');
  });

  it('opens on the account with a plan in the address, by slug or by id', async () => {
    installFakeApi(base);
    renderApp('/register?plan=3');
    await screen.findByRole('heading', { name: 'Create Your Account' });
    await screen.findByText('Business');
  });

  it('keeps step, plan and entries in the history and over a reload, and no password', async () => {
    installFakeApi(base);
    const app = renderApp('/register');
    await app.user.click(await screen.findByRole('button', { name: 'Select Free' }));
    await app.user.click(screen.getByRole('button', { name: 'Create Free Account' }));
    await screen.findByRole('heading', { name: 'Create Your Account' });
    // A field that was not shown yet has no error.
    expect(screen.queryByText(/^Please enter/)).toBeNull();
    expect(app.path()).toBe('/register?plan=free&step=account');
    await app.user.type(screen.getByLabelText('Username'), 'ada');
    await app.user.type(screen.getByLabelText('Password'), 'secret-password');
    await act(() => app.router.navigate(-1));
    await screen.findByRole('button', { name: 'Free SELECTED' });
    await act(() => app.router.navigate(1));
    expect(((await screen.findByLabelText('Password')) as HTMLInputElement).value).toBe('secret-password');
    cleanup();

    renderApp('/register?plan=free&step=account');
    expect(((await screen.findByLabelText('Username')) as HTMLInputElement).value).toBe('ada');
    expect((screen.getByLabelText('Password') as HTMLInputElement).value).toBe('');
    expect(JSON.stringify({ ...sessionStorage, ...localStorage })).not.toContain('secret-password');
  });

  it('makes one account of two presses', async () => {
    const api = installFakeApi({ ...base, 'POST /api/auth/register': { body: session } });
    renderApp('/register?plan=starter');
    await screen.findByText('Starter');
    const account = {
      Username: 'ada',
      'Email address': 'ada@strangers.example',
      Password: 'secret-password',
      'Confirm Password': 'secret-password',
    };
    for (const [label, value] of Object.entries(account))
      fireEvent.change(await screen.findByLabelText(label), { target: { value } });
    const button = screen.getByRole('button', { name: 'Continue to Plan Selection' });
    fireEvent.click(button);
    fireEvent.click(button);
    await screen.findByRole('heading', { name: 'Complete Your Purchase' });
    expect(api.asked('POST /api/auth/register')).toHaveLength(1);
  });

  it('asks for another name where only the name is taken', async () => {
    const api = installFakeApi({
      ...base,
      'POST /api/auth/register': {
        status: 400,
        body: {
          detail: 'Email or username already registered',
          errors: [{ path: 'username', message: 'Another account has this username' }],
        },
      },
    });
    const app = renderApp('/register?plan=starter');
    await screen.findByText('Starter');
    await fillAccount(app);
    await waitFor(() => expect(screen.getByLabelText('Username').getAttribute('aria-invalid')).toBe('true'));
    expect(api.asked('POST /api/auth/login')).toHaveLength(0);
  });

  it('gives a guest’s order to the account that is made for it, also after a reload', async () => {
    localStorage.setItem('order_claim', 'claim-token');
    const api = installFakeApi({
      ...base,
      'POST /api/auth/register': { status: 201, body: session },
      'POST /api/orders/claim': { body: {} },
    });
    const app = renderApp('/register?plan=starter&step=account');
    await screen.findByText('Your payment has arrived');
    await fillAccount(app);
    await waitFor(() => expect(app.path()).toBe('/dashboard'));
    expect(api.asked('POST /api/orders/claim')[0]?.body).toEqual({ claim_token: 'claim-token' });
    expect(localStorage.getItem('order_claim')).toBeNull();
  });

  it('gives a guest’s order to whoever has signed in meanwhile, and asks for no second payment', async () => {
    for (const step of ['account', 'payment']) {
      localStorage.setItem('order_claim', 'claim-token');
      storeSession(fakeUser({ email: 'ada@strangers.example' }));
      const api = installFakeApi({
        ...base,
        'GET /api/auth/me': { body: fakeUser({ email: 'ada@strangers.example' }) },
        'POST /api/orders/claim': { body: { awaits_consent: false } },
      });
      const app = renderApp(`/register?plan=starter&step=${step}&order=o-1`);
      await app.user.click(await screen.findByRole('button', { name: 'Add it to this account' }));
      await screen.findByText('Your payment is added to your account.');
      await waitFor(() => expect(app.path()).toBe('/dashboard'));
      expect(api.asked('POST /api/orders/claim')[0]?.body).toEqual({ claim_token: 'claim-token' });
      expect(api.asked('POST /api/paypal/create-order')).toHaveLength(0);
      expect(localStorage.getItem('order_claim')).toBeNull();
      cleanup();
    }
  });

  it('keeps what was paid under another address for that account, and lets who is signed in pay for their own', async () => {
    localStorage.setItem('order_claim', 'claim-token');
    const user = fakeUser({ email: 'ada@strangers.example' });
    storeSession(user);
    installFakeApi({
      ...base,
      'GET /api/auth/me': { body: user },
      'POST /api/orders/claim': { status: 404, body: { code: 'order_of_other_address' } },
    });
    const app = renderApp('/register?plan=starter&step=payment');
    await app.user.click(await screen.findByRole('button', { name: 'Add it to this account' }));
    await waitFor(() => expect(app.path()).toBe('/dashboard'));
    expect(localStorage.getItem('order_claim')).toBe(`claim-token ${user.id}`);
    cleanup();
    renderApp('/register?plan=starter&step=payment');
    await screen.findByText('Total Due Today');
    expect(screen.queryByRole('button', { name: 'Add it to this account' })).toBeNull();
    cleanup();
    storeSession(fakeUser({ id: 'another', email: 'ada@strangers.example' }));
    renderApp('/register?plan=starter&step=payment');
    await screen.findByRole('button', { name: 'Add it to this account' });
    localStorage.removeItem('order_claim');
  });

  it('leads a guest who has paid, and has an account with a second factor, back to the payment that waits', async () => {
    localStorage.setItem('order_claim', 'claim-token');
    installFakeApi({
      ...base,
      'POST /api/auth/register': { status: 409, body: { detail: 'Email or username already registered' } },
      'POST /api/auth/login': { body: { requires_mfa: true, access_token: null, user: null } },
    });
    const app = renderApp('/register?plan=starter&step=account');
    await screen.findByText('Your payment has arrived');
    await fillAccount(app);
    await screen.findByText('Please login with your existing account: your payment is added to it.');
    await waitFor(() =>
      expect(app.path()).toBe(`/login?redirect=${encodeURIComponent('/register?plan=starter&step=account')}`),
    );
  });

  it('goes nowhere while the passwords differ', async () => {
    const api = installFakeApi(base);
    const app = renderApp('/register?plan=free');
    await fillAccount(app, 'other-password');
    await screen.findByText('Passwords do not match');
    expect(api.asked('POST /api/auth/register')).toHaveLength(0);
  });

  it('registers for the free plan and lands on the dashboard', async () => {
    const api = installFakeApi({ ...base, 'POST /api/auth/register': { status: 201, body: session } });
    const app = renderApp('/register?plan=free');
    await screen.findByText('Free');
    await fillAccount(app);
    await waitFor(() => expect(app.path()).toBe('/dashboard'));
    expect(api.asked('POST /api/auth/register')[0]?.body).toEqual({
      full_name: '',
      username: 'ada',
      email: 'ada@strangers.example',
      password: 'secret-password',
    });
  });

  it('registers for a paid plan and moves on to the payment', async () => {
    installFakeApi({ ...base, 'POST /api/auth/register': { status: 201, body: session } });
    const app = renderApp('/register?plan=starter');
    await screen.findByText('Starter');
    await fillAccount(app);
    await screen.findByText('Account created! Now complete your payment to activate your plan.');
    await screen.findByRole('heading', { name: 'Complete Your Purchase' });
    expect(localStorage.getItem('token')).toBe('fresh');
    expect(screen.getByRole('button', { name: 'Pay $29' })).toBeTruthy();
  });

  it('shows what the server refuses at its field, and keeps what was typed', async () => {
    installFakeApi({
      ...base,
      'POST /api/auth/register': {
        status: 400,
        body: {
          status: 400,
          code: 'validation_failed',
          detail: 'The input is not valid.',
          errors: [{ path: 'username', message: 'Letters, digits and hyphens only' }],
        },
      },
    });
    const app = renderApp('/register?plan=starter');
    await screen.findByText('Starter');
    await fillAccount(app);
    await screen.findByText('Letters, digits and hyphens only');
    const field = screen.getByLabelText('Username') as HTMLInputElement;
    expect(field.getAttribute('aria-invalid')).toBe('true');
    expect(field.value).toBe('ada');
  });

  it('tries to log in when the account exists', async () => {
    installFakeApi({
      ...base,
      'POST /api/auth/register': { status: 409, body: { detail: 'Email or username already registered' } },
      'POST /api/auth/login': { body: { requires_mfa: false, ...session } },
    });
    const app = renderApp('/register?plan=starter');
    await screen.findByText('Starter');
    await fillAccount(app);
    expect(
      (await screen.findAllByText('Account already exists! Please login to complete your payment.')).length,
    ).toBeGreaterThan(0);
    await screen.findByText('Logged in! Now complete your PayPal payment.');
    await screen.findByRole('heading', { name: 'Complete Your Purchase' });
  });

  it('leads to the login page when that log-in fails', async () => {
    installFakeApi({
      ...base,
      'POST /api/auth/register': { status: 409, body: { detail: 'This email already exists' } },
      'POST /api/auth/login': { status: 401, body: { detail: 'Incorrect email or password' } },
    });
    const app = renderApp('/register?plan=starter');
    await screen.findByText('Starter');
    await fillAccount(app);
    await screen.findByText('Please login with your existing account to complete payment.');
    await waitFor(() => expect(app.path()).toBe('/login?redirect=%2Fregister'));
  });

  it('lets a guest order without PayPal where no money moves: account and order at once', async () => {
    const api = installFakeApi({
      ...base,
      'GET /api/paypal/config': {
        body: {
          enabled: true,
          client_id: '',
          currency: 'USD',
          script_url: '',
          renews: false,
          is_stand_in: true,
        },
      },
      'POST /api/auth/register': { status: 201, body: session },
      'POST /api/orders/create': { status: 201, body: {} },
    });
    const app = renderApp('/register?plan=starter');
    await screen.findByText('Starter');
    await app.user.type(screen.getByLabelText('Username'), 'ada');
    await app.user.type(screen.getByLabelText('Email address'), 'ada@strangers.example');
    await app.user.click(screen.getByRole('button', { name: /^Pay as a guest/ }));
    await screen.findByText(/local stand-in for PayPal/);
    await app.user.click(screen.getByRole('button', { name: 'Pay $29' }));
    await screen.findByText('Please use PayPal to complete your payment.');
    expect(api.asked('POST /api/auth/register')).toHaveLength(0);

    await app.user.click(screen.getByRole('button', { name: 'Back to Account' }));
    await app.user.type(screen.getByLabelText('Password'), 'secret-password');
    await app.user.type(screen.getByLabelText('Confirm Password'), 'secret-password');
    await app.user.click(screen.getByRole('button', { name: /^Pay as a guest/ }));
    await screen.findByText(/local stand-in for PayPal/);
    await app.user.click(screen.getByRole('button', { name: 'Pay $29' }));
    await screen.findByText('Payment successful!');
    await waitFor(() => expect(app.path()).toBe('/dashboard'));
    expect(api.asked('POST /api/auth/register')).toHaveLength(1);
    expect(api.asked('POST /api/orders/create')[0]).toMatchObject({
      body: { plan_id: 'starter', payment_method: 'paypal', billing_period: 'monthly' },
      authorization: 'Bearer fresh',
    });
  });

  it('names what the server did not accept', async () => {
    installFakeApi({
      ...base,
      'POST /api/auth/register': { status: 422, body: { detail: 'Username may contain letters' } },
    });
    const app = renderApp('/register?plan=starter');
    await screen.findByText('Starter');
    await fillAccount(app);
    expect(
      (await screen.findAllByText('Validation error: Username may contain letters')).length,
    ).toBeGreaterThan(0);
  });
});
