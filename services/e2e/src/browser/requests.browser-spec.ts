import type { Page } from '@playwright/test';
import type { Account } from '../running-stack.ts';
import { expect, test } from './fixtures.ts';
import { addressesFor, addressesOfOwners } from './listed-pages.ts';
import { test as owned } from './owned-site.ts';
import type { World } from './world.ts';

/** How many requests a page makes at most until it rests: on a first visit, and when everything that browsers keep is kept. */
const MAX_REQUESTS = { first: 25, later: 8 } as const;
/** No request was made for this long, ms. */
const REST_MS = 1_500;
/** Asked by every page that has started; before that, quiet is a slow machine's. */
const STARTED = 'GET /api/auth/me';

/** What goes out to the network, in order; what the browser has kept is no request. */
async function sentBy(page: Page, act: () => Promise<void>): Promise<string[]> {
  const devtools = await page.context().newCDPSession(page);
  const sent = new Map<string, string>();
  let last = Date.now();
  devtools.on('Network.requestWillBeSent', ({ requestId, request }) => {
    last = Date.now();
    const { protocol, pathname } = new URL(request.url);
    if (protocol.startsWith('http')) sent.set(requestId, `${request.method} ${pathname}`);
  });
  devtools.on('Network.requestServedFromCache', ({ requestId }) => sent.delete(requestId));
  devtools.on('Network.responseReceived', ({ requestId, response }) => {
    last = Date.now();
    if (response.fromDiskCache) sent.delete(requestId);
  });
  await devtools.send('Network.enable');
  await act();
  await expect.poll(() => [...sent.values()]).toContain(STARTED);
  await expect.poll(() => Date.now() - last, { intervals: [REST_MS / 3] }).toBeGreaterThan(REST_MS);
  await devtools.detach();
  return [...sent.values()];
}

/** Browsers that visit a test's pages in parallel: most of the time each waits until no request is open. */
const BROWSERS = 4;

/** Opens pages as a browser does that has never been at any of them, and each once more. */
async function askForLittle(world: World, account: Account, addresses: readonly string[]): Promise<void> {
  expect(addresses).not.toEqual([]);
  const left = [...addresses];
  const browsers = Array.from({ length: BROWSERS }, async () => {
    const visitor = await world.signedIn(account);
    const devtools = await visitor.page.context().newCDPSession(visitor.page);
    for (let address = left.shift(); address !== undefined; address = left.shift()) {
      await devtools.send('Network.clearBrowserCache');
      for (const visit of ['first', 'later'] as const) {
        const sent = await sentBy(visitor.page, () => visitor.open(address));
        expect
          .soft(sent.length, `${address}, ${visit} visit: ${sent.join(', ')}`)
          .toBeLessThanOrEqual(MAX_REQUESTS[visit]);
      }
    }
    await devtools.detach();
  });
  await Promise.all(browsers);
}

for (const [kind, what] of [
  ['pages', 'an owner’s pages ask for little'],
  ['tabs', 'the tabs of an owner’s pages ask for little'],
  ['parts', 'the parts of an owner’s site ask for little'],
] as const)
  owned(what, async ({ site, world }) => {
    await askForLittle(world, site.account, addressesOfOwners(site.domain)[kind]);
  });

test('the operator’s pages ask for little', async ({ world }) => {
  await askForLittle(world, world.stack.accounts.admin, addressesFor('administrators'));
});
