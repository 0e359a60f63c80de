import { verifiedDomain } from './domain-of.ts';
import { expect, test } from './fixtures.ts';
import { keyboardFaults } from './keyboard-walk.ts';
import { noteFocus } from './keyboard-walk-page.ts';
import { addressesFor, addressesOfOwners } from './listed-pages.ts';
import type { Visitor } from './visitor.ts';
import type { World } from './world.ts';

/** Removes shadows and backgrounds: the focus has to be shown by an outline. */
const BY_KEYBOARD = { forcedColors: 'active', reducedMotion: 'reduce' } as const;

async function ownerOfDomain(world: World): Promise<{ owner: Visitor; domain: string }> {
  const account = await world.confirm(await world.customer('business'));
  const domain = await verifiedDomain(world, account, world.stack.originPort);
  return { owner: await prepared(await world.signedIn(account, BY_KEYBOARD)), domain };
}

async function prepared(visitor: Visitor): Promise<Visitor> {
  await visitor.withoutLiveFigures();
  await visitor.page.context().addInitScript(noteFocus);
  return visitor;
}

async function walk(visitor: Visitor, paths: readonly string[]): Promise<string[]> {
  const faults: string[] = [];
  for (const path of paths) {
    await visitor.open(path);
    await visitor.page.getByRole('heading', { level: 1 }).first().waitFor();
    await visitor.page.waitForLoadState('networkidle');
    faults.push(...(await keyboardFaults(visitor.page, ['Tab'])).map((fault) => `${path}: ${fault}`));
  }
  return faults;
}

test.describe('by keyboard alone, in forced colours', () => {
  for (const [kind, what] of [
    ['pages', 'an owner’s pages'],
    ['tabs', 'their tabs'],
  ] as const)
    test(`everything on ${what} is come to, and one sees where one is`, async ({ world }) => {
      const { owner, domain } = await ownerOfDomain(world);
      expect(await walk(owner, addressesOfOwners(domain)[kind])).toEqual([]);
    });

  // A site's parts have most controls of all.
  for (const half of [0, 1])
    test(`and on the parts of an owner’s site, half ${half + 1}`, async ({ world }) => {
      const { owner, domain } = await ownerOfDomain(world);
      const { parts } = addressesOfOwners(domain);
      const own = parts.filter((_, index) => index % 2 === half);
      expect(own).not.toEqual([]);
      expect(await walk(owner, own)).toEqual([]);
    });

  test('on phones Tab goes through the entries of the log as they are read', async ({ world }) => {
    const account = await world.confirm(await world.customer('business'));
    const domain = await verifiedDomain(world, account, world.stack.originPort);
    const visitor = await prepared(
      await world.signedIn(account, { viewport: { width: 390, height: 844 }, ...BY_KEYBOARD }),
    );
    await visitor.open(`/dashboard/logs?domain=${domain}`);
    await visitor.page.getByRole('region', { name: 'WAF activity' }).getByRole('button').first().waitFor();
    await visitor.page.waitForLoadState('networkidle');
    expect(await keyboardFaults(visitor.page, ['Tab', 'Shift+Tab'], true)).toEqual([]);
  });

  test('and on each of administrators', async ({ world }) => {
    const admin = await prepared(await world.signedIn(world.stack.accounts.admin, BY_KEYBOARD));
    expect(await walk(admin, addressesFor('administrators'))).toEqual([]);
  });

  test('dialogs keep the focus, close by Escape, and give it back', async ({ world }) => {
    const { owner } = await ownerOfDomain(world);
    for (const [path, open] of [
      ['/dashboard/domains', 'Add Domain'],
      ['/dashboard/settings?tab=security', 'Create key'],
      ['/dashboard/settings?tab=billing', 'Change Plan'],
      ['/dashboard/lists', 'Add list'],
    ] as const) {
      await owner.open(path);
      await owner.button(open).first().press('Enter');
      await owner.page.getByRole('dialog').filter({ visible: true }).last().waitFor();
      await owner.page.waitForLoadState('networkidle');
      expect([path, await keyboardFaults(owner.page, ['Tab'])]).toEqual([path, []]);
      await expect(owner.button(open).first()).toBeFocused();
    }
  });

  test('the window of the newsletter covers no link that has the focus', async ({ world }) => {
    for (const viewport of [
      { width: 390, height: 844 },
      { width: 1280, height: 900 },
    ]) {
      const visitor = await world.visitor({ newsletter: true, viewport, ...BY_KEYBOARD });
      await visitor.page.clock.install();
      await visitor.open('/about');
      const popup = visitor.page.getByRole('region', { name: 'Newsletter' });
      await expect(async () => {
        await visitor.page.clock.runFor(1_000);
        await expect(popup).toBeVisible({ timeout: 100 });
      }).toPass();
      expect(await keyboardFaults(visitor.page, ['Tab', 'Shift+Tab'])).toEqual([]);
    }
  });
});
