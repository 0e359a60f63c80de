import { expect } from './fixtures.ts';
import { test } from './owned-site.ts';

test('an owner publishes an incident to those who have the page’s address', async ({ site, world }) => {
  const { visitor: owner, domain } = site;
  const slug = `status-${domain.replaceAll('.', '-')}`.slice(0, 40).replace(/-$/, '');
  await owner.open(`/dashboard/domains/${domain}/status`);
  await owner.sees('What visitors would see if it were public.');

  const reader = await world.visitor();
  await test.step('the page is switched on, at an address of the owner’s choice', async () => {
    await owner.page.getByRole('switch', { name: 'The page is public' }).click();
    await owner.fill({ Name: 'The <b>shop</b>' });
    await owner.page.getByLabel('Address ends in').fill(slug);
    await owner.press('Save');
    await owner.sees('What visitors see now.');
    await reader.open(`/status/${slug}`);
    await reader.seesHeading('The <b>shop</b>');
    await reader.sees('No known incident');
    await reader.sees('Uptime of the last 90 days');
    await expect(reader.page.locator('body')).not.toContainText(domain);
  });

  await test.step('an incident is opened, and ended', async () => {
    await owner.press('Open an incident');
    const opening = owner.dialog('Open an incident');
    await owner.fill({ Title: 'Payment fails' }, opening);
    await opening.getByLabel('Impact').selectOption('down');
    await opening.getByLabel('Message').fill('We look into it');
    await owner.press('Open incident', opening);
    await opening.waitFor({ state: 'detached' });
    const open = await world.visitor();
    await open.open(`/status/${slug}`);
    await open.sees('Out of service');
    await open.sees('We look into it');

    await owner.press('Update Payment fails');
    const update = owner.dialog('Update Payment fails');
    await update.getByLabel('Status').selectOption('resolved');
    await update.getByLabel('Message').fill('It works again');
    await owner.press('Post update', update);
    await update.waitFor({ state: 'detached' });
    await owner.sees('It works again');
    await owner.sees('No known incident');
  });

  await test.step('feed readers hear of it, too', async () => {
    const feed = await reader.page.request.get(new URL(`/api/status/${slug}/feed`, reader.page.url()).href);
    expect(feed.headers()['content-type']).toContain('application/atom+xml');
    expect(await feed.text()).toContain('<title>Payment fails</title>');
    // Of the fifteen seconds, those that are left.
    expect(feed.headers()['cache-control']).toMatch(/^public, max-age=(?:1?\d)$/);
  });
});
