import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { eventually } from '@palisade/testing';
import type { Locator } from '@playwright/test';
import { visit } from '../edge-client.ts';
import { openConfiguration } from './configuration.ts';
import { verifiedDomain } from './domain-of.ts';
import { test as base, expect } from './fixtures.ts';
import { FROM_CHINA, FROM_GERMANY } from './owned-site.ts';
import type { Visitor } from './visitor.ts';

interface CalledOrigin {
  server: Server;
  port: number;
  /** Before each of its answers. */
  slowBy(ms: number): void;
}

/** The customer's server: its responses name it and its number of requests, and may be cached. */
async function originCalled(name: string): Promise<CalledOrigin> {
  let asked = 0;
  let delayMs = 0;
  const server = createServer((_request, response) => {
    asked++;
    const answer = `${name} ${asked}`;
    const headers = { 'content-type': 'text/plain', 'cache-control': 'public, max-age=3600' };
    setTimeout(() => response.writeHead(200, headers).end(answer), delayMs);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    server,
    port: (server.address() as AddressInfo).port,
    slowBy: (ms) => {
      delayMs = ms;
    },
  };
}

/** A domain of an owner whose plan allows everything, with the first of two origins. */
interface Site {
  visitor: Visitor;
  first: CalledOrigin;
  second: CalledOrigin;
  /** @param from an address; absent: the test's own */
  knock(target: string, from?: string): Promise<string>;
  /** Opens a tab of its configuration. */
  configure(tab: string): Promise<Locator>;
}

const test = base.extend<{ site: Site }>({
  site: async ({ world }, use) => {
    const [first, second] = await Promise.all([originCalled('oak'), originCalled('elm')]);
    const account = await world.customer('enterprise');
    const domain = await verifiedDomain(world, account, first.port);
    const visitor = await world.signedIn(account);
    await use({
      visitor,
      first,
      second,
      knock: async (target, from) => {
        const headers: Record<string, string> = from === undefined ? {} : { 'x-forwarded-for': from };
        return (await visit(world.stack.urls.demo_site, domain, target, { headers })).body;
      },
      configure: async (tab) => {
        const dialog = await openConfiguration(visitor, domain);
        await dialog.getByRole('tab', { name: tab }).click();
        return dialog;
      },
    });
    for (const { server } of [first, second]) {
      server.closeAllConnections();
      server.close();
    }
  },
});

const saved = (visitor: Visitor) => visitor.isTold('WAF configuration saved successfully!');

test.describe('the cache', () => {
  test('keeps answers once it is turned on, and forgets them when they are purged', async ({
    site: { visitor, knock, configure },
  }) => {
    const policy = await configure('WAF Policy');
    await policy.getByRole('switch', { name: 'Caching', exact: true }).click();
    await visitor.press('Save WAF Policy', policy);
    await saved(visitor);
    const kept = await eventually('the same answer twice', async () => {
      const [one, two] = [await knock('/catalogue'), await knock('/catalogue')];
      if (one !== two) throw new Error(`${one}, then ${two}`);
      return two;
    });
    const dialog = await configure('Cache');
    await dialog.getByRole('radio', { name: 'By path' }).click();
    await visitor.fill({ Paths: 'catalogue' }, dialog);
    await visitor.press('Add to Paths', dialog);
    await visitor.sees('A path must begin with a slash', dialog);
    await visitor.fill({ Paths: '/catalogue' }, dialog);
    await visitor.press('Add to Paths', dialog);
    await visitor.press('Purge the cache', dialog);
    await visitor.isTold('Purged from the edge within a second');
    await visitor.sees('Latest purges', dialog);
    await dialog.getByRole('listitem').filter({ hasText: '/catalogue' }).first().waitFor();
    await eventually('a fresh answer', async () => {
      if ((await knock('/catalogue')) === kept) throw new Error('it is still the one that was kept');
    });
  });
});

test('tiered caching is switched on by the owner and saved with the policy', async ({
  site: { visitor, knock, configure },
}) => {
  const policy = await configure('WAF Policy');
  const tiered = policy.getByRole('switch', { name: 'Tiered cache' });
  await expect(tiered).toHaveCount(0);
  await policy.getByRole('switch', { name: 'Caching', exact: true }).click();
  await tiered.click();
  await visitor.press('Save WAF Policy', policy);
  await saved(visitor);
  await visitor.page.reload();
  const again = await configure('WAF Policy');
  await expect(again.getByRole('switch', { name: 'Tiered cache' })).toBeChecked();
  // There is one node only, which has no other to ask.
  await eventually('the same answer twice', async () =>
    expect(await knock('/catalogue')).toBe(await knock('/catalogue')),
  );
  await again.getByRole('switch', { name: 'Tiered cache' }).click();
  await visitor.press('Save WAF Policy', again);
  await saved(visitor);
  await visitor.page.reload();
  const last = await configure('WAF Policy');
  await expect(last.getByRole('switch', { name: 'Caching', exact: true })).toBeChecked();
  await expect(last.getByRole('switch', { name: 'Tiered cache' })).not.toBeChecked();
});

test('the fastest of several origins has the visitors, as long as it is the fastest', async ({
  site: { visitor, first, second, knock, configure },
}) => {
  first.slowBy(300);
  const dialog = await configure('Origin Server');
  const fastest = dialog.getByRole('switch', { name: 'Prefer the fastest origin' });
  await visitor.press('Add origin', dialog);
  const added = dialog.getByRole('listitem').filter({ has: visitor.page.getByLabel('Weight') });
  await visitor.fill({ Host: '127.0.0.1', Port: String(second.port) }, added);
  // It goes by the health checks.
  await expect(fastest).toHaveCount(0);
  await dialog.getByRole('switch', { name: 'Health checks' }).click();
  await visitor.fill({ 'Every (seconds)': '1', 'Give up after (seconds)': '1' }, dialog);
  await fastest.click();
  await visitor.press('Save Origin Settings', dialog);
  await saved(visitor);
  let page = 0;
  const allFrom = async (name: string) => {
    const heard = new Set<string>();
    for (let more = 0; more < 6; more++) {
      page++;
      heard.add((await knock(`/fast-${page}`)).split(' ')[0] ?? '');
    }
    expect([...heard]).toEqual([name]);
  };
  await eventually('everybody at the second', () => allFrom('elm'));
  first.slowBy(0);
  second.slowBy(300);
  await eventually('everybody at the first', () => allFrom('oak'));
});

test('several origins', async ({ site: { visitor, second, knock, configure } }) => {
  await test.step('share the visitors, and one that falls silent is left out', async () => {
    const dialog = await configure('Origin Server');
    await visitor.press('Add origin', dialog);
    await visitor.sees('Every origin needs a host.', dialog);
    const added = dialog.getByRole('listitem').filter({ has: visitor.page.getByLabel('Weight') });
    await visitor.fill({ Host: '127.0.0.1', Port: String(second.port) }, added);
    await dialog.getByRole('switch', { name: 'Health checks' }).click();
    await visitor.fill({ 'Every (seconds)': '1', 'Give up after (seconds)': '1' }, dialog);
    await dialog.getByRole('switch', { name: 'Edge nodes agree on health' }).click();
    await visitor.press('Save Origin Settings', dialog);
    await saved(visitor);
    const heard = new Set<string>();
    let page = 0;
    await eventually('both answering', async () => {
      page++;
      heard.add((await knock(`/page-${page}`)).split(' ')[0] ?? '');
      if (!heard.has('oak') || !heard.has('elm')) throw new Error(`only ${[...heard].join(', ')}`);
    });
    const health = dialog.getByRole('list', { name: 'Health of the origins' });
    await visitor.sees(`http://127.0.0.1:${second.port}`, health);
    second.server.closeAllConnections();
    second.server.close();
    await visitor.sees('Unhealthy', health);
    for (let more = 0; more < 6; more++) expect(await knock(`/alone-${more}`)).toMatch(/^oak /);
  });

  await test.step('go back to one when what was saved is taken back', async () => {
    const dialog = await configure('Origin Server');
    await visitor.press('Remove origin 127.0.0.1', dialog);
    await visitor.press('Save Origin Settings', dialog);
    await saved(visitor);
    await dialog.getByRole('button', { name: 'Remove origin 127.0.0.1' }).waitFor({ state: 'detached' });
    await visitor.press('Undo');
    await visitor.isTold('The previous configuration is restored');
    await dialog.getByRole('button', { name: 'Remove origin 127.0.0.1' }).waitFor();
  });
});

test('an origin for visitors from somewhere takes them, until it drains', async ({
  site: { visitor, second, knock, configure },
}) => {
  const dialog = await configure('Origin Server');
  await visitor.press('Add origin', dialog);
  const added = dialog.getByRole('listitem').filter({ has: visitor.page.getByLabel('Weight') });
  await visitor.fill({ Host: '127.0.0.1', Port: String(second.port) }, added);
  const places = added.getByRole('combobox', { name: /Visitors from/ });
  await places.fill('Euro');
  await places.press('Enter');
  await added.getByRole('button', { name: 'Remove Europe from 127.0.0.1' }).waitFor();
  await visitor.press('Save Origin Settings', dialog);
  await saved(visitor);
  let page = 0;
  const answers = async (name: string, from: string) => {
    page++;
    if (!(await knock(`/from-${page}`, from)).startsWith(name)) throw new Error(`not ${name}`);
  };
  await eventually('visitors from Germany at the second', () => answers('elm', FROM_GERMANY));
  for (let more = 0; more < 4; more++) {
    await answers('elm', FROM_GERMANY);
    await answers('oak', FROM_CHINA);
  }
  await added.getByText('Drain: no new visitors').click();
  await visitor.sees('It gets no requests.', added);
  await visitor.press('Save Origin Settings', dialog);
  await saved(visitor);
  await eventually('everybody at the first', () => answers('oak', FROM_GERMANY));
});
