import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { eventually } from '@palisade/testing';
import { ApiClient } from '../api-client.ts';
import { attackInQuery } from '../corpus.ts';
import { type EdgeAnswer, visit } from '../edge-client.ts';
import type { Account } from '../stack.ts';
import { violations } from './axe.ts';
import { verifiedDomain } from './domain-of.ts';
import { expect, test } from './fixtures.ts';
import type { Visitor } from './visitor.ts';
import type { World } from './world.ts';

/** An address in China and one in Germany, as the edge's country data knows them. */
const FROM_CHINA = '1.2.4.8';
const FROM_GERMANY = '85.214.132.117';

const attack = attackInQuery('sqli');

/** Whose site has had some visitors; nothing below changes it. */
let account: Account;
let domain = '';
let visitor: Visitor;

/** One request through the edge, from wherever a proxy in front of it says. */
function knock(world: World, target = '/', from = FROM_GERMANY): Promise<EdgeAnswer> {
  return visit(world.stack.urls.demo_site, domain, target, { headers: { 'x-forwarded-for': from } });
}

interface Counted {
  countries: { country: string }[];
  threat_types: { threat_type: string }[];
}

test.beforeAll(async ({ world }) => {
  account = await world.customer('business');
  domain = await verifiedDomain(world, account, world.stack.originPort);
  const api = await ApiClient.signIn(world.stack.api, account);
  const { body: domains } = await api.call<{ id: string }[]>('GET', '/domains/');
  const policyConfig = { enable_geo_blocking: true, blocked_countries: ['CN'] };
  const saved = await api.call('PUT', `/domains/${domains[0]?.id}/waf-config`, { policyConfig });
  expect(saved.status).toBe(200);
  await eventually('China being refused', async () => {
    const { status } = await knock(world, '/', FROM_CHINA);
    if (status !== 403) throw new Error(`it answered ${status}`);
  });
  await knock(world, '/catalogue');
  await knock(world, attack.uri);
  // Figures of a period are read once by their page: they are to be there before it is opened.
  await eventually('the analytics counting all of it', async () => {
    const { body } = await api.call<Counted>('GET', `/dashboard/analytics?domain=${domain}`);
    expect(body.countries.map(({ country }) => country)).toContain('CN');
    expect(body.threat_types.map(({ threat_type }) => threat_type)).toContain('SQL Injection');
  });
});

test.beforeEach(async ({ world }) => {
  visitor = await world.signedIn(account);
});

test.describe('the logs', () => {
  const rows = () => visitor.page.getByRole('region', { name: 'WAF activity' }).getByRole('row');

  test('show what the edge judged, with figures and classes', async () => {
    await visitor.open('/dashboard/logs');
    for (const label of ['Total Requests (24h)', 'Blocked', 'Allowed', 'Block Rate'])
      await visitor.sees(label);
    await rows().filter({ hasText: '/catalogue' }).first().waitFor();
    await rows().filter({ hasText: 'SQL Injection' }).filter({ hasText: 'CRITICAL' }).first().waitFor();
    const header = await visitor.page.getByRole('columnheader').allTextContents();
    expect(header.map((text) => text.trim())).toEqual([
      'Time',
      'IP Address',
      'Location',
      'Domain',
      'Request',
      'Status',
      'Threat Type',
      'Severity',
      'Details',
    ]);
    await visitor.press('Refresh Now');
    await visitor.isTold('Logs refreshed');
  });

  test('are filtered by the address’s query', async () => {
    await visitor.open('/dashboard/logs');
    await rows().filter({ hasText: '/catalogue' }).first().waitFor();
    await visitor.page.getByRole('radio', { name: 'Blocked' }).click();
    await visitor.arrivesAt('/dashboard/logs?status=blocked');
    await rows().filter({ hasText: '/catalogue' }).first().waitFor({ state: 'detached' });
    await visitor.page.getByLabel('Domain', { exact: true }).selectOption(domain);
    await visitor.arrivesAt(`/dashboard/logs?status=blocked&domain=${domain}`);
    await visitor.reload();
    await rows().filter({ hasText: 'SQL Injection' }).first().waitFor();
    const chosen = () => visitor.page.getByLabel('Domain', { exact: true }).inputValue();
    await expect.poll(chosen, { message: 'the domain of the address being chosen' }).toEqual(domain);
    await visitor.open('/dashboard/logs?status=allowed&q=catalogue');
    await rows().filter({ hasText: '/catalogue' }).first().waitFor();
    await expect(rows().filter({ hasText: 'SQL Injection' })).toHaveCount(0);
  });

  test('explain an attack: rule, field, the bytes that matched', async () => {
    await visitor.open('/dashboard/logs?status=blocked');
    const row = rows().filter({ hasText: 'SQL Injection' }).first();
    await row.getByRole('button', { name: /Details/ }).click();
    const details = visitor.page.getByRole('region', { name: 'Attack Details' });
    await visitor.sees(/Rule 100[1-4]/, details);
    await visitor.sees(/^Blocked because of the parameter/, details);
    await details.locator('mark').first().waitFor();
    await details
      .getByText(/^(The condition|All \d+ conditions)$/)
      .first()
      .click();
    await visitor.sees('ARGS:', details);
    await visitor.press('Hide', row);
    await details.waitFor({ state: 'hidden' });
  });

  test('name the country that was refused', async ({ world }) => {
    await knock(world, '/', FROM_CHINA);
    await visitor.open('/dashboard/logs?status=blocked&q=CN');
    await rows().filter({ hasText: 'China' }).first().waitFor();
  });

  test('show only what shares a value that is pressed; the address says so, chips take it back', async () => {
    await visitor.open('/dashboard/logs');
    const attacked = rows().filter({ hasText: 'SQL Injection' }).first();
    await attacked.getByRole('button', { name: FROM_GERMANY, exact: true }).click();
    await visitor.arrivesAt(`/dashboard/logs?address=${FROM_GERMANY}`);
    await rows().filter({ hasText: FROM_CHINA }).first().waitFor({ state: 'detached' });
    await attacked.getByRole('button', { name: /Details/ }).click();
    const details = visitor.page.getByRole('region', { name: 'Attack Details' });
    await details
      .getByRole('button', { name: /^Rule \d+$/ })
      .first()
      .click();
    await visitor.arrivesAt(/address=.*&rule=\d+/);
    await rows().filter({ hasText: '/catalogue' }).first().waitFor({ state: 'detached' });
    await visitor.reload();
    await attacked.waitFor();
    const chips = visitor.page.getByRole('list', { name: 'Filters' });
    await expect(chips.getByRole('listitem')).toHaveCount(2);
    await visitor.press(/^Remove filter Rule/, chips);
    await rows().filter({ hasText: '/catalogue' }).first().waitFor();
    await visitor.press(/^Remove filter Address/, chips);
    await visitor.arrivesAt('/dashboard/logs');
    await rows().filter({ hasText: 'China' }).first().waitFor();
  });

  test('are searched at the server for what is typed, and say so where nothing is found', async () => {
    await visitor.open('/dashboard/logs');
    const field = visitor.page.getByRole('searchbox');
    await field.fill('1.2.4.0/24');
    await field.press('Enter');
    await visitor.arrivesAt('/dashboard/logs?address=1.2.4.0%2F24');
    await rows().filter({ hasText: 'China' }).first().waitFor();
    // Rows of the answer before stay until the next one is there.
    await rows().filter({ hasText: FROM_GERMANY }).first().waitFor({ state: 'detached' });
    await field.fill('/nowhere-at-all');
    await visitor.press(/Search the whole log: path begins with/);
    await visitor.sees('No entry matches the filters');
    await visitor.press('Clear all filters');
    await visitor.arrivesAt('/dashboard/logs');
  });

  test('show times in the zone that is chosen, as other pages do', async () => {
    await visitor.open('/dashboard/logs');
    const zone = (name: string) => visitor.page.getByRole('radio', { name, exact: true });
    await zone('UTC').check();
    await visitor.follow('Analytics');
    await visitor.seesHeading('Analytics & Reports');
    await visitor.page.getByRole('radio', { name: 'UTC', checked: true }).waitFor();
    await zone('Local').check();
    await visitor.follow('WAF Logs');
    await visitor.seesHeading('WAF Activity Logs');
    await visitor.page.getByRole('radio', { name: 'Local', checked: true }).waitFor();
  });

  test('refresh by themselves while that is on', async ({ world }) => {
    await visitor.open('/dashboard/logs?q=moat-liner');
    await visitor.page.getByRole('switch', { name: 'Auto-refresh' }).waitFor();
    await knock(world, '/moat-liner');
    await rows().filter({ hasText: '/moat-liner' }).first().waitFor();
  });
});

test.describe('overview and analytics', () => {
  test('count requests, threats and their kinds', async () => {
    await visitor.open('/dashboard');
    await visitor.sees("Welcome back! Here's what's happening with your protected sites.");
    for (const label of [
      'Total Requests',
      'Blocked Threats',
      'Allowed Requests',
      'Legitimate traffic',
      'Uptime',
    ])
      await visitor.sees(label);
    for (const heading of ['Weekly Traffic', 'Threat Types Distribution', 'Recent Blocked Threats'])
      await visitor.seesHeading(heading);
    await visitor.page.getByRole('cell', { name: 'SQL Injection' }).first().waitFor();
    const charts = visitor.page.locator('figure > div:first-child');
    await charts.nth(1).waitFor();
    expect(await charts.evaluateAll((all) => all.map(({ clientHeight }) => clientHeight))).toEqual([
      300, 300,
    ]);
    await charts
      .nth(1)
      .locator('text')
      .filter({ hasText: /^\d+%$/ })
      .first()
      .waitFor();
    const select = visitor.page.getByLabel('Domain', { exact: true });
    await expect(select.locator('option')).toHaveText(['All Domains', domain]);
    await select.selectOption(domain);
    await visitor.arrivesAt(`/dashboard?domain=${domain}`);
    await visitor.page.getByRole('cell', { name: 'SQL Injection' }).first().waitFor();
  });

  test('lead to the requests behind a value', async () => {
    await visitor.open('/dashboard');
    const threats = visitor.page.getByRole('region', { name: 'Recent blocked threats' });
    await visitor.follow('SQL Injection', threats);
    await visitor.arrivesAt('/dashboard/logs?status=blocked&threat=SQL+Injection');
    await visitor.page.getByRole('row').filter({ hasText: 'CRITICAL' }).first().waitFor();
    await visitor.open('/dashboard/analytics');
    await visitor.follow('China', visitor.page.getByRole('region', { name: 'Requests by country' }));
    await visitor.arrivesAt(/\/dashboard\/logs\?from=[^&]+&country=CN$/);
    await visitor.page.getByRole('row').filter({ hasText: FROM_CHINA }).first().waitFor();
  });

  test('zoom into a stretch of time, by keyboard or by drawing over the chart, and out again', async () => {
    await visitor.open(`/dashboard/analytics?domain=${domain}`);
    const chart = visitor.page.getByTestId('traffic-chart');
    await chart.locator('path[data-bars]').first().waitFor();
    await visitor.page.getByLabel('From', { exact: true }).selectOption({ index: 5 });
    await visitor.press('Zoom in');
    await visitor.arrivesAt(/from=.*T00%3A00%3A00.000Z&to=.*T00%3A00%3A00.000Z/);
    await visitor.sees(/Requests per hour/);
    await visitor.press('Reset zoom');
    await visitor.arrivesAt(`/dashboard/analytics?domain=${domain}`);
    await visitor.sees(/Requests per day/);
    const box = await chart.boundingBox();
    if (!box) throw new Error('the chart has no place on the page');
    await visitor.page.mouse.move(box.x + box.width * 0.6, box.y + 100);
    await visitor.page.mouse.down();
    await visitor.page.mouse.move(box.x + box.width - 10, box.y + 110, { steps: 6 });
    await visitor.page.mouse.up();
    await visitor.arrivesAt(/from=.*&to=/);
    await visitor.press('Reset zoom');
    await visitor.arrivesAt(`/dashboard/analytics?domain=${domain}`);
  });

  test('break traffic down, lead to the requests of a value, and compare with another time', async () => {
    await visitor.open(`/dashboard/analytics?domain=${domain}`);
    const rules = visitor.page.getByRole('region', { name: 'Rules', exact: true });
    await rules.getByRole('link').first().click();
    await visitor.arrivesAt(/\/dashboard\/logs\?domain=.*&from=[^&]+&rule=\d+$/);
    await visitor.page.getByRole('row').filter({ hasText: 'SQL Injection' }).first().waitFor();
    await visitor.page.goBack();
    const methods = visitor.page.getByRole('region', { name: 'Methods', exact: true });
    await methods.getByRole('link', { name: 'GET', exact: true }).click();
    await visitor.arrivesAt(/&method=GET$/);
    await visitor.page.getByRole('row').nth(1).waitFor();
    await visitor.page.goBack();
    await visitor.press('Compare with another period');
    await visitor.page.getByRole('menuitem', { name: 'A week earlier' }).click();
    await visitor.arrivesAt(/&against=.*T00%3A00%3A00.000Z$/);
    await visitor.button(/^vs\. .*: Compare with another period$/).waitFor();
    await visitor.reload();
    await visitor.button(/^vs\. .*: Compare with another period$/).waitFor();
    expect(await violations(visitor.page)).toEqual([]);
  });

  test('mark when the configuration changed, by whom, and what', async () => {
    await visitor.open(`/dashboard/analytics?domain=${domain}`);
    // What was changed is said to those who turn to the chart.
    await visitor.page.getByTestId('traffic-chart').hover();
    const marker = visitor.button(/Version \d+ .* by you: .*Geo-Blocking/).first();
    const entry = visitor.page.locator('span', { hasText: /by you: .*Geo-Blocking/ });
    // A chart that is still being drawn may put another marker under a pointer that rests.
    await eventually('the marker telling', async () => {
      await visitor.page.mouse.move(0, 0);
      await marker.hover();
      await entry.first().waitFor({ timeout: 5_000 });
    });
    await visitor.page.getByText('Show as table').first().click();
    await visitor.page
      .getByRole('cell', { name: /by you: .*Geo-Blocking/ })
      .first()
      .waitFor();
  });

  test('are exported in the background, as they are filtered, into a file to be fetched', async () => {
    await visitor.open('/dashboard/logs?status=blocked');
    await visitor.press('Export');
    await visitor.press('Start export');
    const arriving = visitor.page.waitForEvent('download');
    await visitor.page.getByRole('button', { name: 'Download' }).click();
    const file = await arriving;
    expect(file.suggestedFilename()).toMatch(/^palisade-logs-.*\.csv\.gz$/);
    const lines = gunzipSync(readFileSync(await file.path()))
      .toString('utf8')
      .trim()
      .split(/\r?\n/);
    expect(lines.some((line) => line.includes('SQL Injection'))).toBe(true);
    expect(lines.slice(1).every((line) => line.includes('"blocked"'))).toBe(true);
    await visitor.press('Delete All sites, CSV');
    await visitor.page.getByRole('list', { name: 'Exports' }).waitFor({ state: 'detached' });
    await visitor.press('Done');
  });

  test('report by period, and export what was logged', async () => {
    await visitor.open('/dashboard');
    await visitor.follow('Analytics');
    for (const heading of ['Top Countries', 'Top Threat Types', 'Recent Activity'])
      await visitor.seesHeading(heading);
    await visitor.page.getByRole('radio', { name: '24 h' }).click();
    await visitor.seesHeading('Traffic, last 24 h');
    await visitor.sees('China', visitor.page.getByRole('region', { name: 'Requests by country' }));
    const arriving = visitor.page.waitForEvent('download');
    await visitor.press('Export CSV');
    const file = await arriving;
    expect(file.suggestedFilename()).toMatch(/^palisade-.*\.csv$/);
    const lines = readFileSync(await file.path(), 'utf8')
      .trim()
      .split(/\r?\n/);
    expect(lines.length).toBeGreaterThan(3);
    expect(lines.some((line) => line.includes('SQL Injection'))).toBe(true);
  });
});
