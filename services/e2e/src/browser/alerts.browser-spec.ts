import { eventually } from '@palisade/testing';
import { ApiClient } from '../api-client.ts';
import { attackInQuery } from '../corpus.ts';
import { visit } from '../edge-client.ts';
import { verifiedDomain } from './domain-of.ts';
import { expect, test } from './fixtures.ts';

test('an owner says what to hear of and where, and hears of it', async ({ world }) => {
  const account = await world.customer('business');
  const domain = await verifiedDomain(world, account, world.stack.originPort);
  const visitor = await world.signedIn(account);
  const { page } = visitor;

  await visitor.open('/dashboard/alerts?tab=channels');
  await visitor.press('Add channel');
  await visitor.fill({ Name: 'Me' }, visitor.dialog('Add a channel'));
  await visitor.press('Add channel', visitor.dialog('Add a channel'));
  await visitor.sees(/^Mail to your address/);

  await page.getByRole('tab', { name: 'Rules' }).click();
  await visitor.press(/Add rule/);
  const rule = visitor.dialog('Add rule');
  await visitor.fill({ Name: 'Anything blocked', 'Limit (requests)': '0' }, rule);
  await rule.getByLabel('Domain').selectOption({ label: domain });
  await rule.getByLabel('Me', { exact: true }).check();
  await visitor.press('Add rule', rule);
  await visitor.sees('Anything blocked');

  const { status } = await visit(world.stack.urls.demo_site, domain, attackInQuery('sqli').uri);
  expect(status).toBe(403);
  const owner = await ApiClient.signIn(world.stack.api, account);
  await eventually('the rule firing', async () => {
    const { body } = await owner.call<{ alerts: unknown[] }>('GET', '/alerts');
    expect(body.alerts).toHaveLength(1);
  });
  const mail = await world.inbox.latest(account.email, /Alert: Anything blocked/);
  expect(mail.text).toContain('1 blocked request');

  await visitor.open('/dashboard/alerts');
  const alert = page.getByRole('listitem').filter({ hasText: 'Anything blocked' });
  await visitor.press('Acknowledge', alert);
  await visitor.isTold('Alert acknowledged');

  await page.getByRole('tab', { name: 'Channels' }).click();
  await visitor.press('More for Me');
  await page.getByRole('menuitem', { name: 'Edit' }).click();
  await visitor.fill({ Name: 'My own mail' }, visitor.dialog('Edit Me'));
  await visitor.press('Save channel', visitor.dialog('Edit Me'));
  await visitor.sees('My own mail');
  await visitor.sees(/last message delivered/);
});
