import { eventually } from '@palisade/testing';
import type { Locator } from '@playwright/test';
import { expect } from './fixtures.ts';
import { Edge, type OwnedSite, test } from './owned-site.ts';
import type { Visitor } from './visitor.ts';

test('a domain, from adding it to the first visitor', async ({ world }) => {
  const account = await world.customer('business');
  const domain = `${account.username}.localhost`;
  const visitor = await world.signedIn(account);
  const edge = new Edge(world.stack.urls.demo_site, domain);
  const clipboard = () => visitor.page.evaluate(() => navigator.clipboard.readText());

  const recordPart = async (card: Locator, label: string): Promise<string> =>
    (
      (await card
        .locator('dl > div')
        .filter({ has: visitor.page.locator('dt', { hasText: new RegExp(`^${label}$`) }) })
        .locator('dd')
        .first()
        .textContent()) ?? ''
    ).trim();

  async function record(action: 'add' | 'delete', name: string, target: string): Promise<void> {
    const body = new URLSearchParams({ name, value: target, action });
    const response = await fetch(world.stack.urls.demo_dns, { method: 'POST', body });
    expect(response.status).toBe(200);
  }

  await test.step('is missed, added, and wants a name and an origin', async () => {
    await visitor.open('/dashboard');
    await visitor.sees('No recent activity found');
    // A value that was not measured says so.
    await visitor.sees('Avg response: 245ms · no traffic yet');
    await expect(visitor.page.getByLabel('Domain', { exact: true })).toHaveCount(0);
    await visitor.follow('Domains');
    await visitor.sees('No domains yet');
    await visitor.press('Add Domain');
    const dialog = visitor.dialog('Add Domain');
    await visitor.press('Add Domain', dialog);
    await visitor.sees('Please enter a domain name');
    await visitor.sees("Please enter your server's IP address or host name");
    await visitor.fill(
      { 'Domain Name': domain, 'Server IP': '127.0.0.1', 'Origin Port': String(world.stack.originPort) },
      dialog,
    );
    await visitor.press('Add Domain', dialog);
    await visitor.isTold('Domain added! Please verify DNS.');
    const card = visitor.page.getByRole('article', { name: domain });
    await visitor.sees('Pending Verification', card);
    for (const counter of ['Total Requests', 'Allowed', 'Blocked']) await visitor.sees(counter, card);
  });

  await test.step('shows the record to copy, and what DNS says of it', async () => {
    const card = visitor.page.getByRole('article', { name: domain });
    const name = await recordPart(card, 'Name');
    expect(name).toMatch(new RegExp(`^waf-.+\\.${domain}$`));
    await visitor.press('Copy name', card);
    await visitor.isTold('Copied to clipboard!');
    expect(await clipboard()).toBe(name);
    await visitor.press('Verify DNS', card);
    const dialog = visitor.dialog('Verification CNAME Record');
    await visitor.sees('5-10 minutes', dialog);
    await visitor.sees('Not seen yet', dialog);
    await visitor.sees(`No CNAME record found for ${name}`, dialog);
    await visitor.press('Verify Now', dialog);
    await visitor.isTold(`No CNAME record found for ${name}`);
    await visitor.press('Close', dialog.getByRole('contentinfo').or(dialog));
  });

  await test.step('says how the record is entered at the provider, and what stands there instead of it', async () => {
    const card = visitor.page.getByRole('article', { name: domain });
    const [name, target] = [await recordPart(card, 'Name'), await recordPart(card, 'Target')];
    await record('add', name, 'elsewhere.example');
    await visitor.press('Verify DNS', card);
    const dialog = visitor.dialog('Verification CNAME Record');
    await visitor.sees('Not as expected', dialog);
    await visitor.sees('elsewhere.example', dialog);
    await dialog.getByLabel('Your DNS provider').selectOption('Google Cloud DNS');
    await visitor.press('Copy canonical name', dialog);
    await visitor.isTold('Copied to clipboard!');
    expect(await clipboard()).toBe(`${target}.`);
    await record('delete', name, 'elsewhere.example');
    await visitor.press('Close', dialog.getByRole('contentinfo').or(dialog));
  });

  await test.step('is verified as soon as the record is there', async () => {
    const card = visitor.page.getByRole('article', { name: domain });
    await record('add', await recordPart(card, 'Name'), await recordPart(card, 'Target'));
    await visitor.press('Verify DNS', card);
    await visitor.isTold('Domain verified and activated!');
    await visitor.sees('Verified & Active', card);
    await expect(visitor.button('Verify DNS', card)).toHaveCount(0);
    await visitor.press(/^Last step: point your visitors here/, card);
    const next = visitor.dialog('Point your visitors at Palisade');
    await visitor.sees('A domain without www:', next);
    await next.getByLabel('Your DNS provider').selectOption('GoDaddy');
    await visitor.sees(/Forward the bare domain to www/, next);
    await visitor.press('Close', next);
    const answer = await edge.answersWith(200, '/');
    expect(answer.body).toContain('Castle supplies');
  });

  await test.step('is told how far it has come, from the proof to the first attack', async () => {
    await visitor.open('/dashboard');
    const steps = visitor.page.getByRole('region', { name: 'First steps' });
    await visitor.sees(`First steps for ${domain}`, steps);
    await visitor.sees('Done: Proof seen in DNS', steps);
    await visitor.sees('Done: First request through the edge', steps);
    await visitor.sees('To do: First attack blocked', steps);
    await visitor.sees('Done: Origin locked', steps);
    await edge.answersWith(403, "/?q='%20OR%201=1--");
    await steps.waitFor({ state: 'hidden' });
  });
});

test.describe('deleting a domain', () => {
  const domainsAtServer = (visitor: Visitor) =>
    visitor.page.evaluate(async () => {
      const headers = { authorization: `Bearer ${localStorage.getItem('token')}` };
      const answer = await fetch('/api/domains/', { headers });
      return ((await answer.json()) as unknown[]).length;
    });
  const remove = async ({ visitor, domain }: OwnedSite): Promise<void> => {
    await visitor.press(`Delete ${domain}`);
    await visitor.press('Delete domain', visitor.page.getByRole('alertdialog'));
  };

  test('can be undone for some seconds', async ({ site }) => {
    const { visitor, domain, edge } = site;
    await visitor.open('/dashboard/domains');
    await remove(site);
    await visitor.press('Undo');
    await visitor.isTold(`${domain} is about to be removed.`);
    await visitor.page.getByRole('article', { name: domain }).waitFor();
    await visitor.reload();
    await visitor.page.getByRole('article', { name: domain }).waitFor();
    expect((await edge.knock()).status).toBe(200);
  });

  test('asks first, says so once it has happened, and the edge no longer answers for it', async ({
    site,
  }) => {
    const { visitor, domain, edge } = site;
    await visitor.open('/dashboard/domains');
    await remove(site);
    await visitor.isTold(`${domain} is about to be removed.`);
    await visitor.sees('No domains yet');
    await visitor.isTold('Domain removed successfully!');
    expect(await domainsAtServer(visitor)).toBe(0);
    await eventually('the edge forgetting the site', async () => {
      const { status, body } = await edge.knock();
      if (status === 200 || body.includes('Castle supplies')) throw new Error(`it answered ${status}`);
    });
  });
});
