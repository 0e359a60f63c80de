import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { violations } from './axe.ts';
import { expect, test } from './fixtures.ts';

const run = promisify(execFile);

/** As somebody who pastes it into a shell. */
async function pasted(command: string, key = ''): Promise<unknown> {
  const { stdout } = await run('bash', ['-euo', 'pipefail', '-c', command], {
    env: { ...process.env, KEY: key },
  });
  return JSON.parse(stdout) as unknown;
}

test('what the dashboard does is done by a command that it shows', async ({ world }) => {
  const account = await world.confirm(await world.customer('business'));
  const visitor = await world.signedIn(account);
  const clipboard = () => visitor.page.evaluate(() => navigator.clipboard.readText());

  const key = await test.step('a new key comes with a command that tries it', async () => {
    await visitor.open('/dashboard/settings?tab=security');
    await visitor.press('Create key');
    const form = visitor.dialog('Create an API key');
    await visitor.fill({ Name: 'scripts' }, form);
    await form.getByLabel('Add, verify, configure and remove domains').check();
    await visitor.press('Create key', form);
    const shown = visitor.dialog('Your new API key');
    await visitor.press('Copy API key', shown);
    await visitor.isTold('Copied to clipboard!');
    const made = await clipboard();
    await visitor.press('Copy command', shown);
    await visitor.isTold('Copied to clipboard!');
    expect(await pasted(await clipboard())).toEqual([]);
    await visitor.press('Done', shown);
    return made;
  });

  await test.step('the call beside "Add Domain" adds what was entered', async () => {
    const name = `${account.username}.localhost`;
    await visitor.open('/dashboard/domains');
    await visitor.press('Add Domain');
    const form = visitor.dialog('Add Domain');
    await visitor.fill({ 'Domain Name': name, 'Server IP': '127.0.0.1' }, form);
    await visitor.press('Show the call', form);
    const call = visitor.dialog('The same by the API');
    await visitor.sees('/api/domains', call);
    expect(await violations(visitor.page)).toEqual([]);
    await visitor.press('Copy command', call);
    await visitor.isTold('Copied to clipboard!');
    expect(await pasted(await clipboard(), key)).toMatchObject({ domain_name: name });
    await visitor.reload();
    await visitor.page.getByRole('article', { name }).waitFor();
  });

  await test.step('the reference has every call, found by its address', async () => {
    await visitor.page.goto(new URL('/api/docs', visitor.page.url()).href);
    await visitor.arrivesAt('/docs/api/calls');
    await visitor.seesHeading('All calls');
    expect(await violations(visitor.page)).toEqual([]);
    await visitor.page.getByRole('article').getByRole('link', { name: 'Add domain', exact: true }).click();
    await visitor.arrivesAt('/docs/api/domains');
    await visitor.sees('"domain_name":"shop.example"');
  });
});
