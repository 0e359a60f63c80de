import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { connect } from 'node:tls';
import { eventually, newPassword } from '@palisade/testing';
import type { Browser, Locator, Page } from 'playwright-core';
import { ApiClient } from './api-client.ts';
import { Visitor } from './browser/visitor.ts';
import { launchBrowser } from './browser.ts';
import { attackInQuery } from './corpus.ts';
import { visit } from './edge-client.ts';
import { Stack } from './stack.ts';

const DOMAIN = 'castle.localhost';
/** What a request did shows in the log so soon. */
const LOGGED_WITHIN_MS = 5_000;
/** The demo's account has something to show so soon. */
const ALIVE_WITHIN_MS = 60_000;
/** What the demo's sites are attacked with, in the last month and in the last day. */
const DEMO_THREATS = [
  'Bad Bot',
  'Code Injection',
  'Command Injection',
  'Path Traversal',
  'SQL Injection',
  'XSS Attack',
];

interface ThreatShare {
  threat_type: string;
}
interface Stats {
  stats: Record<string, number | null>;
  weekly_traffic: { total_requests: number; blocked_requests: number }[];
  threat_types: ThreatShare[];
  recent_logs: unknown[];
}
interface Analytics {
  series: { requests: number; blocked: number }[];
  countries: unknown[];
  threat_types: ThreatShare[];
  paths: unknown[];
  addresses: unknown[];
  status_classes: { status_class: string }[];
  latency: Record<string, number | null>;
}
interface Logs {
  logs: { domain_name: string; server_name: string }[];
}

const namesOf = (threats: readonly ThreatShare[]) => threats.map((one) => one.threat_type).toSorted();

/** The whole way through the product, as a stranger walks it in a browser. */
describe('from a stranger to a blocked attack on the dashboard', () => {
  const stack = new Stack();
  const attack = attackInQuery('sqli');
  let browser: Browser;
  let visitor: Visitor;
  let page: Page;
  let blockedRequestId = '';

  beforeAll(async () => {
    await stack.start('--demo-traffic', 'on');
    browser = await launchBrowser();
    visitor = await Visitor.open(await browser.newContext(), stack.urls.dashboard);
    page = visitor.page;
  }, 180_000);
  afterAll(async () => {
    await browser?.close();
    await stack.dispose();
  });

  it(
    'opens on a demo in which every card, chart, table and map has something to show',
    async () => {
      const api = await ApiClient.signIn(stack.api, stack.accounts.customer);
      const ask = async <T>(path: string) => (await api.call<T>('GET', `/dashboard/${path}`)).body;
      const wronglyRefused =
        'logs/recent?status_filter=blocked&path=/editor/articles/save&domain=blog.localhost';
      await eventually(
        'visitors after the history',
        async () => {
          const { logs } = await ask<Logs>(`${wronglyRefused}&limit=1`);
          // The history is there before the first visitor comes.
          if (logs[0]?.server_name === 'standalone') return;
          // Asked in haste, the gateway would limit this address.
          await new Promise((resolve) => setTimeout(resolve, 500));
          throw new Error(JSON.stringify(logs[0] ?? null));
        },
        ALIVE_WITHIN_MS,
      );
      const { stats, weekly_traffic, threat_types, recent_logs } = await ask<Stats>('stats');
      expect(Object.entries(stats).filter(([, figure]) => figure === null || figure === 0)).toEqual([]);
      expect(weekly_traffic.filter((day) => day.total_requests * day.blocked_requests > 0)).toHaveLength(7);
      expect(namesOf(threat_types)).toEqual(DEMO_THREATS);
      expect(recent_logs).toHaveLength(10);

      const analytics = await ask<Analytics>('analytics?range=30d');
      expect(analytics.series.filter((day) => day.requests * day.blocked > 0)).toHaveLength(30);
      expect(analytics.countries.length).toBeGreaterThan(15);
      expect(namesOf(analytics.threat_types)).toEqual(DEMO_THREATS);
      expect([analytics.paths, analytics.addresses].map((top) => top.length)).toEqual([10, 10]);
      expect(analytics.status_classes.map((one) => one.status_class)).toEqual(['2xx', '3xx', '4xx', '5xx']);
      expect(Object.values(analytics.latency).every((figure) => figure !== null)).toBe(true);

      const old = await ask<Logs>('logs/recent?limit=500');
      expect(new Set(old.logs.map((log) => log.domain_name)).size).toBe(3);
      expect(new Set(old.logs.map((log) => log.server_name))).toEqual(new Set(['sample data', 'standalone']));
      expect(await (await fetch(`${stack.urls.dashboard}dashboard`)).text()).toContain('Sample data: ');
    },
    ALIVE_WITHIN_MS + 10_000,
  );

  it('registers and lands on the dashboard', async () => {
    await visitor.open('/register-simple');
    const account = { username: 'ada', email: 'ada@strangers.example', password: newPassword() };
    await visitor.fillsAccount(account, 'Ada Stranger');
    await visitor.press('Create account');
    await visitor.seesHeading('Dashboard Overview');
    expect(visitor.at).toBe('/dashboard');
    await visitor.sees('Ada Stranger');
  });

  it('adds a domain, puts its record into DNS, and sees it verified', async () => {
    await visitor.follow('Domains');
    await visitor.press('Add Domain');
    const dialog = visitor.dialog('Add Domain');
    await visitor.fill(
      { 'Domain Name': DOMAIN, 'Server IP': '127.0.0.1', 'Origin Port': String(stack.originPort) },
      dialog,
    );
    await visitor.press('Add Domain', dialog);
    await visitor.isTold('Domain added! Please verify DNS.');

    const card = page.getByRole('article', { name: DOMAIN });
    const [name, target] = await recordToAdd(card);
    expect(name).toMatch(new RegExp(`^waf-.+\\.${DOMAIN}$`));
    await addDnsRecord(name, target);

    // The wizard looks as soon as it opens, and closes when it has found the record.
    await visitor.press('Verify DNS', card);
    await visitor.isTold('Domain verified and activated!');
    await visitor.sees('Verified & Active', card);
  });

  it('has its visitors served through the edge', async () => {
    // A verified site is served as soon as the edge has its configuration.
    const answer = await eventually('the site being served', async () => {
      const served = await visit(stack.urls.demo_site, DOMAIN, '/');
      if (served.status !== 200) throw new Error(`it answered ${served.status}`);
      return served;
    });
    expect(answer.body).toContain('Castle supplies');
    expect(answer.headers['x-request-id']).toBeDefined();
  });

  it('blocks an attack of the corpus with a page that names the request', async () => {
    const attacker = await browser.newPage();
    const { port } = new URL(stack.urls.demo_site);
    const response = await attacker.goto(`http://${DOMAIN}:${port}${attack.uri}`);
    expect(response?.status()).toBe(403);
    blockedRequestId = response?.headers()['x-request-id'] ?? '';
    expect(blockedRequestId).toMatch(/^[0-9a-f-]{36}$/);
    expect(await attacker.locator('body').textContent()).toContain(blockedRequestId);
    await attacker.close();
  });

  it('finds the attack, explained, in the logs within five seconds', async () => {
    const api = ApiClient.withToken(
      stack.api,
      (await visitor.stored('token')) ?? '',
      await visitor.cookies(),
    );
    // How long the browser then takes to show it is another matter.
    await eventually(
      'the log having it',
      async () => {
        const { body } = await api.call('GET', '/dashboard/logs/recent?status_filter=blocked');
        if (JSON.stringify(body).includes(blockedRequestId)) return;
        // Asked in haste, the gateway would limit this address.
        await new Promise((resolve) => setTimeout(resolve, 200));
        throw new Error('not yet');
      },
      LOGGED_WITHIN_MS,
    );
    await visitor.follow('WAF Logs');
    // A browser asks for the icon too, with the attack as its Referer, and is refused for that: another row.
    const row = page.getByRole('row').filter({ hasText: 'SQL Injection' }).filter({ hasText: '/search' });
    await row.first().waitFor();
    const text = await row.first().textContent();
    expect(text).toContain('SQL Injection');
    expect(text).toContain('CRITICAL');
    expect(text).toContain(DOMAIN);
    await row
      .first()
      .getByRole('button', { name: /details/i })
      .click();
    const details = page.getByRole('region', { name: 'Attack Details' });
    await visitor.sees(blockedRequestId, details);
    await visitor.sees(/^Blocked because of the parameter q/, details);
    await visitor.sees(/Rule 100[1-4]/, details);
  });

  it('counts the attack on the overview', async () => {
    await visitor.follow('Overview');
    await visitor.seesHeading('Recent Blocked Threats');
    await page.getByRole('cell', { name: 'SQL Injection' }).first().waitFor();
  });

  it('has the demo site shown with a certificate that its own authority has issued', async () => {
    const ca = readFileSync(path.join(stack.dataDirectory, 'acme', 'root.pem'), 'utf8');
    const { hostname, port } = new URL(stack.urls.demo_site_tls);
    await eventually('a valid certificate', async () => {
      const socket = connect({ host: '127.0.0.1', port: Number(port), servername: hostname, ca });
      try {
        await once(socket, 'secureConnect');
      } finally {
        socket.destroy();
      }
    });
  });

  it('printed no error on the browser’s console', () => {
    expect(visitor.takeProblems()).toEqual([]);
  });

  async function recordToAdd(card: Locator): Promise<[name: string, target: string]> {
    const value = async (label: string): Promise<string> => {
      const text = await card
        .locator('dl > div')
        .filter({ has: page.locator('dt', { hasText: label }) })
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
});
