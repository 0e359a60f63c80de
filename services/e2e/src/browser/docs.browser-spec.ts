import { violations } from './axe.ts';
import { expect, test } from './fixtures.ts';

test('the documentation is searched, read and themed under the policy of the product', async ({ world }) => {
  const visitor = await world.visitor();
  const { page } = visitor;
  await visitor.open('/');
  await page.getByRole('contentinfo').getByRole('link', { name: 'Documentation', exact: true }).click();
  await visitor.seesHeading('Palisade documentation');
  expect(visitor.at).toBe('/docs');
  expect(await violations(page)).toEqual([]);

  await page.getByRole('button', { name: /Search the docs/ }).click();
  await page.getByRole('searchbox').fill('binary messages of visitors');
  await page
    .getByRole('dialog')
    .getByRole('link', { name: /WebSocket, streams/ })
    .click();
  await visitor.arrivesAt('/docs/security/not-inspected');
  await visitor.seesHeading('What is not inspected');

  // The choice holds for the rest of the product, too.
  await page.getByRole('button', { name: 'Change between light and dark' }).click();
  const chosen = await page.locator('html').getAttribute('data-theme');
  await visitor.open('/pricing');
  await expect(page.locator('html')).toHaveAttribute('data-theme', String(chosen));

  visitor.expectsRefusalBy('/docs/no-such-page');
  await page.goto(new URL('/docs/no-such-page', page.url()).href);
  await visitor.seesHeading('There is no such page');
});
