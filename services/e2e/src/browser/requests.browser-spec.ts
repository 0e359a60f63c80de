import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { test as owned } from './owned-site.ts';
import type { Visitor } from './visitor.ts';

/** How many requests a page makes at most until it rests: on a first visit, and when everything that browsers keep is kept. */
const MOST = { first: 25, later: 8 } as const;
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
async function asksForLittle(visitor: Visitor, path: string): Promise<void> {
  for (const visit of ['first', 'later'] as const) {
    const sent = await sentBy(visitor.page, () => visitor.open(path));
    expect(sent.length, `${path}, ${visit} visit: ${sent.join(', ')}`).toBeLessThanOrEqual(MOST[visit]);
  }
}

const OF_OWNERS = {
  overview: () => '/dashboard',
  domains: () => '/dashboard/domains',
  site: (domain: string) => `/dashboard/domains/${domain}/overview`,
  lists: () => '/dashboard/lists',
  analytics: () => '/dashboard/analytics',
  log: () => '/dashboard/logs',
  reports: () => '/dashboard/reports',
  alerts: () => '/dashboard/alerts',
  'log streams': () => '/dashboard/log-streams',
  settings: () => '/dashboard/settings',
} as const;

for (const [name, pathOf] of Object.entries(OF_OWNERS)) {
  owned(`an owner’s ${name} asks for little`, async ({ site, world }) => {
    await asksForLittle(await world.signedIn(site.account), pathOf(site.domain));
  });
}

for (const tab of ['overview', 'users', 'jobs', 'system'])
  test(`the operator’s ${tab} ask for little`, async ({ world }) => {
    await asksForLittle(await world.signedIn(world.stack.accounts.admin), `/admin?tab=${tab}`);
  });
