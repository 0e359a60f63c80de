import { expect, test } from './fixtures.ts';
import { linkIn } from './inbox.ts';

test('a name that somebody has is mended in the wizard, and is no existing account', async ({ world }) => {
  const taken = await world.customer();
  const account = world.stranger();
  const visitor = await world.visitor();
  visitor.expectsRefusalBy('/api/auth/register');
  await visitor.open('/register?plan=starter');
  await visitor.sees('Starter');
  await visitor.fillsAccount({ ...account, username: taken.username });
  await visitor.press('Continue to Plan Selection');
  const name = visitor.page.getByLabel('Username', { exact: true });
  await expect(name).toHaveAttribute('aria-invalid', 'true');
  await expect(visitor.page.getByText(/Account already exists/)).toHaveCount(0);
  expect(visitor.at).toBe('/register?plan=starter');
  await name.fill(account.username);
  await visitor.press('Continue to Plan Selection');
  await visitor.seesHeading('Complete Your Purchase');
});

test('PayPal that does not load is tried again in place, with the plan still chosen', async ({ world }) => {
  const visitor = await world.signedIn(await world.customer());
  const script = /\/sdk\/js/;
  await visitor.page.route(script, (route) => route.abort());
  await visitor.open('/register?plan=starter');
  await visitor.sees('PayPal could not be loaded');
  visitor.takeProblems();
  await visitor.page.unroute(script);
  await visitor.press('Try again');
  await visitor.page.getByTestId('paypal-button').waitFor();
  await visitor.button('Pay $29').waitFor();
});

test('a plan that a guest paid for waits for the address, which the dashboard says', async ({ world }) => {
  const account = world.stranger();
  const guest = await world.visitor();
  await guest.open('/register?plan=starter');
  await guest.sees('Starter');
  await guest.fill({ Username: account.username, 'Email address': account.email });
  await guest.press('Pay as a guest, create the account afterwards');
  await guest.paysByPaypal('Approve the payment');
  await guest.isTold('Payment successful! Please complete registration to access your account.');

  // Another browser, which knows nothing of the payment.
  const owner = await world.visitor();
  await owner.open('/register-simple');
  await owner.fillsAccount(account);
  await owner.press('Create account');
  await owner.sees('Please confirm your email address');
  await owner.sees(new RegExp(`Follow the link that we sent to ${account.email}`));
  const mail = await world.inbox.latest(account.email, /welcome|confirm/i);
  await owner.open(linkIn(mail, '/confirm-email'));
  await owner.press(/^Confirm/);
  await owner.seesHeading(/confirmed/i);
  await owner.open('/dashboard/settings?tab=billing');
  await owner.sees('$29 per month');
});

test('somebody signed in is shown the account that they have instead of a sign-up form', async ({
  world,
}) => {
  const visitor = await world.signedIn(await world.customer());
  await visitor.open('/register-simple');
  await visitor.arrivesAt('/dashboard');
  await visitor.open('/login');
  await visitor.arrivesAt('/dashboard');
});
