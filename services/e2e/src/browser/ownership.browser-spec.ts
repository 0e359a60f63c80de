import { visit } from '../edge-client.ts';
import { expect, test } from './fixtures.ts';

test('a domain below a wildcard that leads to us', async ({ world }) => {
  const account = await world.customer('business');
  const zone = `${account.username}.localhost`;
  const domain = `shop.${zone}`;
  const visitor = await world.signedIn(account);
  const addRecord = async (type: 'CNAME' | 'TXT', name: string, value: string): Promise<void> => {
    const body = new URLSearchParams({ type, name, value, action: 'add' });
    expect((await fetch(world.stack.urls.demo_dns, { method: 'POST', body })).status).toBe(200);
  };

  await test.step('is not verified by it: the wizard asks for a TXT record and says why', async () => {
    await addRecord('CNAME', `*.${zone}`, 'edge.palisade.test');
    await visitor.open('/dashboard/domains?add');
    const form = visitor.dialog('Add Domain');
    await visitor.fill(
      { 'Domain Name': domain, 'Server IP': '127.0.0.1', 'Origin Port': String(world.stack.originPort) },
      form,
    );
    await visitor.press('Add Domain', form);
    await visitor.isTold('Domain added! Please verify DNS.');
    await visitor.press('Verify DNS', visitor.page.getByRole('article', { name: domain }));
    const dialog = visitor.dialog('Verification TXT Record');
    await visitor.sees('Why a TXT record?', dialog);
    await visitor.sees(`_palisade-challenge.${domain}`, dialog);
  });

  await test.step('is verified by itself once the TXT record that was copied is there', async () => {
    const dialog = visitor.dialog('Verification TXT Record');
    await visitor.press('Copy value', dialog);
    await visitor.isTold('Copied to clipboard!');
    const value = await visitor.page.evaluate(() => navigator.clipboard.readText());
    expect(value).toMatch(/^palisade-domain-verification=[0-9a-f]{20}$/);
    await addRecord('TXT', `_palisade-challenge.${domain}`, value);
    await visitor.press('Verify Now', dialog);
    await visitor.isTold('Domain verified and activated!');
    await visitor.sees('Verified & Active', visitor.page.getByRole('article', { name: domain }));
    const status = async () => (await visit(world.stack.urls.demo_site, domain, '/')).status;
    await expect.poll(status, { message: 'the edge serving it' }).toEqual(200);
  });
});
