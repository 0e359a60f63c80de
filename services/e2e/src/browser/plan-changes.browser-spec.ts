import type { Locator } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import type { Visitor } from './visitor.ts';

/** Opens the checkout of a plan on /pricing. */
async function choosesOnPricing(visitor: Visitor, price: string): Promise<Locator> {
  await visitor.open('/pricing');
  await visitor.press('Choose Plan', visitor.page.getByRole('article').filter({ hasText: price }));
  const dialog = visitor.dialog('Complete Your Purchase');
  await dialog.waitFor();
  return dialog;
}

/** Approves the payment, after which the page loads itself anew. */
async function pays(visitor: Visitor): Promise<void> {
  const reloaded = visitor.page.waitForEvent('load');
  await visitor.paysByPaypal('Approve the payment');
  await reloaded;
  await visitor.runs();
  await visitor.seesHeading('Your payment has arrived');
}

test('a year of the most expensive plan is credited to a smaller one, shown beforehand and confirmed', async ({
  world,
}) => {
  const visitor = await world.signedIn(await world.customer());
  const year = await choosesOnPricing(visitor, '$199');
  await year.getByRole('radio', { name: /Yearly/ }).check();
  await expect(year.getByText('What this payment changes')).toHaveCount(0);
  await pays(visitor);

  const smaller = await choosesOnPricing(visitor, '$79');
  const notice = smaller.getByRole('list').filter({ hasText: 'replaces Enterprise' });
  await expect(notice.getByRole('listitem')).toHaveText([
    /^Business replaces Enterprise \(paid until .+\) as soon as you pay\.$/,
    /^The unused \$1,9(90|89\.\d\d) is credited as \d{3} extra days of Business\.$/,
    /^Business is then paid for until .+\.$/,
    'It does not renew automatically.',
  ]);
  const promised = /until (.+)\.$/.exec((await notice.getByRole('listitem').nth(2).textContent()) ?? '')?.[1];
  await expect(visitor.page.getByTestId('paypal-button')).toHaveCount(0);
  await smaller.getByLabel('I want to switch to the smaller plan now').check();
  await pays(visitor);
  await visitor.open('/dashboard/settings?tab=billing');
  await visitor.sees('$79 per month');
  await visitor.sees(String(promised));
});

test('more of the same plan follows what is paid, and a trial ends with the payment', async ({ world }) => {
  const paying = await world.signedIn(await world.customer('starter'));
  await paying.open('/register?plan=starter');
  await paying.sees('The new period follows the one that you have paid for.');
  await paying.page.getByTestId('paypal-button').waitFor();

  const trying = await world.signedIn(await world.confirm(await world.customer()));
  await trying.open('/register?plan=business');
  await trying.press('Start free trial');
  await trying.arrivesAt('/dashboard');
  await trying.open('/register?plan=business');
  await trying.sees('Your Business trial ends as soon as you pay.');
});
