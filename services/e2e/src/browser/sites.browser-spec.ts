import { eventually } from '@palisade/testing';
import { visit } from '../edge-client.ts';
import { verifiedDomain } from './domain-of.ts';
import { expect, test } from './fixtures.ts';

test('a site has a place whose tabs are addresses, and is paused and resumed there', async ({ world }) => {
  const account = await world.customer('business');
  const domain = await verifiedDomain(world, account, world.stack.originPort);
  const visitor = await world.signedIn(account);
  const { page } = visitor;
  const place = `/dashboard/domains/${domain}`;
  const tab = (name: string) =>
    page.getByRole('navigation', { name: `Parts of ${domain}` }).getByRole('link', { name });

  await visitor.open('/dashboard/domains');
  await page.getByRole('link', { name: domain, exact: true }).click();
  await expect(tab('Overview')).toHaveAttribute('aria-current', 'page');
  await tab('Cache').click();
  await expect(page).toHaveURL(new RegExp(`${place}/cache$`));
  await visitor.reload();
  await expect(tab('Cache')).toHaveAttribute('aria-current', 'page');
  // The name ends like a file's.
  await visitor.open(place);

  const answers = (served: boolean) =>
    eventually(`the site being ${served ? 'served' : 'paused'}`, async () => {
      const { status } = await visit(world.stack.urls.demo_site, domain, '/');
      if ((status === 200) !== served) throw new Error(`it answered ${status}`);
    });
  await visitor.press('Pause this site');
  await visitor.press('Pause', page.getByRole('alertdialog'));
  await page.getByRole('button', { name: 'Resume this site' }).waitFor();
  await answers(false);
  await visitor.press('Resume this site');
  await answers(true);
});

const SITE_PARTS = 15;
const WIDTHS = [1280, 768, 390, 320] as const;

test('every part of a site shows at every width, on phones at a press', async ({ world }) => {
  const account = await world.customer('business');
  const domain = await verifiedDomain(world, account, world.stack.originPort);
  const visitor = await world.signedIn(account);
  const { page } = visitor;
  const parts = page.getByRole('navigation', { name: `Parts of ${domain}` });
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 800 });
    await visitor.open(`/dashboard/domains/${domain}/bans`);
    const all = parts.getByRole('button', { name: /All parts/ });
    if (width < 640) {
      await expect(parts.getByRole('link')).toHaveCount(0);
      await all.press('Enter');
    }
    const links = parts.getByRole('link');
    await expect(links).toHaveCount(SITE_PARTS);
    for (const link of await links.all()) {
      const { x, width: wide } = (await link.boundingBox())!;
      expect(x, `${width} px`).toBeGreaterThanOrEqual(0);
      expect(x + wide, `${width} px`).toBeLessThanOrEqual(width);
    }
    await parts.getByRole('link', { name: 'History' }).press('Enter');
    await expect(page).toHaveURL(new RegExp(`/${domain}/history$`));
    if (width < 640) await expect(all).toBeFocused();
  }
});
