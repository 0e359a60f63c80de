import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { connect } from 'node:tls';
import { eventually, newPassword } from '@palisade/testing';
import type { Browser, Page } from 'playwright-core';
import { launchBrowser } from './browser.ts';
import { attackInQuery } from './corpus.ts';
import { visit } from './edge-client.ts';
import { Stack } from './stack.ts';

const DOMAIN = 'castle.localhost';

/** The whole way through the product, as a stranger walks it in a browser. */
describe('from a stranger to a blocked attack on the dashboard', () => {
  const stack = new Stack();
  const attack = attackInQuery('sqli');
  const problems: string[] = [];
  let browser: Browser;
  let page: Page;
  let blockedRequestId = '';

  beforeAll(async () => {
    await stack.start();
    browser = await launchBrowser();
    page = await browser.newPage();
    page.on('pageerror', (error) => problems.push(error.message));
    page.on('console', (message) => {
      if (message.type() === 'error') problems.push(message.text());
    });
  }, 180_000);
  afterAll(async () => {
    await browser?.close();
    await stack.dispose();
  });

  it('registers and lands on the dashboard', async () => {
    await page.goto(`${stack.urls.dashboard}register-simple`);
    const password = newPassword();
    await page.getByLabel('Full Name').fill('Ada Stranger');
    await page.getByLabel('Username').fill('ada');
    await page.getByLabel('Email address').fill('ada@strangers.example');
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByLabel('Confirm Password').fill(password);
    await page.getByRole('button', { name: 'Create account' }).click();
    await page.getByRole('heading', { name: 'Dashboard Overview' }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/dashboard');
    await page.getByText('Ada Stranger').first().waitFor();
  });

  it('adds a domain, puts its record into DNS, and sees it verified', async () => {
    await page.getByRole('link', { name: 'Domains' }).first().click();
    await page.getByRole('button', { name: 'Add Domain' }).first().click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Domain Name').fill(DOMAIN);
    await dialog.getByLabel('Server IP').fill('127.0.0.1');
    await dialog.getByLabel('Origin Port').fill(String(stack.originPort));
    await dialog.getByRole('button', { name: 'Add Domain' }).click();
    await page.getByText('Domain added! Please verify DNS.').waitFor();

    const [name, target] = await recordToAdd(page);
    expect(name).toMatch(new RegExp(`^waf-.+\\.${DOMAIN}$`));
    await addDnsRecord(name, target);

    // The wizard looks as soon as it opens, and closes when it has found the record.
    const card = page.getByRole('article', { name: DOMAIN });
    await card.getByRole('button', { name: 'Verify DNS' }).click();
    await page.getByText('Domain verified and activated!').waitFor();
    await card.getByText('Verified & Active').waitFor({ timeout: 15_000 });
  });

  it('has its visitors served through the edge', async () => {
    const answer = await eventuallyServed(stack.urls.demo_site);
    expect(answer.status).toBe(200);
    expect(answer.body).toContain('Castle supplies');
    expect(answer.headers['x-request-id']).toBeDefined();
  });

  it('blocks an attack of the corpus with a page that names the request', async () => {
    const visitor = await browser.newPage();
    const { port } = new URL(stack.urls.demo_site);
    const response = await visitor.goto(`http://${DOMAIN}:${port}${attack.uri}`);
    expect(response?.status()).toBe(403);
    blockedRequestId = response?.headers()['x-request-id'] ?? '';
    expect(blockedRequestId).toMatch(/^[0-9a-f-]{36}$/);
    expect(await visitor.locator('body').textContent()).toContain(blockedRequestId);
    await visitor.close();
  });

  it('finds the attack, explained, in the logs within five seconds', async () => {
    const began = Date.now();
    await page.getByRole('link', { name: 'WAF Logs' }).first().click();
    // A browser asks for the icon too, with the attack as its Referer, and is refused for that: another row.
    const row = page.getByRole('row').filter({ hasText: 'SQL Injection' }).filter({ hasText: '/search' });
    while (!(await row.first().isVisible())) {
      if (Date.now() - began > 5_000) throw new Error(`no log row after 5 s\n${stack.describe()}`);
      await page.getByRole('button', { name: 'Refresh Now' }).click();
      await page.waitForTimeout(300);
    }
    const text = await row.first().textContent();
    expect(text).toContain('SQL Injection');
    expect(text).toContain('CRITICAL');
    expect(text).toContain(DOMAIN);
    await row
      .first()
      .getByRole('button', { name: /details/i })
      .click();
    const details = page.getByRole('region', { name: 'Attack Details' });
    await details.waitFor();
    const explanation = await details.textContent();
    expect(explanation).toContain(blockedRequestId);
    expect(explanation).toContain('ARGS:q');
    expect(explanation).toMatch(/Rule 100[1-4]/);
  });

  it('counts the attack on the overview', async () => {
    await page.getByRole('link', { name: 'Overview' }).first().click();
    await page.getByRole('heading', { name: 'Recent Blocked Threats' }).waitFor();
    await page.getByRole('cell', { name: 'SQL Injection' }).first().waitFor();
  });

  it('has the demo site shown with a certificate that its own authority has issued', async () => {
    const ca = readFileSync(path.join(stack.dataDirectory, 'acme', 'root.pem'), 'utf8');
    const { hostname, port } = new URL(stack.urls.demo_site_tls);
    await eventually(
      'a valid certificate',
      async () => {
        const socket = connect({ host: '127.0.0.1', port: Number(port), servername: hostname, ca });
        try {
          await once(socket, 'secureConnect');
        } finally {
          socket.destroy();
        }
      },
      60_000,
    );
  }, 90_000);

  it('printed no error on the browser’s console', () => {
    expect(problems).toEqual([]);
  });

  async function recordToAdd(on: Page): Promise<[name: string, target: string]> {
    const value = async (label: string): Promise<string> => {
      const text = await on
        .locator('dl > div')
        .filter({ has: on.locator('dt', { hasText: label }) })
        .locator('dd')
        .first()
        .textContent();
      return (text ?? '').trim();
    };
    return [await value('Name'), await value('Target')];
  }

  async function addDnsRecord(name: string, target: string): Promise<void> {
    const panel = await browser.newPage();
    await panel.goto(stack.urls.demo_dns);
    await panel.getByRole('textbox', { name: 'Name', exact: true }).fill(name);
    await panel.getByRole('textbox', { name: 'Target (CNAME)' }).fill(target);
    await panel.getByRole('button', { name: 'Add record' }).click();
    await panel.getByRole('cell', { name, exact: true }).waitFor();
    await panel.close();
  }

  /** A verified site is served as soon as the edge has its configuration. */
  async function eventuallyServed(edgeUrl: string) {
    const deadline = Date.now() + 5_000;
    for (;;) {
      const answer = await visit(edgeUrl, DOMAIN, '/');
      if (answer.status === 200 || Date.now() > deadline) return answer;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
});
