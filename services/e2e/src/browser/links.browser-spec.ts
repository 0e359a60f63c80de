import { expect, test } from './fixtures.ts';
import { linksOf, type Mail } from './inbox.ts';
import type { World } from './world.ts';

/** The product's own addresses that a page links to, without fragment and query. */
async function linksOn(page: string): Promise<string[]> {
  const html = await (await fetch(page)).text();
  return [...html.matchAll(/ href="([^"]+)"/g)]
    .map(([, target = '']) => new URL(target.replaceAll('&amp;', '&'), page))
    .filter(({ origin }) => origin === new URL(page).origin)
    .map(({ origin, pathname }) => origin + pathname);
}

/** Those that nothing stands at. */
async function deadAmong(addresses: Iterable<string>): Promise<string[]> {
  const dead: string[] = [];
  for (const address of addresses) {
    const { status } = await fetch(address);
    if (status !== 200) dead.push(`${status} ${address}`);
  }
  return dead;
}

test('no page of the site leads to where nothing is', async ({ world }) => {
  const { origin } = new URL(world.stack.urls.dashboard);
  const sitemap = await (await fetch(`${origin}/sitemap.xml`)).text();
  const pages = [...sitemap.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, address]) => String(address));
  expect(pages.length).toBeGreaterThan(8);
  const links = new Set((await Promise.all(pages.map(linksOn))).flat());
  expect([...links]).toContain(`${origin}/docs`);
  expect(await deadAmong(links)).toEqual([]);
});

test('no mail leads to where nothing is', async ({ world }) => {
  const account = await world.customer('starter');
  const visitor = await world.visitor();
  await visitor.open('/forgot-password');
  await visitor.fill({ 'Email address': account.email });
  await visitor.press('Send the link');
  const mails = await Promise.all(
    [/welcome|confirm/i, /Payment received/, /password/i].map((subject) =>
      world.inbox.latest(account.email, subject),
    ),
  );
  expect(await deadAmong(ownLinks(world, mails))).toEqual([]);
});

function ownLinks(world: World, mails: readonly Mail[]): string[] {
  const { origin } = new URL(world.stack.urls.dashboard);
  const links = mails.flatMap(linksOf).filter((link) => link.origin === origin);
  expect(links.length).toBeGreaterThan(2);
  return [...new Set(links.map(({ href }) => href))];
}
