import { attackInQuery } from '../corpus.ts';
import { visit } from '../edge-client.ts';
import { verifiedDomain } from './domain-of.ts';
import { expect, test } from './fixtures.ts';

test('the overview shows an attack by itself, without asking again', async ({ world }) => {
  const account = await world.customer('business');
  const domain = await verifiedDomain(world, account, world.stack.originPort);
  const visitor = await world.signedIn(account);
  const { page } = visitor;
  const figure = (label: string) => page.getByText(label, { exact: true }).locator('xpath=..');
  const live = page.waitForResponse((response) => new URL(response.url()).pathname === '/api/dashboard/live');

  await visitor.open('/dashboard');
  expect((await live).headers()['content-type']).toContain('text/event-stream');
  await figure('Blocked Threats').waitFor();
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));

  const { status } = await visit(world.stack.urls.demo_site, domain, attackInQuery('sqli').uri);
  expect(status).toBe(403);
  await page
    .getByRole('region', { name: 'Recent blocked threats' })
    .getByRole('row')
    .filter({ hasText: 'SQL Injection' })
    .first()
    .waitFor();
  await visitor.sees(/1 blocked/);
  const belowCharts = page.getByText('Show as table');
  await belowCharts.nth(1).waitFor();
  const boxes = await Promise.all((await belowCharts.all()).map((one) => one.boundingBox()));
  expect(boxes[0]?.y).toBe(boxes[1]?.y);
  expect(asked.filter((path) => path.startsWith('/api/dashboard/'))).toEqual([]);
});

test('the log shows requests as they come, without asking again', async ({ world }) => {
  const account = await world.customer('business');
  const domain = await verifiedDomain(world, account, world.stack.originPort);
  const visitor = await world.signedIn(account);
  const { page } = visitor;
  const live = page.waitForResponse(
    (response) => new URL(response.url()).pathname === '/api/dashboard/logs/live',
  );

  await visitor.open('/dashboard/logs?status=blocked');
  expect((await live).headers()['content-type']).toContain('text/event-stream');
  await visitor.sees('No logs found');
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));

  const { status } = await visit(world.stack.urls.demo_site, domain, attackInQuery('sqli').uri);
  expect(status).toBe(403);
  const row = page.getByRole('row').filter({ hasText: 'SQL Injection' }).first();
  await row.waitFor();
  expect(asked.filter((path) => path.startsWith('/api/dashboard/logs/'))).toEqual([]);
  const cutPx = await row
    .getByRole('button', { name: domain })
    .evaluate((cell) => [cell.scrollWidth - cell.clientWidth, cell.scrollHeight - cell.clientHeight]);
  expect(cutPx).toEqual([0, 0]);
});
