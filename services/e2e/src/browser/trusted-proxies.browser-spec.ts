import { eventually } from '@palisade/testing';
import { visit } from '../edge-client.ts';
import { violations } from './axe.ts';
import { expect } from './fixtures.ts';
import { FROM_CHINA, FROM_GERMANY, test } from './owned-site.ts';
import { tooWide } from './table-facts.ts';

/** What the site's own proxy in Germany says of a visitor. */
const BY_PROXY = { 'x-forwarded-for': FROM_GERMANY, 'x-real-visitor': FROM_CHINA };

test('an owner’s proxy is believed once its network is saved, and nobody else', async ({ site, world }) => {
  const { visitor, domain } = site;
  const status = async (headers: Record<string, string>) =>
    (await visit(world.stack.urls.demo_site, domain, '/', { headers })).status;
  await site.has({ blocked_ips: [FROM_CHINA] });
  await site.edge.answersWith(403, '/', FROM_CHINA);
  expect(await status(BY_PROXY)).toBe(200);

  const dialog = await site.configure();
  const section = dialog.getByRole('region', { name: 'Trusted proxies' });
  const networks = section.getByRole('textbox', { name: 'Trusted proxies' });
  await networks.fill('0.0.0.0/0');
  await networks.press('Enter');
  await visitor.sees(/^A network of proxies is \/8 at most/, section);
  await networks.fill('85.214.132.0/24');
  await networks.press('Enter');
  await section.getByLabel('Header with the visitor’s address').fill('X-Real-Visitor');
  expect(await violations(visitor.page)).toEqual([]);
  expect(await tooWide(visitor.page)).toEqual([]);
  await visitor.press('Save Origin Settings', dialog);
  await site.saved();

  await eventually('the visitor being known', async () => expect(await status(BY_PROXY)).toBe(403));
  const fromElsewhere = { 'x-forwarded-for': '203.0.113.7', 'x-real-visitor': FROM_CHINA };
  expect(await status(fromElsewhere)).toBe(200);
  const spoofed = { 'x-forwarded-for': FROM_CHINA, 'x-real-visitor': '203.0.113.7' };
  expect(await status(spoofed)).toBe(403);
});

test('the origin’s form asks for the edge’s addresses when they are wanted', async ({ site }) => {
  const { visitor } = site;
  const dialog = await site.configure();
  const summary = dialog.getByText('Edge IP addresses', { exact: true });
  await expect(summary).toBeVisible();
  // An installation on loopback has none that origins could see.
  visitor.expectsRefusalBy('/api/edge-addresses');
  await summary.click();
  await visitor.sees('The addresses are not known at the moment. Please ask your operator.', dialog);
  expect(await violations(visitor.page)).toEqual([]);
});
