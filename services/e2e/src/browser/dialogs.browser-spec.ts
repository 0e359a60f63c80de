import type { Page } from '@playwright/test';
import type { Account } from '../running-stack.ts';
import { smallTargets, violations } from './axe.ts';
import { verifiedDomain } from './domain-of.ts';
import { expect, test } from './fixtures.ts';
import type { Visitor } from './visitor.ts';
import type { World } from './world.ts';

async function ownerOfDomain(world: World): Promise<Account> {
  const owner = await world.confirm(await world.customer('starter'));
  await verifiedDomain(world, owner, world.stack.originPort);
  return owner;
}

/** Where one begins, and the buttons, tabs and switches that one presses to come to the dialog. */
interface Way {
  name: string;
  path: string;
  open: (visitor: Visitor) => Promise<void>;
}

const press =
  (...names: (string | RegExp)[]) =>
  async (visitor: Visitor): Promise<void> => {
    for (const name of names) await visitor.press(name);
  };

const configuration = async (visitor: Visitor): Promise<void> => {
  await visitor.press('Configure WAF');
  // Only what has been loaded can be pressed in earnest.
  await visitor.button('Save Origin Settings').click({ trial: true });
};

const configurationTab = (tab: string): Way => ({
  name: `configuration: ${tab}`,
  path: '/dashboard/domains',
  open: async (visitor) => {
    await configuration(visitor);
    await visitor.page.getByRole('tab', { name: tab }).click();
  },
});

const CUSTOMER: readonly Way[] = [
  { name: 'Add Domain', path: '/dashboard/domains', open: press('Add Domain') },
  { name: 'deleting a domain', path: '/dashboard/domains', open: press(/^Delete /) },
  { name: "a domain's DNS", path: '/dashboard/domains', open: press(/^(DNS$|Last step)/) },
  ...['Origin Server', 'WAF Policy', 'Rules', 'Certificates', 'Cache', 'Bans', 'History'].map(
    configurationTab,
  ),
  {
    name: 'a custom rule',
    path: '/dashboard/domains',
    open: async (visitor) => {
      await configuration(visitor);
      await visitor.page.getByRole('tab', { name: 'Rules' }).click();
      await visitor.press('Add rule');
    },
  },
  {
    name: 'an exclusion',
    path: '/dashboard/domains',
    open: async (visitor) => {
      await configuration(visitor);
      await visitor.page.getByRole('tab', { name: 'Rules' }).click();
      await visitor.page.getByRole('radio', { name: 'Exclusions' }).check();
      await visitor.press('Add exclusion');
    },
  },
  {
    name: 'Upgrade Required',
    path: '/dashboard/domains',
    open: async (visitor) => {
      await configuration(visitor);
      await visitor.page.getByRole('tab', { name: 'WAF Policy' }).click();
      await visitor.page.getByRole('switch', { name: /Caching/ }).click();
    },
  },
  { name: 'upgrading', path: '/dashboard/settings?tab=billing', open: press('Change Plan') },
  { name: 'cancelling', path: '/dashboard/settings?tab=billing', open: press('Cancel Subscription') },
  { name: 'deleting the account', path: '/dashboard/settings?tab=billing', open: press('Delete Account') },
  {
    name: 'the second factor',
    path: '/dashboard/settings?tab=security',
    open: press('Enable Two-Factor Authentication'),
  },
  { name: 'an API key', path: '/dashboard/settings?tab=security', open: press('Create key') },
  {
    name: 'the palette',
    path: '/dashboard',
    open: async (visitor) => {
      await visitor.seesHeading('Dashboard Overview');
      await visitor.page.keyboard.press('Control+k');
    },
  },
  {
    name: 'the checkout',
    path: '/pricing',
    open: async (visitor) => {
      await visitor.page.getByRole('button', { name: 'Choose Plan' }).last().click();
    },
  },
];

const ADMINISTRATOR: readonly Way[] = [
  { name: 'adding a user', path: '/admin?tab=users', open: press('Add User') },
  { name: 'editing a user', path: '/admin?tab=users', open: press(/^Edit /) },
  { name: 'deleting a user', path: '/admin?tab=users', open: press(/^Delete /) },
  { name: 'adding a plan', path: '/admin?tab=plans', open: press('Add Plan') },
  { name: 'editing a plan', path: '/admin?tab=plans', open: press(/^Edit /) },
  { name: 'importing subscribers', path: '/admin?tab=newsletters', open: press('Import CSV') },
  { name: 'a campaign', path: '/admin?tab=campaigns', open: press('Create Campaign') },
  { name: 'a mail server', path: '/admin?tab=tools', open: press('Add SMTP Server') },
];

/** Animations have ended and all requests are answered. */
async function still(page: Page): Promise<void> {
  await page.getByRole('dialog').or(page.getByRole('alertdialog')).last().waitFor();
  await page.waitForLoadState('networkidle');
}

for (const [who, ways] of [
  ['customers', CUSTOMER],
  ['administrators', ADMINISTRATOR],
] as const)
  test.describe(`a dialog of ${who} has, in both themes, nothing that axe finds serious, and no target under 24 px`, () => {
    let account: Account;
    test.beforeAll(async ({ world }) => {
      if (who === 'customers') account = await ownerOfDomain(world);
      else {
        account = world.stack.accounts.admin;
        // Administrators edit and delete others, so there is one.
        await world.customer();
      }
    });

    for (const { name, path, open } of ways)
      test(name, async ({ world }) => {
        const visitor = await world.signedIn(account, { colorScheme: 'light', reducedMotion: 'reduce' });
        await visitor.withoutLiveFigures();
        await visitor.open(path);
        await open(visitor);
        await still(visitor.page);
        expect(await violations(visitor.page)).toEqual([]);
        expect(await smallTargets(visitor.page), 'under 24 px').toEqual([]);
      });
  });
