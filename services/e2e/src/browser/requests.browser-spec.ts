import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { test as owned } from './owned-site.ts';
import type { Visitor } from './visitor.ts';

/**
 * How many requests the pages that people look at most make until they rest: on a first visit, and when everything that browsers keep
 * is kept. The aim is 25 and 8; none may get worse.
 */
const HELD = {
  overview: { first: 31, later: 10 },
  domains: { first: 21, later: 6 },
  site: { first: 30, later: 6 },
  logs: { first: 21, later: 6 },
  analytics: { first: 36, later: 8 },
  admin: { first: 31, later: 17 },
} as const;
/** Nothing was asked for so long. */
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

/** Opens a page in a browser that has never been here, and once more. */
async function asksForLittle(visitor: Visitor, page: keyof typeof HELD, path: string): Promise<void> {
  for (const visit of ['first', 'later'] as const) {
    const sent = await sentBy(visitor.page, () => visitor.open(path));
    expect(sent.length, `${path}, ${visit} visit: ${sent.join(', ')}`).toBeLessThanOrEqual(HELD[page][visit]);
  }
}

for (const page of ['overview', 'domains', 'site', 'logs', 'analytics'] as const) {
  owned(`an owner’s ${page} asks for no more than it did`, async ({ site, world }) => {
    const { account, domain } = site;
    const paths = {
      overview: '/dashboard',
      domains: '/dashboard/domains',
      site: `/dashboard/domains/${domain}/overview`,
      logs: '/dashboard/logs',
      analytics: '/dashboard/analytics',
    };
    await asksForLittle(await world.signedIn(account), page, paths[page]);
  });
}

test('the operator’s first page asks for no more than it did', async ({ world }) => {
  await asksForLittle(await world.signedIn(world.stack.accounts.admin), 'admin', '/admin');
});
