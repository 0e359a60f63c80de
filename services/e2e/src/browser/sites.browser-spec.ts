import { eventually } from '@palisade/testing';
import { ApiClient } from '../api-client.ts';
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

test('names of a site are added and removed in one place, and none is lost', async ({ world }) => {
  const account = await world.customer('business');
  const domain = await verifiedDomain(world, account, world.stack.originPort);
  const [shop, blog, api] = [`shop.${domain}`, `blog.${domain}`, `api.${domain}`];
  const visitor = await world.signedIn(account);
  const { page } = visitor;
  await visitor.open(`/dashboard/domains/${domain}`);
  const client = await ApiClient.signIn(world.stack.api, account);
  const [{ id }] = (await client.call<[{ id: string }]>('GET', '/domains')).body;
  visitor.expectsRefusalBy(`/api/domains/${id}`);
  const names = page.getByRole('region', { name: 'Names' });
  const dialog = page.getByRole('dialog', { name: `Names of ${domain}` });
  const field = dialog.getByLabel('Further names');
  const answers = (name: string, served: boolean) =>
    eventually(`${name} being ${served ? 'served' : 'unknown'}`, async () => {
      const { status } = await visit(world.stack.urls.demo_site, name, '/');
      if ((status === 200) !== served) throw new Error(`it answered ${status}`);
    });

  await visitor.press('Edit names', names);
  await field.fill('shop.elsewhere.example');
  await visitor.press('Save names', dialog);
  await expect(dialog.getByText(`is not ${domain} or a name below it`)).toBeVisible();
  await expect(field).toHaveValue('shop.elsewhere.example');
  await field.fill(shop);
  await visitor.press('Save names', dialog);
  await expect(names.getByRole('listitem')).toHaveText([domain, shop]);
  await answers(shop, true);

  // Somebody else adds one while the dialog is open.
  await visitor.press('Edit names', names);
  const [site] = (await client.call<{ hosts: string[] }[]>('GET', '/domains')).body;
  const theirs = { hosts: [...site!.hosts, blog], hosts_before: site!.hosts };
  expect((await client.call('PATCH', `/domains/${id}`, theirs)).status).toBe(200);
  await field.fill(api);
  await visitor.press('Save names', dialog);
  await expect(dialog.getByRole('alert')).toContainText(blog);
  await visitor.press('Add what is missing below', dialog);
  await field.fill([api, blog].join('\n'));
  await visitor.press('Save names', dialog);
  await expect(names.getByRole('listitem')).toHaveText([domain, api, blog]);
  await answers(blog, true);
  await answers(shop, false);
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
