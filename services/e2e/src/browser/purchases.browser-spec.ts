import type { Account } from '../stack.ts';
import { expect, test } from './fixtures.ts';
import { linkIn } from './inbox.ts';
import type { Visitor } from './visitor.ts';

/** The plan that the browser keeps for the user, as the server last said it. */
async function storedPlan(visitor: Visitor): Promise<string> {
  return (JSON.parse((await visitor.stored('user')) ?? '{}') as { plan: string }).plan;
}

async function hasStoredPlan(visitor: Visitor, plan: string): Promise<void> {
  await expect.poll(() => storedPlan(visitor), { message: `the stored plan being ${plan}` }).toBe(plan);
}

/** What pays or cancels has the page load itself anew a moment later; what comes next is done on the page after that. */
async function reloadsAfter(visitor: Visitor, act: () => Promise<void>): Promise<void> {
  const reloaded = visitor.page.waitForEvent('load');
  await act();
  await reloaded;
  await visitor.runs();
}

/** An order's screen, which is the same after a reload. */
async function showsOutcome(visitor: Visitor, title: string): Promise<void> {
  await visitor.seesHeading(title);
  await visitor.arrivesAt(/^\/payment\?order=/);
  await visitor.reload();
  await visitor.seesHeading(title);
}

async function choosesPlan(visitor: Visitor, name: string): Promise<void> {
  await visitor.press(`Select ${name}`);
  await visitor.button(`${name} SELECTED`).waitFor();
}

test.describe('the register wizard', () => {
  test('opens on the plans, and asks for the account when one is chosen', async ({ world }) => {
    const account = world.stranger();
    const visitor = await world.visitor();
    await visitor.open('/register');
    await visitor.seesHeading('Choose Your Plan');
    await visitor.sees('All plans include a 14-day free trial.');
    await expect(visitor.button('Continue to Payment →')).toBeDisabled();
    await visitor.page.getByRole('article').nth(3).waitFor();
    await expect(visitor.page.getByText('Most Popular')).toHaveCount(2);
    await choosesPlan(visitor, 'Free');
    await visitor.press('Create Free Account');
    await visitor.seesHeading('Create Your Account');
    // Nothing was submitted yet, so no field is reported as missing.
    await expect(visitor.page.getByText(/^Please enter/)).toHaveCount(0);
    await visitor.fill({ Username: account.username, Password: account.password });
    await visitor.page.goBack();
    await visitor.button('Free SELECTED').waitFor();
    await visitor.page.goForward();
    await visitor.seesHeading('Create Your Account');
    await visitor.reload();
    await expect(visitor.page.getByLabel('Username', { exact: true })).toHaveValue(account.username);
    await expect(visitor.page.getByLabel('Password', { exact: true })).toHaveValue('');
    await visitor.fillsAccount(account);
    await visitor.press('Continue to Plan Selection');
    await visitor.seesHeading('Dashboard Overview');
    await visitor.isTold('Account created successfully!');
    await hasStoredPlan(visitor, 'free');
  });

  test('goes from the account to the plans when none is chosen, and back', async ({ world }) => {
    const visitor = await world.visitor();
    await visitor.open('/register?plan=no-such-plan');
    await visitor.seesHeading('Create Your Account');
    await visitor.fillsAccount(world.stranger());
    await visitor.press('Continue to Plan Selection');
    await visitor.seesHeading('Choose Your Plan');
    await visitor.page.getByRole('img', { name: 'Completed' }).waitFor();
    await visitor.press('Back');
    await visitor.seesHeading('Create Your Account');
  });

  test('takes a plan from the address, by slug or by id, and checks the passwords', async ({ world }) => {
    const visitor = await world.visitor();
    await visitor.open('/register?plan=3');
    await visitor.sees('Business');
    const account = world.stranger();
    await visitor.fillsAccount(account);
    await visitor.fill({ 'Confirm Password': 'something else' });
    await visitor.press('Continue to Plan Selection');
    await visitor.sees('Passwords do not match');
    await visitor.fill({ Password: 'short', 'Confirm Password': 'short' });
    await visitor.sees('Password must be at least 6 characters');
    expect(await visitor.stored('token')).toBeNull();
  });

  test('leads to a paid plan', async ({ world }) => {
    const visitor = await world.visitor();
    await visitor.open('/register?plan=starter');
    await visitor.sees('Starter');
    await visitor.fillsAccount(world.stranger());
    await visitor.press('Continue to Plan Selection');

    await test.step('makes the account first and then asks for the payment', async () => {
      await visitor.isTold('Account created! Now complete your payment to activate your plan.');
      await visitor.seesHeading('Complete Your Purchase');
      expect(await visitor.stored('token')).not.toBeNull();
      const page = visitor.page;
      await visitor.sees('Save 17%');
      await visitor.sees('$290/year');
      await expect(page.getByRole('radio', { name: /Credit Card/ })).toBeDisabled();
      await expect(page.getByRole('radio', { name: /Bank Transfer/ })).toBeDisabled();
      await expect(page.getByRole('radio', { name: 'PayPal' })).toBeChecked();
      await visitor.sees('For now we accept payments by PayPal only');
      const summary = page.getByRole('complementary', { name: 'Order Summary' });
      await visitor.sees('Total Due Today', summary);
      await visitor.sees('Billed monthly. Cancel anytime.', summary);
      await visitor.sees('14-day money-back guarantee', summary);
      await visitor.sees('Instant activation', summary);
      await visitor.sees('SSL security', summary);
      await visitor.button('Pay $29').waitFor();
    });

    await test.step('says so when the payment is cancelled', async () => {
      await visitor.paysByPaypal('Cancel');
      await visitor.isTold('Payment cancelled');
      await showsOutcome(visitor, 'The payment was cancelled');
    });

    await test.step('says so when PayPal fails', async () => {
      await visitor.paysByPaypal('Fail with an error');
      await visitor.isTold('PayPal error occurred. Please try again.');
      await showsOutcome(visitor, 'The payment did not go through');
    });

    await test.step('says so when the bank declines, and nothing is activated', async () => {
      await visitor.paysByPaypal('Approve, and let the bank decline');
      await showsOutcome(visitor, 'The payment was declined');
      expect(await storedPlan(visitor)).toBe('free');
    });

    await test.step('activates the plan when the payment is approved, and goes to the dashboard', async () => {
      await visitor.paysByPaypal('Approve the payment');
      await visitor.isTold(/^🎉 /);
      await visitor.arrivesAt('/dashboard');
      await visitor.seesHeading('Dashboard Overview');
      await visitor.follow('look at the order');
      await showsOutcome(visitor, 'Your payment has arrived');
      await visitor.button('Get my money back').waitFor();
      await visitor.follow('Add your domain');
      await visitor.arrivesAt(/^\/dashboard\/domains/);
      await visitor.open('/dashboard/settings?tab=billing');
      await visitor.sees('$29 per month');
      await visitor.page
        .getByRole('row')
        .filter({ hasText: 'Starter' })
        .filter({ hasText: 'completed' })
        .waitFor();
      await hasStoredPlan(visitor, 'starter');
    });
  });

  test('leads somebody who is signed in straight to the payment, and back to the account', async ({
    world,
  }) => {
    const visitor = await world.signedIn(await world.customer());
    await visitor.open('/register?plan=business');
    await visitor.seesHeading('Complete Your Purchase');
    await visitor.press('Back to Account');
    await visitor.seesHeading('You have an account');
  });

  test('takes an order without PayPal where no money moves', async ({ world }) => {
    const visitor = await world.signedIn(await world.customer());
    await visitor.open('/register?plan=starter');
    await visitor.page.getByTestId('paypal-button').waitFor();
    await visitor.press('Pay $29');
    await visitor.isTold('Payment successful!');
    await visitor.seesHeading('Dashboard Overview');
    await visitor.open('/dashboard/settings?tab=billing');
    await visitor.sees('$29 per month');
  });
});

test.describe('an account that exists', () => {
  let account: Account;
  test.beforeEach(async ({ world }) => {
    account = await world.customer();
  });

  test('is signed in with the entered password, and continues to the payment', async ({ world }) => {
    const visitor = await world.visitor();
    visitor.expectsRefusalBy('/api/auth/register');
    await visitor.open('/register?plan=starter');
    await visitor.sees('Starter');
    await visitor.fillsAccount(account);
    await visitor.press('Continue to Plan Selection');
    await visitor.isTold('Account already exists! Please login to complete your payment.');
    await visitor.isTold('Logged in! Now complete your PayPal payment.');
    await visitor.seesHeading('Complete Your Purchase');
  });

  test('has to sign in when the password differs', async ({ world }) => {
    const visitor = await world.visitor();
    visitor.expectsRefusalBy('/api/auth/register', '/api/auth/login');
    await visitor.open('/register?plan=starter');
    await visitor.sees('Starter');
    await visitor.fillsAccount({ ...account, password: 'not-the-password-8' });
    await visitor.press('Continue to Plan Selection');
    await visitor.isTold('Please login with your existing account to complete payment.');
    await visitor.arrivesAt('/login?redirect=%2Fregister');
    // The address is there before the page is, and the page before it has the same fields.
    await visitor.seesHeading('Welcome back');
    await visitor.fill({ 'Email address': account.email, Password: account.password });
    await visitor.press('Sign in');
    await visitor.arrivesAt('/register');
    await visitor.seesHeading('Choose Your Plan');
    await visitor.button('Starter SELECTED').waitFor();
  });
});

test.describe('a guest', () => {
  test('pays first, and the account made afterwards has the plan', async ({ world }) => {
    const visitor = await world.visitor();
    const account = world.stranger();
    await visitor.open('/register?plan=starter');
    await visitor.sees('Starter');
    const asGuest = 'Pay as a guest, create the account afterwards';
    await visitor.press(asGuest);
    await visitor.sees('Please enter your email address');
    await visitor.fill({ Username: account.username, 'Email address': account.email });
    await visitor.press(asGuest);
    await visitor.seesHeading('Complete Your Purchase');
    await visitor.press('Pay $29');
    await visitor.isTold('Please use PayPal to complete your payment.');
    await visitor.paysByPaypal('Approve the payment');
    await visitor.isTold('Payment successful! Please complete registration to access your account.');
    await visitor.seesHeading('Create Your Account');
    const receipt = await world.inbox.latest(account.email, /Payment received/);
    // The link of the receipt leads here, too; what the browser was given for the payment outlives the reload.
    await visitor.open(linkIn(receipt, '/register'));
    await visitor.sees('Your payment has arrived');
    await visitor.fill({ Password: account.password, 'Confirm Password': account.password });
    await visitor.press('Continue to Plan Selection');
    await visitor.seesHeading('Dashboard Overview');
    await visitor.open('/dashboard/settings?tab=billing');
    await visitor.sees('$29 per month');
  });
});

test.describe('the pricing page', () => {
  test('leads a stranger to the wizard with the plan', async ({ world }) => {
    const visitor = await world.visitor();
    await visitor.open('/pricing');
    const plan = visitor.page.getByRole('article').filter({ hasText: '$79' });
    await visitor.press('Choose Plan', plan);
    await visitor.arrivesAt('/register?plan=business');
    await visitor.seesHeading('Create Your Account');
  });

  test('opens the checkout for somebody signed in, who pays for a year there', async ({ world }) => {
    const visitor = await world.signedIn(await world.customer());
    await visitor.open('/pricing');
    const plan = visitor.page.getByRole('article').filter({ hasText: '$79' });
    await visitor.press('Choose Plan', plan);
    const dialog = visitor.dialog('Complete Your Purchase');
    await visitor.sees('Save 17%', dialog);
    await dialog.getByRole('radio', { name: /Yearly/ }).check();
    await visitor.sees('$948', dialog);
    await visitor.sees('−$158', dialog);
    await visitor.sees('$790', dialog);
    await visitor.sees('Popular', dialog);
    await visitor.sees(/^\+ \d+ more features$/, dialog);
    await reloadsAfter(visitor, async () => {
      await visitor.paysByPaypal('Approve the payment');
      await visitor.isTold(/^🎉 /);
    });
    await dialog.waitFor({ state: 'hidden' });
    await visitor.seesHeading('Your payment has arrived');
    await visitor.open('/pricing');
    await visitor.button('Current Plan').waitFor();
  });

  test('holds a second payment back while PayPal reviews the first', async ({ world }) => {
    const visitor = await world.signedIn(await world.customer());
    visitor.expectsRefusalBy('/api/paypal/create-order');
    await visitor.open('/register?plan=starter');
    await visitor.paysByPaypal('Approve, and let PayPal review it');
    await showsOutcome(visitor, 'PayPal is reviewing your payment');
    await visitor.open('/register?plan=business');
    await visitor.page.getByTestId('paypal-button').click();
    await visitor.sees('One payment at a time');
    await showsOutcome(visitor, 'PayPal is reviewing your payment');
  });
});

test('a trial begins with $0 today, and the dashboard says when it ends', async ({ world }) => {
  const account = await world.confirm(await world.customer());
  const visitor = await world.signedIn(account);
  await visitor.open('/register?plan=business');
  const offer = visitor.page.getByRole('region', { name: 'Free trial' });
  await visitor.sees('14 days free: $0 today', offer);
  await visitor.press('Start free trial', offer);
  await visitor.isTold('Your 14-day trial of Business has begun.');
  await visitor.arrivesAt('/dashboard');
  await visitor.sees(/^Your trial of Business ends on /);
  await world.inbox.latest(account.email, /Business trial has started/);
});

test('an owner gets a refund by pressing a button, and sees beforehand what remains', async ({ world }) => {
  const visitor = await world.signedIn(await world.customer('starter'));
  await visitor.open('/dashboard/settings?tab=billing');
  await visitor.follow(/^PAL-/);
  await visitor.seesHeading('Your payment has arrived');
  await visitor.press('Get my money back');
  const question = visitor.page.getByRole('alertdialog');
  await visitor.sees('Your account is on the Free plan then', question);
  await visitor.press('Get my money back', question);
  await showsOutcome(visitor, 'Your money went back');
  await hasStoredPlan(visitor, 'free');
});

test('a page that asks for a log-in is where it leads to', async ({ world }) => {
  const account = await world.customer();
  const visitor = await world.visitor();
  await visitor.open('/dashboard/settings?tab=billing');
  await visitor.arrivesAt('/login');
  await visitor.seesHeading('Welcome back');
  await visitor.fill({ 'Email address': account.email, Password: account.password });
  await visitor.press('Sign in');
  await visitor.arrivesAt('/dashboard/settings?tab=billing');
});

test('what a plan costs and ends', async ({ world }) => {
  const visitor = await world.signedIn(await world.customer());
  await visitor.open('/dashboard/settings?tab=billing');

  await test.step('is upgraded in two steps', async () => {
    await visitor.press('Upgrade Plan');
    const dialog = visitor.dialog('Upgrade your plan');
    await visitor.sees('Recommended Upgrade', dialog);
    await visitor.sees('Most Popular', dialog);
    await expect(visitor.button('Current Plan', dialog)).toBeDisabled();
    const business = dialog.getByRole('article').filter({ hasText: '$79' });
    await visitor.press('Select Plan', business);
    await visitor.press('Continue to Payment', dialog);
    await visitor.sees(
      'Sorry about this technical issue, but for now we can only accept payments by PayPal.',
      dialog,
    );
    await visitor.sees(/256-bit SSL/, dialog);
    await visitor.press('Back to Plans', dialog);
    await visitor.sees('Selected', dialog);
    await visitor.press('Continue to Payment', dialog);
    await visitor.press('Upgrade to Business', dialog);
    await visitor.isTold('Please use PayPal to complete your payment.');
    await reloadsAfter(visitor, async () => {
      await visitor.paysByPaypal('Approve the payment');
      await visitor.isTold(/^🎉 /);
    });
    await dialog.waitFor({ state: 'hidden' });
    await visitor.sees('$79 per month');
    await visitor.button('Change Plan').waitFor();
  });

  await test.step('shows orders and an invoice to download', async () => {
    await visitor.page
      .getByRole('row')
      .filter({ hasText: 'Business' })
      .filter({ hasText: 'completed' })
      .waitFor();
    const arriving = visitor.page.waitForEvent('download');
    await visitor.page.getByRole('button', { name: /^Download / }).click();
    expect((await arriving).suggestedFilename()).toMatch(/\.pdf$/);
  });

  await test.step('is cancelled, and the account is on the free plan at once', async () => {
    await visitor.press('Cancel Subscription');
    const question = visitor.page.getByRole('alertdialog');
    await visitor.press('Keep my plan', question);
    await question.waitFor({ state: 'hidden' });
    await reloadsAfter(visitor, async () => {
      await visitor.press('Cancel Subscription');
      await visitor.press('Cancel Subscription', question);
      await visitor.isTold(
        'Subscription cancelled successfully. Your account has been downgraded to Free plan.',
      );
    });
    await visitor.sees('$0 per month');
    await visitor.button('Upgrade Plan').waitFor();
    await expect(visitor.button('Cancel Subscription')).toHaveCount(0);
    await hasStoredPlan(visitor, 'free');
  });

  await test.step('is deleted with the account, and the session with it', async () => {
    await visitor.press('Delete Account');
    await visitor.press('Delete Account', visitor.page.getByRole('alertdialog'));
    await visitor.isTold('Account deleted successfully. Redirecting...');
    // The page is left meanwhile: what waits in it waits in the next one too.
    await visitor.page.waitForFunction(() => localStorage.getItem('token') === null);
    await visitor.arrivesAt('/');
    await visitor.follow('Login');
    await visitor.arrivesAt('/login');
  });
});
