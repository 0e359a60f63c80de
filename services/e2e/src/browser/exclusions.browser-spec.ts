import { eventually } from '@palisade/testing';
import type { Locator } from '@playwright/test';
import { attackInQuery } from '../corpus.ts';
import { type EdgeAnswer, visit } from '../edge-client.ts';
import { verifiedDomain } from './domain-of.ts';
import { test as base, expect } from './fixtures.ts';
import type { Visitor } from './visitor.ts';

/** A country that no rule here is about. */
const FROM_GERMANY = '85.214.132.117';
const PATH = '/guestbook/sign';
const HONEST = `${PATH}?${new URL(attackInQuery('sqli').uri, 'http://any').search.slice(1)}`;
const ELSEWHERE = HONEST.replace(PATH, '/checkout');
const ANOTHER = `${PATH}?${new URL(attackInQuery('xss').uri, 'http://any').search.slice(1)}`;

/** A domain under the defaults, and its owner. */
interface Site {
  visitor: Visitor;
  domain: string;
  knock(target: string): Promise<EdgeAnswer>;
  /** Asks until the edge has the configuration under which it answers so. */
  refuses(refused: boolean, target: string): Promise<void>;
  details: Locator;
  /** Opens the newest log entry that holds the text. */
  opensEntry(filter: string, text: string): Promise<void>;
}

const test = base.extend<{ site: Site }>({
  site: async ({ world }, use) => {
    const account = await world.customer('business');
    const domain = await verifiedDomain(world, account, world.stack.originPort);
    const visitor = await world.signedIn(account);
    const details = visitor.page.getByRole('region', { name: 'Attack Details' });
    const knock = (target: string) =>
      visit(world.stack.urls.demo_site, domain, target, { headers: { 'x-forwarded-for': FROM_GERMANY } });
    await use({
      visitor,
      domain,
      details,
      knock,
      refuses: (refused, target) =>
        eventually(`${target} being ${refused ? 'refused' : 'let through'}`, async () => {
          const { status } = await knock(target);
          if ((status === 403) !== refused) throw new Error(`it answered ${status}`);
        }),
      opensEntry: async (filter, text) => {
        await visitor.open(`/dashboard/logs?domain=${domain}&${filter}`);
        const rows = visitor.page.getByRole('region', { name: 'WAF activity' }).getByRole('row');
        const row = rows.filter({ hasText: text }).first();
        await row.waitFor();
        await visitor.press(/Details/, row);
        await details.waitFor();
      },
    });
  },
});

test('a request that should have passed', async ({
  site: { visitor, knock, refuses, details, opensEntry },
}) => {
  await test.step('is excepted from its log entry, as narrow as it can be', async () => {
    await refuses(true, HONEST);
    await opensEntry('status=blocked', PATH);
    await visitor.press('Create an exclusion', details);
    const dialog = visitor.dialog('Create an exclusion');
    await visitor.sees('What this lets through', dialog);
    await visitor.sees(`on paths that begin with ${PATH}.`, dialog);
    await visitor.sees(/It would have let through (at least )?\d+ requests? blocked/, dialog);
    await visitor.press('Create exclusion', dialog);
    await visitor.page.getByRole('button', { name: 'Show', exact: true }).click();
    await visitor.arrivesAt(/^\/dashboard\/domains\?configure=.*&show=exclusions/);
    const list = visitor.page.getByRole('list', { name: 'Exclusions from the managed rules' });
    await visitor.sees('Expires in 30 days', list);
    await visitor.sees(`on paths that begin with ${PATH}`, list);
  });

  await test.step('passes from then on; the same elsewhere, and another attack there, do not', async () => {
    await refuses(false, HONEST);
    expect((await knock(ELSEWHERE)).status).toBe(403);
    expect((await knock(ANOTHER)).status).toBe(403);
  });
});

test('a request that should have passed, where only one exclusion can be meant', async ({
  site: { visitor, knock, refuses, details, opensEntry },
}) => {
  await refuses(true, HONEST);
  await opensEntry('status=blocked', PATH);

  await test.step('passes after one press, which says its price first', async () => {
    const pass = details.getByRole('button', { name: 'Let such requests pass' });
    await details.getByRole('button', { name: 'See what it would let through' }).hover();
    await visitor.sees(/It would let through (none|\d+) of the [\d,]+ attacks/, details);
    await pass.click();
    await visitor.sees(/Such requests now pass/, details);
    await refuses(false, HONEST);
    expect((await knock(ELSEWHERE)).status).toBe(403);
    expect((await knock(ANOTHER)).status).toBe(403);
  });

  await test.step('is refused again once it is undone', async () => {
    await visitor.page.getByRole('button', { name: 'Undo' }).click();
    await details.getByRole('button', { name: 'Let such requests pass' }).waitFor();
    await refuses(true, HONEST);
  });
});

test('a rule of the owner', async ({ site: { visitor, domain, knock, refuses, details, opensEntry } }) => {
  // What the rule is tried on.
  await refuses(true, HONEST);
  await opensEntry('status=blocked', PATH);

  await test.step('is written, tried on what was logged, and refuses at the edge', async () => {
    await refuses(false, '/shut/door');
    await visitor.open(`/dashboard/domains?configure=${domain}&show=rules`);
    await visitor.press('Add rule');
    const dialog = visitor.dialog('Add custom rule');
    await visitor.press('Add rule', dialog);
    await visitor.sees('Please enter a name', dialog);
    await visitor.fill({ Name: 'The shut door', Values: PATH }, dialog);
    await visitor.press('Add value', dialog);
    await visitor.sees(
      /^[1-9]\d* of the newest \d+ requests/,
      dialog.getByRole('region', { name: 'Recent matches' }),
    );
    await visitor.press(`Remove ${PATH}`, dialog);
    await visitor.fill({ Values: '/shut' }, dialog);
    await visitor.press('Add value', dialog);
    await visitor.press('Add rule', dialog);
    await dialog.waitFor({ state: 'hidden' });
    await visitor.sees('1 of 100 in your Business plan.');
    await visitor.sees('The shut door');
    await refuses(true, '/shut/door');
    expect((await knock('/open/door')).status).not.toBe(403);
  });

  await test.step('is named by the log, which leads to it', async () => {
    await opensEntry('action=custom_rule', '/shut/door');
    await visitor.sees('The shut door', details);
    await visitor.follow('Show the custom rule', details);
    await visitor.arrivesAt(/show=rules&rule=/);
    await visitor.page.getByRole('list', { name: /^Custom rules/ }).waitFor();
  });

  await test.step('lets pass again once it is off', async () => {
    await visitor.page.getByRole('switch', { name: '"The shut door" is on' }).click();
    await refuses(false, '/shut/door');
  });
});
