import { visit } from '../edge-client.ts';
import { verifiedDomain } from './domain-of.ts';
import { expect, test } from './fixtures.ts';

test('the test attack is blocked by the edge, completes its step, and appears in the log', async ({
  world,
}) => {
  const account = await world.customer('business');
  const domain = await verifiedDomain(world, account, world.stack.originPort, `${account.username}.example`);
  const visitor = await world.signedIn(account);
  const context = visitor.page.context();
  // Nobody's DNS knows the name: its requests go to the edge as they would by its records.
  await context.route(`**://${domain}/**`, async (route) => {
    const { pathname, search } = new URL(route.request().url());
    const headers = { accept: 'text/html', 'user-agent': 'Mozilla/5.0' };
    const answer = await visit(world.stack.urls.demo_site, domain, pathname + search, { headers });
    await route.fulfill({ status: answer.status, body: answer.body, contentType: 'text/html' });
  });
  await visitor.open('/dashboard');
  const steps = visitor.page.getByRole('region', { name: 'First steps' });
  await visitor.sees('To do: First attack blocked', steps);
  const [attacked] = await Promise.all([
    context.waitForEvent('page'),
    steps.getByRole('link', { name: 'Send a test attack' }).click(),
  ]);
  await expect(attacked.getByRole('heading', { level: 1 })).toBeVisible();
  const seen = ((await attacked.locator('body').textContent()) ?? '').match(/[0-9a-f]{8}-[0-9a-f-]{27}/)?.[0];
  expect(seen).toBeDefined();
  await attacked.close();
  await steps.waitFor({ state: 'hidden' });
  await visitor.open(`/dashboard/logs?id=${seen}`);
  await visitor.page.getByRole('row').filter({ hasText: 'SQL Injection' }).first().waitFor();
});
