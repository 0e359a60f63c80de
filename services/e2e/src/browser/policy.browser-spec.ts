import { eventually } from '@palisade/testing';
import { attackInQuery } from '../corpus.ts';
import { expect } from './fixtures.ts';
import { FROM_CHINA, FROM_GERMANY, test } from './owned-site.ts';

const BLOCKED = '198.51.100.7';
const attack = attackInQuery('sqli');

test.describe('its configuration', () => {
  test('opens on the origin, which needs a host', async ({ site }) => {
    const { visitor, domain } = site;
    await site.configure();
    const dialog = site.dialog;
    await visitor.sees(domain, dialog);
    await visitor.button('Change Plan', dialog).first().waitFor();
    const host = dialog.getByLabel(/Host/).first();
    await host.fill('');
    const save = visitor.button('Save Origin Settings', dialog);
    await expect(save).toBeDisabled();
    await host.fill('127.0.0.1');
    await expect(dialog.getByLabel(/Timeout/)).toHaveValue('30');
    await expect(site.toggle('Enable HTTP/2')).toHaveAttribute('aria-checked', 'true');
    await expect(site.toggle('Enable Compression')).toHaveAttribute('aria-checked', 'true');
    await visitor.press('Save Origin Settings', dialog);
    await site.saved();
  });

  test('blocks attacks under the defaults', async ({ site }) => {
    const { edge } = site;
    const answer = await edge.answersWith(403, attack.uri);
    expect(answer.body).toContain(String(answer.headers['x-request-id']));
    expect((await edge.knock('/', FROM_CHINA)).status).toBe(200);
    expect((await edge.knock('/', BLOCKED)).status).toBe(200);
  });

  test('refuses an address on the block list, after the checks of the list', async ({ site }) => {
    const { visitor, edge } = site;
    await site.policy();
    const dialog = site.dialog;
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
    await site.save();
    await edge.answersWith(403, '/', BLOCKED);
    expect((await edge.knock('/')).status).toBe(200);
  });

  test('refuses a country', async ({ site }) => {
    const { visitor, edge } = site;
    await site.policy();
    const dialog = site.dialog;
    await site.toggle('Geo-Blocking').click();
    await visitor.press('Add country', dialog);
    await visitor.isTold('Please select a country');
    const choice = dialog.getByRole('combobox', { name: 'Blocked Countries' });
    await choice.click();
    const options = visitor.page.getByRole('option');
    await expect(options.nth(9)).toHaveText(/./);
    const first = (await options.allTextContents()).slice(0, 10).map((text) => /\((..)\)/.exec(text)?.[1]);
    expect(first.toSorted()).toEqual(['AF', 'BY', 'CN', 'CU', 'IR', 'KP', 'MM', 'RU', 'SY', 'VE']);
    expect(await options.count(), 'all countries').toBeGreaterThan(240);
    const choose = async () => {
      await choice.fill('中国');
      await visitor.page.getByRole('option', { name: /^China \(CN\)/ }).waitFor();
      await choice.press('Enter');
      await expect(choice).toHaveValue('China');
    };
    await choose();
    await visitor.press('Add country', dialog);
    await visitor.isTold('Country added to block list');
    await choose();
    await visitor.press('Add country', dialog);
    await visitor.isTold('Country already exists in the block list');
    await site.save();
    await edge.answersWith(403, '/', FROM_CHINA);
    expect((await edge.knock('/', FROM_GERMANY)).status).toBe(200);
  });

  test('can be log-only until one has seen what blocking would have done', async ({ site }) => {
    const { visitor, domain, edge } = site;
    await site.has({ blocked_ips: [BLOCKED] });
    await edge.answersWith(403, '/', BLOCKED);
    await test.step('only writes down what it would have blocked in log-only mode, apart from the block list', async () => {
      await site.policy();
      await site.dialog.getByRole('radio', { name: 'Log only' }).check();
      await site.save();
      await edge.answersWith(200, attack.uri);
      expect((await edge.knock('/', BLOCKED)).status).toBe(403);
    });

    await test.step('shows what blocking would have done meanwhile, leads to it in the log, and starts blocking', async () => {
      const panel = visitor.page.getByRole('region', { name: 'What blocking would have done' });
      await eventually('the log having it', async () => {
        await site.policy();
        await panel.getByText(/requests would have been blocked/).waitFor();
        const cause = panel.getByRole('listitem').filter({ hasText: 'SQL Injection' });
        if ((await cause.count()) === 0) throw new Error('nothing there yet');
      });
      await panel.getByRole('radio', { name: '7 days' }).check();
      await panel.getByRole('listitem').filter({ hasText: 'SQL Injection' }).first().waitFor();
      await visitor.follow('See them all in the log', panel);
      await visitor.arrivesAt(`/dashboard/logs?domain=${domain}&action=log_only`);
      await site.policy();
      await visitor.press('Start blocking', panel);
      await site.saved();
      await edge.answersWith(403, attack.uri);
      await panel.waitFor({ state: 'detached' });
    });
  });

  test('asks before changes are lost, and before those of somebody else are', async ({ site }) => {
    const { visitor } = site;
    await site.policy();
    const dialog = site.dialog;
    await dialog.getByRole('radio', { name: 'High' }).check();
    await dialog.getByRole('tab', { name: 'Origin Server' }).click();
    await visitor.press('Close', dialog);
    const question = visitor.page.getByRole('alertdialog', { name: 'Leave without saving?' });
    await visitor.press('Keep editing', question);
    await question.waitFor({ state: 'hidden' });
    await dialog.getByRole('tab', { name: /WAF Policy/ }).click();
    await dialog.getByRole('radio', { name: 'High', checked: true }).waitFor();

    visitor.expectsRefusalBy(`/api/domains/${await site.id()}/waf-config`);
    await site.has({ waf_sensitivity: 'low' });
    await visitor.press('Save WAF Policy', dialog);
    await visitor.sees('Somebody else has saved in the meantime', dialog);
    await visitor.press('Load theirs', dialog);
    await dialog.getByRole('radio', { name: 'Low', checked: true }).waitFor();
    await dialog.getByRole('radio', { name: 'Medium' }).check();
    await site.save();
    await visitor.press('Close', dialog);
    await dialog.waitFor({ state: 'hidden' });
  });

  test('bans who is too quick, and lets the owner lift it', async ({ site }) => {
    const { visitor, edge } = site;
    await test.step('shuts out for an hour whoever goes over the rate limit', async () => {
      await site.policy();
      const dialog = site.dialog;
      await site.toggle('Rate Limiting').click();
      await visitor.sees('When the limit is reached, the IP is blocked for 1 hour.', dialog);
      await dialog.getByLabel('Requests per minute').fill('501');
      await visitor.sees('Your plan allows up to 500 requests per minute', dialog);
      await dialog.getByLabel('Requests per minute').fill('5');
      await site.save();
      await eventually('the limit holding', async () => {
        const { status } = await edge.knock('/?page=1', '203.0.113.77');
        if (status !== 429 && status !== 403) throw new Error(`it answered ${status}`);
      });
      expect((await edge.knock('/', '203.0.113.78')).status).toBe(200);
      await site.policy();
      await site.toggle('Rate Limiting').click();
      await site.save();
    });

    await test.step('shows who is banned; lifting takes effect at once and can be taken back', async () => {
      const banned = '203.0.113.77';
      await site.configure();
      const dialog = site.dialog;
      await dialog.getByRole('tab', { name: 'Bans' }).click();
      await visitor.sees(banned, dialog);
      await visitor.sees('Over the rate limit', dialog);
      await visitor.press(`Lift the ban of ${banned}`, dialog);
      await visitor.isTold(`The ban of ${banned} is lifted`);
      await visitor.press('Undo');
      await visitor.isTold(`${banned} is banned again`);
      await visitor.press(`Lift the ban of ${banned}`, dialog);
      await visitor.sees('Nobody is banned', dialog);
      await edge.answersWith(200, '/', banned);
      await visitor.fill({ Address: '198.51.100.99' }, dialog);
      await visitor.press('Ban', dialog);
      await visitor.isTold('198.51.100.99 is banned');
      await eventually('the ban holding', async () => {
        const { status } = await edge.knock('/', '198.51.100.99');
        if (status === 200) throw new Error('it answered 200');
      });
    });
  });

  test('shows certificates, and says what is wrong with one that is uploaded', async ({ site }) => {
    const { visitor } = site;
    visitor.expectsRefusalBy(`/api/domains/${await site.id()}/certificates/uploaded`);
    await site.configure();
    const dialog = site.dialog;
    await dialog.getByRole('tab', { name: 'Certificates' }).click();
    await visitor.press(/^(Upload|Replace) your own$/, dialog);
    await visitor.fill(
      { 'Certificate chain (PEM)': 'no certificate', 'Private key (PEM)': 'no key' },
      dialog,
    );
    await visitor.press('Upload certificate', dialog);
    await visitor.sees(/^No certificate found/, dialog);
  });

  test('keeps every version, says what changed, and rolls back', async ({ site }) => {
    const { visitor } = site;
    await site.has({ waf_sensitivity: 'low' });
    await site.configure();
    const dialog = site.dialog;
    await dialog.getByRole('tab', { name: 'History' }).click();
    await visitor.sees(/Version \d+/, dialog);
    await visitor.press(/^Roll back to version \d+$/, dialog);
    const question = visitor.page.getByRole('alertdialog', { name: /^Roll back to version \d+\?$/ });
    await visitor.press('Roll back', question);
    await visitor.isTold(/Rolled back to version \d+/);
    await visitor.page.keyboard.press('Escape');
  });
});
test.describe('what the plan lacks', () => {
  test('is explained instead of turned on, and leads to the payment of the plan', async ({ site }) => {
    const { visitor } = site;
    const dialog = await site.policy();
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
