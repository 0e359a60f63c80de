import { eventually } from '@palisade/testing';
import type { Locator } from 'playwright-core';
import { attackInQuery } from '../corpus.ts';
import { type EdgeAnswer, visit } from '../edge-client.ts';
import { becomes } from './becomes.ts';
import { openConfiguration } from './configuration.ts';
import type { Visitor } from './visitor.ts';
import { useWorld } from './world.ts';

const world = useWorld();

/** An address in China and one in Germany, as the edge's country data knows them. */
const FROM_CHINA = '1.2.4.8';
const FROM_GERMANY = '85.214.132.117';
const BLOCKED = '198.51.100.7';

let visitor: Visitor;
let domain = '';

beforeAll(async () => {
  const account = await world.customer('business');
  domain = `${account.username}.localhost`;
  visitor = await world.signedIn(account);
});
afterAll(() => visitor.close());

const attack = attackInQuery('sqli');

/** One request through the edge, from wherever a proxy in front of it says. */
function knock(target = '/', from = FROM_GERMANY): Promise<EdgeAnswer> {
  return visit(world.stack.urls.demo_site, domain, target, { headers: { 'x-forwarded-for': from } });
}

/** Asks until the edge has the configuration under which it answers so. */
function answersWith(status: number, target: string, from?: string): Promise<EdgeAnswer> {
  return eventually(`${status} for ${target} from ${from}`, async () => {
    const answer = await knock(target, from);
    if (answer.status !== status) throw new Error(`it answered ${answer.status}`);
    return answer;
  });
}

describe('a domain', () => {
  it('is missed, added, and wants a name and an origin', async () => {
    await visitor.open('/dashboard');
    await visitor.sees('No recent activity found');
    expect(await visitor.page.getByLabel('Domain', { exact: true }).count()).toBe(0);
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

  it('shows the record to copy, and what DNS says of it', async () => {
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
    await visitor.sees(
      `No CNAME record found for ${name}`,
      visitor.page.getByRole('region', { name: 'Notifications' }),
    );
    await visitor.press('Close', dialog.getByRole('contentinfo').or(dialog));
  });

  it('says how the record is entered at the provider, and what stands there instead of it', async () => {
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

  it('is verified as soon as the record is there', async () => {
    const card = visitor.page.getByRole('article', { name: domain });
    await record('add', await recordPart(card, 'Name'), await recordPart(card, 'Target'));
    await visitor.press('Verify DNS', card);
    await visitor.isTold('Domain verified and activated!');
    await visitor.sees('Verified & Active', card);
    await becomes('nothing left to verify', () => visitor.button('Verify DNS', card).count(), 0);
    await visitor.press(/^Last step: point your visitors here/, card);
    const next = visitor.dialog('Point your visitors at Palisade');
    await visitor.sees('A domain without www:', next);
    await next.getByLabel('Your DNS provider').selectOption('GoDaddy');
    await visitor.sees(/Forward the bare domain to www/, next);
    await visitor.press('Close', next);
    const answer = await answersWith(200, '/');
    expect(answer.body).toContain('Castle supplies');
  });

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
});

describe('its configuration', () => {
  it('opens on the origin, which needs a host', async () => {
    await configure();
    const dialog = visitor.dialog('Configure WAF');
    await visitor.sees(domain, dialog);
    await visitor.button('Change Plan', dialog).first().waitFor();
    const host = dialog.getByLabel(/Host/).first();
    await host.fill('');
    const save = visitor.button('Save Origin Settings', dialog);
    await becomes('no saving without a host', () => save.isDisabled(), true);
    await host.fill('127.0.0.1');
    expect(await dialog.getByLabel(/Timeout/).inputValue()).toBe('30');
    expect(await toggle('Enable HTTP/2').getAttribute('aria-checked')).toBe('true');
    expect(await toggle('Enable Compression').getAttribute('aria-checked')).toBe('true');
    await visitor.press('Save Origin Settings', dialog);
    await saved();
  });

  it('blocks attacks under the defaults', async () => {
    const answer = await answersWith(403, attack.uri);
    expect(answer.body).toContain(String(answer.headers['x-request-id']));
    expect((await knock('/', FROM_CHINA)).status).toBe(200);
    expect((await knock('/', BLOCKED)).status).toBe(200);
  });

  it('refuses an address on the block list, after the checks of the list', async () => {
    await policy();
    const dialog = visitor.dialog('Configure WAF');
    const field = dialog.getByRole('textbox', { name: 'Blocked IPs' });
    const add = visitor.button('Add to block list', dialog);
    await add.click();
    await visitor.sees('Please enter an IP address or subnet');
    await field.fill('300.1.2.3/99');
    await add.click();
    await visitor.sees(/^Please enter a valid IP address or subnet \(e\.g\., /);
    await field.fill(` ${BLOCKED} `);
    await add.click();
    await visitor.isTold('IP/subnet added to block list');
    await field.fill(BLOCKED);
    await add.click();
    await visitor.sees('IP address/subnet already exists in the list');
    await visitor.press(`Remove ${BLOCKED} from block list`, dialog);
    await visitor.isTold('IP address removed from block list');
    await visitor.sees('No address is blocked.', dialog);
    await visitor.press('Undo');
    await visitor.button(`Remove ${BLOCKED} from block list`, dialog).waitFor();
    await save();
    await answersWith(403, '/', BLOCKED);
    expect((await knock('/')).status).toBe(200);
  });

  it('refuses a country', async () => {
    await policy();
    const dialog = visitor.dialog('Configure WAF');
    await toggle('Geo-Blocking').click();
    await visitor.press('Add country', dialog);
    await visitor.isTold('Please select a country');
    const choice = dialog.getByRole('combobox', { name: 'Blocked Countries' });
    expect(
      await choice
        .locator('option')
        .evaluateAll((options) => options.map((one) => one.getAttribute('value'))),
    ).toEqual(['', 'CN', 'RU', 'KP', 'IR', 'SY', 'CU', 'BY', 'MM', 'VE', 'AF']);
    await choice.selectOption('CN');
    await visitor.press('Add country', dialog);
    await visitor.isTold('Country added to block list');
    await choice.selectOption('CN');
    await visitor.press('Add country', dialog);
    await visitor.isTold('Country already exists in the block list');
    await save();
    await answersWith(403, '/', FROM_CHINA);
    expect((await knock('/', FROM_GERMANY)).status).toBe(200);
  });

  it('only writes down what it would have blocked in log-only mode, apart from the block list', async () => {
    await policy();
    await visitor.dialog('Configure WAF').getByRole('radio', { name: 'Log only' }).check();
    await save();
    await answersWith(200, attack.uri);
    expect((await knock('/', BLOCKED)).status).toBe(403);
  });

  it('shows what blocking would have done meanwhile, leads to it in the log, and starts blocking', async () => {
    const panel = visitor.page.getByRole('region', { name: 'What blocking would have done' });
    await eventually('the log having it', async () => {
      await policy();
      await panel.getByText(/requests would have been blocked/).waitFor();
      const cause = panel.getByRole('listitem').filter({ hasText: 'SQL Injection' });
      if ((await cause.count()) === 0) throw new Error('nothing there yet');
    });
    await panel.getByRole('radio', { name: '7 days' }).check();
    await panel.getByRole('listitem').filter({ hasText: 'SQL Injection' }).first().waitFor();
    await visitor.follow('See them all in the log', panel);
    await visitor.arrivesAt(`/dashboard/logs?domain=${domain}&action=log_only`);
    await policy();
    await visitor.press('Start blocking', panel);
    await saved();
    await answersWith(403, attack.uri);
    await panel.waitFor({ state: 'detached' });
  });

  it('asks before changes are lost, and before those of somebody else are', async () => {
    await policy();
    const dialog = visitor.dialog('Configure WAF');
    await dialog.getByRole('radio', { name: 'High' }).check();
    await dialog.getByRole('tab', { name: 'Origin Server' }).click();
    await visitor.press('Close', dialog);
    const question = visitor.page.getByRole('alertdialog', { name: 'Leave without saving?' });
    await visitor.press('Keep editing', question);
    await question.waitFor({ state: 'hidden' });
    await dialog.getByRole('tab', { name: /WAF Policy/ }).click();
    await dialog.getByRole('radio', { name: 'High', checked: true }).waitFor();

    visitor.expectsRefusalBy(`/api/domains/${await domainId()}/waf-config`);
    await savedElsewhere({ waf_sensitivity: 'low' });
    await visitor.press('Save WAF Policy', dialog);
    await visitor.sees('Somebody else saved in the meantime', dialog);
    await visitor.press('Load theirs', dialog);
    await dialog.getByRole('radio', { name: 'Low', checked: true }).waitFor();
    await dialog.getByRole('radio', { name: 'Medium' }).check();
    await save();
    await visitor.press('Close', dialog);
    await dialog.waitFor({ state: 'hidden' });
  });

  it('shuts out for an hour whoever goes over the rate limit', async () => {
    await policy();
    const dialog = visitor.dialog('Configure WAF');
    await toggle('Rate Limiting').click();
    await visitor.sees('When the limit is reached, the IP is blocked for 1 hour.', dialog);
    await dialog.getByLabel('Requests per minute').fill('501');
    await visitor.sees('Your plan allows up to 500 requests per minute', dialog);
    await dialog.getByLabel('Requests per minute').fill('5');
    await save();
    await eventually('the limit holding', async () => {
      const { status } = await knock('/?page=1', '203.0.113.77');
      if (status !== 429 && status !== 403) throw new Error(`it answered ${status}`);
    });
    expect((await knock('/', '203.0.113.78')).status).toBe(200);
    await policy();
    await toggle('Rate Limiting').click();
    await save();
  });

  it('shows who is banned; lifting takes effect at once and can be taken back', async () => {
    const banned = '203.0.113.77';
    await configure();
    const dialog = visitor.dialog('Configure WAF');
    await dialog.getByRole('tab', { name: 'Bans' }).click();
    await visitor.sees(banned, dialog);
    await visitor.sees('Over the rate limit', dialog);
    await visitor.press(`Lift the ban of ${banned}`, dialog);
    await visitor.isTold(`The ban of ${banned} is lifted`);
    await visitor.press('Undo');
    await visitor.isTold(`${banned} is banned again`);
    await visitor.press(`Lift the ban of ${banned}`, dialog);
    await visitor.sees('Nobody is banned', dialog);
    await answersWith(200, '/', banned);
    await visitor.fill({ Address: '198.51.100.99' }, dialog);
    await visitor.press('Ban', dialog);
    await visitor.isTold('198.51.100.99 is banned');
    await eventually('the ban holding', async () => {
      const { status } = await knock('/', '198.51.100.99');
      if (status === 200) throw new Error('it answered 200');
    });
  });

  it('shows certificates, and says what is wrong with one that is uploaded', async () => {
    visitor.expectsRefusalBy(await certificatePath());
    await configure();
    const dialog = visitor.dialog('Configure WAF');
    await dialog.getByRole('tab', { name: 'Certificates' }).click();
    await visitor.press(/^(Upload|Replace) your own$/, dialog);
    await visitor.fill(
      { 'Certificate chain (PEM)': 'no certificate', 'Private key (PEM)': 'no key' },
      dialog,
    );
    await visitor.press('Upload certificate', dialog);
    await visitor.page
      .getByRole('region', { name: 'Notifications' })
      .getByText(/certificate|PEM|key/i)
      .first()
      .waitFor();
  });

  it('keeps every version, says what changed, and rolls back', async () => {
    await configure();
    const dialog = visitor.dialog('Configure WAF');
    await dialog.getByRole('tab', { name: 'History' }).click();
    await visitor.sees(/Version \d+/, dialog);
    await visitor.press(/^Roll back to version \d+$/, dialog);
    const question = visitor.page.getByRole('alertdialog', { name: /^Roll back to version \d+\?$/ });
    await visitor.press('Roll back', question);
    await visitor.sees(
      /^Rolled back to version \d+$/,
      visitor.page.getByRole('region', { name: 'Notifications' }),
    );
    await visitor.page.keyboard.press('Escape');
  });

  const domainId = () =>
    visitor.page.evaluate(async () => {
      const answer = await fetch('/api/domains/', {
        headers: { authorization: `Bearer ${localStorage.getItem('token')}` },
      });
      return ((await answer.json()) as { id: string }[])[0]?.id;
    });

  const certificatePath = async () => `/api/domains/${await domainId()}/certificates/uploaded`;

  /** As another session of the same account would, without the page knowing. */
  async function savedElsewhere(policyConfig: Record<string, string>): Promise<void> {
    const status = await visitor.page.evaluate(
      async ({ id, body }) => {
        const headers = {
          authorization: `Bearer ${localStorage.getItem('token')}`,
          'content-type': 'application/json',
        };
        return (await fetch(`/api/domains/${id}/waf-config`, { method: 'PUT', headers, body })).status;
      },
      { id: await domainId(), body: JSON.stringify({ policyConfig }) },
    );
    expect(status).toBe(200);
  }

  const configure = () => openConfiguration(visitor, domain);

  async function policy(): Promise<void> {
    await configure();
    await visitor.dialog('Configure WAF').getByRole('tab', { name: 'WAF Policy' }).click();
  }

  const toggle = (name: string): Locator =>
    visitor.dialog('Configure WAF').getByRole('switch', { name, exact: true });

  async function save(): Promise<void> {
    await visitor.press('Save WAF Policy', visitor.dialog('Configure WAF'));
    await saved();
  }

  const saved = () => visitor.isTold('WAF configuration saved successfully!');
});

describe('what the plan lacks', () => {
  it('is explained instead of turned on, and leads to the payment of the plan', async () => {
    const dialog = await openConfiguration(visitor, domain);
    await dialog.getByRole('tab', { name: 'WAF Policy' }).click();
    const caching = dialog.getByRole('switch', { name: /Caching/ });
    await caching.click();
    const upgrade = visitor.dialog('Upgrade Required');
    await visitor.sees('Minimum required plan', upgrade);
    await visitor.sees('Enterprise', upgrade);
    await visitor.sees('All plans include 14-day free trial • Cancel anytime', upgrade);
    await visitor.press('Maybe Later', upgrade);
    await upgrade.waitFor({ state: 'hidden' });
    await dialog.getByRole('switch', { name: /Caching/, checked: false }).waitFor();
    await caching.click();
    await visitor.press('Upgrade Now', upgrade);
    await visitor.arrivesAt('/register?plan=4');
    await visitor.seesHeading('Complete Your Purchase');
    await visitor.button('Pay $199').waitFor();
  });
});

describe('deleting a domain', () => {
  const domainsAtServer = () =>
    visitor.page.evaluate(async () => {
      const headers = { authorization: `Bearer ${localStorage.getItem('token')}` };
      const answer = await fetch('/api/domains/', { headers });
      return ((await answer.json()) as unknown[]).length;
    });
  const remove = async (): Promise<void> => {
    await visitor.press(`Delete ${domain}`);
    await visitor.press('Delete domain', visitor.page.getByRole('alertdialog'));
  };

  it('can be taken back for some seconds', async () => {
    await visitor.open('/dashboard/domains');
    await remove();
    await visitor.press('Undo');
    await visitor.isTold(`${domain} is about to be removed.`);
    await visitor.page.getByRole('article', { name: domain }).waitFor();
    await visitor.reload();
    await visitor.page.getByRole('article', { name: domain }).waitFor();
    expect((await knock('/')).status).toBe(200);
  });

  it('asks first, says so once it has happened, and the edge no longer answers for it', async () => {
    await remove();
    await visitor.isTold(`${domain} is about to be removed.`);
    await visitor.sees('No domains yet');
    await visitor.isTold('Domain removed successfully!');
    expect(await domainsAtServer()).toBe(0);
    await eventually('the edge forgetting the site', async () => {
      const { status, body } = await knock('/');
      if (status === 200 || body.includes('Castle supplies')) throw new Error(`it answered ${status}`);
    });
  });
});
