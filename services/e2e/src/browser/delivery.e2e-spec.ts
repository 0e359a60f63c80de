import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { eventually } from '@palisade/testing';
import type { Locator } from 'playwright-core';
import { visit } from '../edge-client.ts';
import { openConfiguration } from './configuration.ts';
import { verifiedDomain } from './domain-of.ts';
import type { Visitor } from './visitor.ts';
import { useWorld } from './world.ts';

const world = useWorld();

/** A server of the customer's: says who it is and how often it was asked, and allows that to be kept. */
async function originCalled(name: string): Promise<{ server: Server; port: number }> {
  let asked = 0;
  const server = createServer((_request, response) => {
    asked += 1;
    response.writeHead(200, { 'content-type': 'text/plain', 'cache-control': 'public, max-age=3600' });
    response.end(`${name} ${asked}`);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { server, port: (server.address() as AddressInfo).port };
}

let visitor: Visitor;
let domain = '';
let first: Awaited<ReturnType<typeof originCalled>>;
let second: Awaited<ReturnType<typeof originCalled>>;

beforeAll(async () => {
  [first, second] = await Promise.all([originCalled('oak'), originCalled('elm')]);
  const account = await world.customer('enterprise');
  domain = await verifiedDomain(world, account, first.port);
  visitor = await world.signedIn(account);
}, 180_000);
afterAll(async () => {
  await visitor?.close();
  for (const { server } of [first, second]) {
    server.closeAllConnections();
    server.close();
  }
});

const knock = async (target: string) => (await visit(world.stack.urls.demo_site, domain, target)).body;

async function configure(tab: string): Promise<Locator> {
  const dialog = await openConfiguration(visitor, domain);
  await dialog.getByRole('tab', { name: tab }).click();
  return dialog;
}

const saved = () => visitor.isTold('WAF configuration saved successfully!');

describe('the cache', () => {
  it('keeps answers once it is turned on, and forgets them when they are purged', async () => {
    const policy = await configure('WAF Policy');
    await policy.getByRole('switch', { name: 'Caching', exact: true }).click();
    await visitor.press('Save WAF Policy', policy);
    await saved();
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
    await visitor.isTold('The edge forgets it within a second');
    await visitor.sees('Latest purges', dialog);
    await dialog.getByRole('listitem').filter({ hasText: '/catalogue' }).first().waitFor();
    await eventually('a fresh answer', async () => {
      if ((await knock('/catalogue')) === kept) throw new Error('it is still the one that was kept');
    });
  });
});

describe('several origins', () => {
  it('share the visitors, and one that falls silent is left out', async () => {
    const dialog = await configure('Origin Server');
    await visitor.press('Add origin', dialog);
    await visitor.sees('Every origin needs a host.', dialog);
    const added = dialog.getByRole('listitem').filter({ has: visitor.page.getByLabel('Weight') });
    await visitor.fill({ Host: '127.0.0.1', Port: String(second.port) }, added);
    await dialog.getByRole('switch', { name: 'Health checks' }).click();
    await visitor.fill({ 'Every (seconds)': '1', 'Give up after (seconds)': '1' }, dialog);
    await visitor.press('Save Origin Settings', dialog);
    await saved();
    const heard = new Set<string>();
    let page = 0;
    await eventually('both answering', async () => {
      page += 1;
      heard.add((await knock(`/page-${page}`)).split(' ')[0] ?? '');
      if (!heard.has('oak') || !heard.has('elm')) throw new Error(`only ${[...heard].join(', ')}`);
    });
    const health = dialog.getByRole('list', { name: 'Health of the origins' });
    await visitor.sees(`http://127.0.0.1:${second.port}`, health);
    second.server.closeAllConnections();
    second.server.close();
    await visitor.sees('Unhealthy', health);
    for (let more = 0; more < 6; more += 1) expect(await knock(`/alone-${more}`)).toMatch(/^oak /);
  });

  it('go back to one when what was saved is taken back', async () => {
    const dialog = await configure('Origin Server');
    await visitor.press('Remove origin 127.0.0.1', dialog);
    await visitor.press('Save Origin Settings', dialog);
    await saved();
    await dialog.getByRole('button', { name: 'Remove origin 127.0.0.1' }).waitFor({ state: 'detached' });
    await visitor.press('Undo');
    await visitor.isTold('The configuration is as it was before');
    await dialog.getByRole('button', { name: 'Remove origin 127.0.0.1' }).waitFor();
  });
});
