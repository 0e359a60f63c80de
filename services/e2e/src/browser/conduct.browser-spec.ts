import { eventually } from '@palisade/testing';
import type { Page } from '@playwright/test';
import { ApiClient } from '../api-client.ts';
import { attackInQuery } from '../corpus.ts';
import { visit } from '../edge-client.ts';
import type { Account } from '../stack.ts';
import { smallTargets, violations } from './axe.ts';
import { expect, test } from './fixtures.ts';
import { addressesFor } from './listed-pages.ts';
import type { Visitor } from './visitor.ts';
import type { World } from './world.ts';

/** Pages without a single request look better than they are: these have some, from known and unknown places. */
async function trafficOfCustomer(world: World): Promise<void> {
  const knock = (target: string, from: string) =>
    visit(world.stack.urls.demo_site, 'shop.localhost', target, { headers: { 'x-forwarded-for': from } });
  const from = { germany: '85.214.132.117', nowhere: '192.0.2.7' };
  await knock('/', from.germany);
  await knock('/a-path-that-nobody-knows', from.nowhere);
  const { uri: attack } = attackInQuery('sqli');
  await knock(attack, from.germany);
  await knock(attack, from.nowhere);
  const api = await ApiClient.signIn(world.stack.api, world.stack.accounts.customer);
  await eventually('the log showing them', async () => {
    const { body } = await api.call<{ logs: unknown[] }>('GET', '/dashboard/logs/recent?action=block');
    expect(body.logs.length).toBeGreaterThan(1);
  });
}

async function settled(visitor: Visitor): Promise<void> {
  await visitor.page.getByRole('heading', { level: 1 }).first().waitFor();
  await visitor.page.waitForLoadState('networkidle');
}

test.beforeAll(({ world }) => trafficOfCustomer(world));

const PAGES_A_TEST = 8;

function chunks<T>(items: readonly T[]): T[][] {
  return Array.from({ length: Math.ceil(items.length / PAGES_A_TEST) }, (_, index) =>
    items.slice(index * PAGES_A_TEST, (index + 1) * PAGES_A_TEST),
  );
}

for (const [what, access, who] of [
  ['public pages', 'everyone', null],
  ['the dashboard', 'signed-in', 'customer'],
  ['the admin panel', 'administrators', 'admin'],
] as const)
  for (const addresses of chunks(addressesFor(access)))
    test(`axe and targets in both themes: finds nothing serious on ${what}, from ${addresses[0]}`, async ({
      world,
    }) => {
      const options = { colorScheme: 'light', reducedMotion: 'reduce' } as const;
      const visitor = who
        ? await world.signedIn(world.stack.accounts[who], options)
        : await world.visitor(options);
      await visitor.withoutLiveFigures();
      // A status page that is not there says so.
      visitor.expectsRefusalBy('/api/status/nobody');
      const found: string[] = [];
      for (const address of addresses) {
        await visitor.open(address);
        await settled(visitor);
        found.push(...(await violations(visitor.page)).map((text) => `${address} ${text}`));
        found.push(...(await smallTargets(visitor.page)).map((text) => `${address} under 24 px: ${text}`));
      }
      expect(found).toEqual([]);
    });

test.describe('with the keyboard alone', () => {
  let account: Account;
  test.beforeEach(async ({ world }) => {
    account = await world.customer();
  });

  /** Presses Tab until the focus is on what has this name. */
  async function tabTo(page: Page, name: string, key = 'Tab'): Promise<void> {
    for (let presses = 0; presses < 80; presses++) {
      const focused = await page.evaluate(() => {
        const element = document.activeElement;
        if (!element || element === document.body) return '';
        const labels = 'labels' in element ? [...((element as HTMLInputElement).labels ?? [])] : [];
        const by = element.getAttribute('aria-labelledby');
        return (
          element.getAttribute('aria-label') ||
          labels.map((label) => label.textContent).join(' ') ||
          (by && document.getElementById(by)?.textContent) ||
          element.textContent ||
          ''
        ).trim();
      });
      if (focused === name) return;
      await page.keyboard.press(key);
    }
    throw new Error(`the keyboard never reached "${name}"`);
  }

  test('one signs in, adds a domain, and finds a page by the palette', async ({ world }) => {
    const visitor = await world.visitor();
    const { page } = visitor;
    const { keyboard } = page;
    await visitor.open('/login');
    await tabTo(page, 'Skip to content');
    await keyboard.press('Enter');
    await tabTo(page, 'Email address');
    await keyboard.type(account.email);
    await tabTo(page, 'Password');
    await keyboard.type(account.password);
    await keyboard.press('Enter');
    await visitor.seesHeading('Dashboard Overview');

    await tabTo(page, 'Domains');
    await keyboard.press('Enter');
    await visitor.seesHeading('My Domains');
    await tabTo(page, 'Add Domain');
    await keyboard.press('Enter');
    await visitor.dialog('Add Domain').waitFor();
    await tabTo(page, 'Domain Name');
    await keyboard.type(`${account.username}.localhost`);
    await tabTo(page, 'Server IP');
    await keyboard.type('127.0.0.1');
    await keyboard.press('Enter');
    await visitor.isTold('Domain added! Please verify DNS.');

    await tabTo(page, 'Configure WAF');
    await keyboard.press('Enter');
    const dialog = visitor.dialog('Configure WAF');
    await dialog.waitFor();
    // It takes in nothing before what is stored has come.
    await visitor.button('Save Origin Settings', dialog).click({ trial: true });
    await tabTo(page, 'Origin Server');
    await keyboard.press('ArrowRight');
    await keyboard.press('Enter');
    await tabTo(page, 'Managed Rules');
    await keyboard.press('Space');
    await dialog.getByRole('switch', { name: 'Managed Rules', checked: false }).waitFor();
    await keyboard.press('Escape');
    const question = page.getByRole('alertdialog', { name: 'Leave without saving?' });
    await question.waitFor();
    await tabTo(page, 'Discard changes');
    await keyboard.press('Enter');
    await dialog.waitFor({ state: 'hidden' });
    const focused = () => page.evaluate(() => document.activeElement?.textContent);
    await expect.poll(focused, { message: 'the focus being back' }).toEqual('Configure WAF');

    await keyboard.press('Control+k');
    const palette = visitor.dialog('Command palette');
    await expect(palette.getByRole('combobox')).toBeFocused();
    await keyboard.type('analyt');
    await palette.getByRole('option', { name: 'Analytics', selected: true }).waitFor();
    await keyboard.press('Enter');
    await visitor.seesHeading('Analytics & Reports');

    // Help and the documentation are found in the same place.
    await keyboard.press('Control+k');
    await keyboard.type('support');
    await palette.getByRole('option', { name: 'Ask for help' }).waitFor();
    await keyboard.press('Control+a');
    await keyboard.type('extensions are not offered to the origin');
    await palette.getByRole('option', { name: /WebSocket, streams/, selected: true }).waitFor();
    await keyboard.press('Enter');
    await visitor.arrivesAt('/docs/security/not-inspected');
    await visitor.seesHeading('What is not inspected');
  });
});

test.describe('what a person has chosen', () => {
  test('moves nothing where motion is not wanted', async ({ world }) => {
    const visitor = await world.visitor({ reducedMotion: 'reduce' });
    await visitor.open('/');
    await settled(visitor);
    const moving = await visitor.page.evaluate(
      () =>
        [...document.querySelectorAll('*')]
          .map((element) => getComputedStyle(element))
          .filter(
            (style) =>
              Number.parseFloat(style.transitionDuration) > 0.01 ||
              Number.parseFloat(style.animationDuration) > 0.01,
          ).length,
    );
    expect(moving).toBe(0);
  });

  test('keeps the theme over a reload, before the first paint', async ({ world }) => {
    const visitor = await world.visitor({ colorScheme: 'light' });
    await visitor.open('/');
    await visitor.press('Switch to dark theme');
    await expect.poll(() => visitor.stored('theme')).toBe('dark');
    await visitor.reload();
    await expect(visitor.page.locator('html')).toHaveAttribute('data-theme', 'dark');
    await visitor.button('Switch to light theme').waitFor();
  });

  test('makes no markup and no script of text', async ({ world }) => {
    const visitor = await world.signedIn(world.stack.accounts.customer);
    await visitor.open('/dashboard');
    const refused = await visitor.page.evaluate(() => {
      const attempts: Record<string, () => void> = {
        markup: () => {
          document.createElement('div').innerHTML = '<img src=x onerror=alert(1)>';
        },
        script: () => {
          document.createElement('script').src = '/start.js';
        },
        frame: () => {
          document.createElement('iframe').srcdoc = '<script>alert(1)</script>';
        },
        policy: () => {
          const { trustedTypes } = globalThis as unknown as {
            trustedTypes: { createPolicy: (name: string, rules: object) => void };
          };
          trustedTypes.createPolicy('mine', { createHTML: (html: string) => html });
        },
      };
      return Object.entries(attempts).flatMap(([name, attempt]) => {
        try {
          attempt();
          return [];
        } catch (error) {
          return error instanceof TypeError ? [name] : [];
        }
      });
    });
    expect(refused).toEqual(['markup', 'script', 'frame', 'policy']);
    // The browser reports each of them at a later time.
    const problems: string[] = [];
    await eventually('the browser has told of all', async () => {
      problems.push(...visitor.takeProblems());
      expect(problems).toHaveLength(refused.length * 2);
    });
    expect(problems.join('\n')).toContain('require-trusted-types-for');
  });

  test('shows times in UTC or local, for all screens', async ({ world }) => {
    const visitor = await world.signedIn(world.stack.accounts.customer, { timezoneId: 'Asia/Tokyo' });
    await visitor.open('/dashboard/logs');
    await visitor.page.getByRole('radio', { name: 'UTC' }).click();
    await expect.poll(() => visitor.stored('time_zone')).toBe('utc');
    await visitor.reload();
    await visitor.page.getByRole('radio', { name: 'UTC', checked: true }).waitFor();
  });

  test('hears that the browser is offline, and when it is back', async ({ world }) => {
    const visitor = await world.signedIn(world.stack.accounts.customer);
    await visitor.open('/dashboard/settings');
    await visitor.seesHeading('Settings');
    await visitor.page.context().setOffline(true);
    await visitor.sees('You are offline.');
    await visitor.page.context().setOffline(false);
    await visitor.page.getByText('You are offline.').waitFor({ state: 'hidden' });
    visitor.takeProblems();
  });
});
