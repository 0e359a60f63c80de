import { eventually } from '@palisade/testing';
import type { Locator } from '@playwright/test';
import { visit } from '../edge-client.ts';
import { verifiedDomain } from './domain-of.ts';
import { expect, test } from './fixtures.ts';
import { addressesFor } from './listed-pages.ts';
import type { Visitor } from './visitor.ts';

const PHONES = [
  { width: 390, height: 844 },
  { width: 360, height: 740 },
] as const;

/** Headings whose last line is one word alone, although there was room for company. */
const lonelyWords = (visitor: Visitor): Promise<string[]> =>
  visitor.page.evaluate(() => {
    const found: string[] = [];
    for (const heading of document.querySelectorAll('h1, h2')) {
      const range = document.createRange();
      const lines = new Map<number, string>();
      const texts = document.createTreeWalker(heading, NodeFilter.SHOW_TEXT);
      while (texts.nextNode()) {
        const { data } = texts.currentNode as Text;
        for (const { index, 0: word } of data.matchAll(/\S+/g)) {
          range.setStart(texts.currentNode, index);
          range.setEnd(texts.currentNode, index + word.length);
          const { bottom } = range.getBoundingClientRect();
          lines.set(Math.round(bottom), `${lines.get(Math.round(bottom)) ?? ''} ${word}`.trim());
        }
      }
      const last = [...lines].sort(([a], [b]) => a - b).at(-1)?.[1] ?? '';
      if (lines.size > 2 && !last.includes(' ')) found.push(`${location.pathname}: …${last}`);
    }
    return found;
  });

for (const viewport of PHONES) {
  test(`no public page is wider than ${viewport.width} px, nor ends a long heading in a word alone`, async ({
    world,
  }) => {
    const visitor = await world.visitor({ viewport });
    // A status page that is not there says so.
    visitor.expectsRefusalBy('/api/status/nobody');
    for (const path of addressesFor('everyone')) {
      await visitor.open(path);
      await visitor.page.getByRole('heading', { level: 1 }).first().waitFor();
      const wide = await visitor.page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      expect([path, wide]).toEqual([path, 0]);
      expect(await lonelyWords(visitor)).toEqual([]);
    }
  });
}

test('what is paid stands above how it is paid', async ({ world }) => {
  const visitor = await world.signedIn(await world.customer(), { viewport: PHONES[1] });
  await visitor.open('/register?plan=starter');
  const total = visitor.page.getByText('Total Due Today').first();
  const paypal = visitor.page.getByTestId('paypal-button');
  const [above, below] = [await total.boundingBox(), await paypal.boundingBox()];
  expect(above!.y).toBeLessThan(below!.y);
});

test('the way to pay that has the focus is in sight', async ({ world }) => {
  const visitor = await world.signedIn(await world.customer(), { viewport: PHONES[1] });
  await visitor.open('/register?plan=starter');
  const radio = visitor.page.getByRole('radio', { name: 'PayPal' });
  const way = visitor.page.locator('label').filter({ has: radio });
  await radio.focus();
  // Read together: what loads above them moves both.
  const [focused, shown] = await radio.evaluate((input) =>
    [input, input.closest('label')!].map((element) => {
      const { top, bottom } = element.getBoundingClientRect();
      return { top, bottom };
    }),
  );
  expect(focused!.top).toBeGreaterThanOrEqual(shown!.top);
  expect(focused!.bottom).toBeLessThanOrEqual(shown!.bottom);
  await expect(way).toBeInViewport({ ratio: 1 });
});

/** The colours of what stands on a card, and of the card: in dark themes a second one shows as a patch. */
const groundsOf = (foot: Locator): Promise<string[]> =>
  foot.evaluate((element) => {
    const colour = (of: Element) => getComputedStyle(of).backgroundColor;
    let card = element.parentElement!;
    while (colour(card) === 'rgba(0, 0, 0, 0)') card = card.parentElement!;
    return [...new Set([colour(element), colour(card)])];
  });

for (const viewport of [PHONES[0], { width: 1280, height: 900 }])
  test(`what saves a site's form is whole on a screen of ${viewport.width} px`, async ({ world }) => {
    const account = await world.customer('business');
    const domain = await verifiedDomain(world, account, world.stack.originPort);
    const visitor = await world.signedIn(account, { viewport, colorScheme: 'dark' });
    for (const [part, name] of [
      ['origin', 'Save Origin Settings'],
      ['policy', 'Save WAF Policy'],
    ] as const) {
      await visitor.open(`/dashboard/domains/${domain}/${part}`);
      const save = visitor.button(name);
      await expect(save).toBeInViewport({ ratio: 1 });
      expect(await groundsOf(visitor.page.locator('[data-sticky-foot]').filter({ has: save }))).toHaveLength(
        1,
      );
    }
  });

test('every cell of the plan comparison says what it is of', async ({ world }) => {
  const visitor = await world.visitor({ viewport: PHONES[1] });
  await visitor.open('/pricing');
  const table = visitor.page.getByRole('region', { name: 'Plan comparison' });
  await table.scrollIntoViewIfNeeded();
  for (const plan of ['Free', 'Starter', 'Business', 'Enterprise'])
    await expect(table.getByText(plan, { exact: true }).first()).toBeVisible();
});

test('the newsletter window stays away where people sign in, sign up or pay', async ({ world }) => {
  const visitor = await world.visitor({ newsletter: true, viewport: PHONES[0] });
  const now = Date.now();
  await visitor.page.clock.install({ time: now });
  const popup = visitor.page.getByRole('region', { name: 'Newsletter' });
  for (const path of ['/login', '/register', '/register-simple', '/forgot-password', '/payment']) {
    await visitor.open(path);
    await visitor.page.clock.runFor(15_000);
    await expect(popup).toHaveCount(0);
  }
});

test('the newest entries of the log are in the first screen, filters fold', async ({ world }) => {
  const account = await world.customer('business');
  const domain = await verifiedDomain(world, account, world.stack.originPort);
  await eventually('the edge serving the site', async () => {
    const { status } = await visit(world.stack.urls.demo_site, domain, '/');
    if (status !== 200) throw new Error(`it answered ${status}`);
  });
  for (const path of ['/a', '/b']) await visit(world.stack.urls.demo_site, domain, path);
  const visitor = await world.signedIn(account, { viewport: PHONES[0] });
  const { page } = visitor;
  await visitor.open('/dashboard/logs');
  await visitor.sees(/requests? in the last 24 hours/);
  const entry = page.getByRole('region', { name: 'WAF activity' }).getByRole('button', { name: 'Details' });
  await entry.nth(1).waitFor();
  const box = await entry.nth(1).boundingBox();
  expect(box!.y + box!.height).toBeLessThan(PHONES[0].height);
  const search = page.getByRole('searchbox', { name: 'Filter the loaded entries' });
  await expect(search).toBeHidden();
  const actions = ['Export', 'Refresh Now'].map((name) => visitor.button(name).boundingBox());
  const [exports, refresh] = await Promise.all(actions);
  expect(refresh!.y).toBe(exports!.y);
  await visitor.press('Filters');
  await expect(search).toBeVisible();
});
