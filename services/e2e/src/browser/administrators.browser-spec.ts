import { ApiClient } from '../api-client.ts';
import { expect, test } from './fixtures.ts';
import type { Visitor } from './visitor.ts';

let admin: Visitor;
test.beforeEach(async ({ world }) => {
  admin = await world.signedIn(world.stack.accounts.admin);
});

test.describe('an administrator', () => {
  test('lands on the admin panel, which has its tabs', async ({ world }) => {
    const visitor = await world.visitor();
    await visitor.logsIn(world.stack.accounts.admin);
    await visitor.arrivesAt('/admin');
    await visitor.seesHeading('Super Admin Panel');
    const tabs = async () => {
      const texts = await visitor.page.getByRole('tab').allTextContents();
      return texts.map((text) => text.trim()).slice(0, 6);
    };
    const expected = ['Overview', 'Users', 'Plans', 'Newsletters', 'Campaigns', 'Tools'];
    await expect.poll(tabs, { message: 'the tabs' }).toEqual(expected);
    await visitor.follow('Super Admin');
    await visitor.arrivesAt('/admin');
  });

  test('sees the figures of the business', async () => {
    await admin.open('/admin');
    for (const label of ['Total Users', 'Total Domains', 'Subscribers', 'MRR', 'ARR'])
      await admin.sees(label);
    await admin.seesHeading('Plan Distribution');
    await admin.sees('free', admin.page.getByRole('main'));
  });

  test('begins with what needs attention and who came, each leading to its tab', async () => {
    await admin.open('/admin');
    await admin.seesHeading('Needs attention');
    await admin.page.getByRole('list', { name: 'Newest accounts' }).getByRole('listitem').first().waitFor();
    await admin.follow('All users');
    await admin.arrivesAt('/admin?tab=users');
    await admin.open('/admin');
    await admin.follow('All orders');
    await admin.arrivesAt('/admin?tab=orders');
  });

  test('reads who did what in the audit log', async () => {
    await admin.open('/admin?tab=tools');
    await admin.seesHeading('Audit Log');
    await admin.page.getByRole('region', { name: 'Audit log' }).getByRole('row').nth(1).waitFor();
  });
});

test('users', async ({ world }) => {
  const row = () => admin.page.getByRole('row').filter({ hasText: account.email });

  const account = world.stranger();
  await admin.open('/admin?tab=users');

  await test.step('are created, and can sign in', async () => {
    await admin.press('Add User');
    const dialog = admin.dialog('Add New User');
    await admin.press('Create User', dialog);
    await admin.sees('Please enter a username');
    await admin.sees('Please enter an email address');
    await admin.sees('Please enter a password');
    await expect(dialog.getByRole('checkbox', { name: 'Active' })).toHaveCount(0);
    await admin.fill(
      { Username: account.username, Email: account.email, Password: account.password, 'Full Name': 'Bo' },
      dialog,
    );
    await dialog.getByLabel('Plan').selectOption('starter');
    await admin.press('Create User', dialog);
    await admin.isTold('User created successfully!');
    await search();
    await admin.sees('starter', row());
    const visitor = await world.visitor();
    await visitor.logsIn(account);
    await visitor.seesHeading('Dashboard Overview');
  });

  await test.step('are edited; an empty password keeps the present one', async () => {
    await admin.press(`Edit ${account.username}`, row());
    const dialog = admin.dialog('Edit User');
    await admin.fill({ 'Full Name': 'Bo Renamed' }, dialog);
    await dialog.getByLabel('Plan').selectOption('business');
    await admin.press('Save User', dialog);
    await admin.isTold('User updated successfully!');
    await admin.sees('Bo Renamed', row());
    await admin.sees('business', row());
    const visitor = await world.visitor();
    await visitor.logsIn(account);
    await visitor.seesHeading('Dashboard Overview');
  });

  await test.step('are shut out when they are no longer active', async () => {
    await admin.press(`Edit ${account.username}`, row());
    const dialog = admin.dialog('Edit User');
    await dialog.getByRole('checkbox', { name: 'Active' }).click();
    await admin.press('Save User', dialog);
    await admin.sees('Inactive', row());
    const visitor = await world.visitor();
    visitor.expectsRefusalBy('/api/auth/login');
    await visitor.logsIn(account);
    await visitor.page.getByRole('alert').first().waitFor();
    expect(await visitor.stored('token')).toBeNull();
  });

  await test.step('are as they were by "Undo", and let in again', async () => {
    const edit = async () => {
      await admin.press(`Edit ${account.username}`, row());
      const dialog = admin.dialog('Edit User');
      await dialog.getByRole('checkbox', { name: 'Active' }).click();
      await admin.press('Save User', dialog);
      await dialog.waitFor({ state: 'detached' });
    };
    const state = (name: string) => row().getByText(name, { exact: true }).waitFor();
    await edit();
    await state('Active');
    await admin.press('Undo');
    await state('Inactive');
    await edit();
    await state('Active');
    const visitor = await world.visitor();
    await visitor.logsIn(account);
    await visitor.seesHeading('Dashboard Overview');
  });

  await test.step('are deleted after a question, and after the time to take it back', async () => {
    const remove = async () => {
      await admin.press(`Delete ${account.username}`, row());
      await admin.press('Delete user', admin.page.getByRole('alertdialog'));
    };
    await remove();
    await admin.press('Undo');
    await admin.isTold(`${account.username} is about to be deleted.`);
    await row().waitFor();
    await remove();
    await admin.isTold(`${account.username} is about to be deleted.`);
    await admin.sees('No user matches.');
    await admin.isTold('User deleted successfully!');
    await admin.sees('No user matches.');
  });

  async function search(): Promise<void> {
    await admin.page.getByLabel('Search users').fill(account.email);
    await row().waitFor();
  }
});

test('plans', async ({ world }) => {
  const card = () => admin.page.getByRole('article').filter({ hasText: 'Keep' });

  await test.step('are created with their features, one a line', async () => {
    await admin.open('/admin?tab=plans');
    await admin.press('Add Plan');
    const dialog = admin.dialog('Add New Plan');
    await admin.press('Create Plan', dialog);
    await admin.sees('Please enter a name');
    await admin.sees('Please enter a price, 0 or more');
    await expect(dialog.getByLabel('Features')).toHaveAttribute('rows', '6');
    await admin.fill(
      {
        Name: 'Keep',
        Slug: 'keep',
        'Price ($ per month)': '49.5',
        Description: 'For one tower',
        Features: '✓ One tower\n\n❌ A moat\n',
      },
      dialog,
    );
    await admin.press('Create Plan', dialog);
    await admin.isTold('Plan created successfully!');
    await admin.sees('$49.50', card());
    await expect(card().getByRole('listitem')).toHaveText(['One tower', 'Not included: A moat']);
  });

  await test.step('show on the pricing page, with what they lack struck through', async () => {
    const visitor = await world.visitor();
    await visitor.open('/pricing');
    const shown = visitor.page.getByRole('article').filter({ hasText: 'Keep' });
    const missing = shown.getByRole('listitem').filter({ hasText: 'A moat' });
    await missing.waitFor();
    expect(await missing.evaluate((line) => getComputedStyle(line).textDecorationLine)).toBe('line-through');
  });

  await test.step('are no longer on offer once deactivated; that can be undone', async () => {
    const toggle = async () => {
      await admin.press('Edit Keep', card());
      const dialog = admin.dialog('Edit Plan');
      await dialog.getByRole('checkbox', { name: 'Active' }).click();
      await admin.press('Save Plan', dialog);
      await dialog.waitFor({ state: 'detached' });
    };
    const state = (name: string) => card().getByText(name, { exact: true }).waitFor();
    await toggle();
    await state('Inactive');
    const visitor = await world.visitor();
    await visitor.open('/pricing');
    await visitor.page.getByRole('article').filter({ hasText: 'Business' }).first().waitFor();
    // The page is made anew within a moment, and asks for the plans of now once it runs.
    await visitor.page
      .getByRole('article')
      .filter({ hasText: 'Keep' })
      .first()
      .waitFor({ state: 'detached' });
    await toggle();
    await state('Active');
    await admin.press('Undo');
    await state('Inactive');
    await toggle();
    await state('Active');
  });

  await test.step('are edited, and deleted after a question', async () => {
    await admin.press('Edit Keep', card());
    const dialog = admin.dialog('Edit Plan');
    await admin.fill({ 'Price ($ per month)': '55' }, dialog);
    await admin.press('Save Plan', dialog);
    await admin.isTold('Plan updated successfully!');
    await admin.sees('$55', card());
    await admin.press('Delete Keep', card());
    await admin.press('Cancel', admin.page.getByRole('alertdialog'));
    await admin.press('Delete Keep', card());
    await admin.press('Delete plan', admin.page.getByRole('alertdialog'));
    await admin.isTold('Plan deleted successfully!');
    await card().waitFor({ state: 'detached' });
  });
});

test.describe('orders', () => {
  test('are listed, and refunded after a question', async ({ world }) => {
    const account = await world.customer('starter');
    const buyer = await ApiClient.signIn(world.stack.api, account);
    const { body } = await buyer.call<{ orders: { order_number: string }[] }>('GET', '/orders/my-orders');
    const number = String(body.orders[0]?.order_number);
    await admin.open('/admin?tab=orders');
    await admin.page.getByLabel('Search orders').fill(account.email);
    await admin.sees('1 order');
    const order = admin.page.getByRole('row').filter({ hasText: number }).filter({ hasText: 'completed' });
    await order.getByRole('button', { name: /^Refund / }).click();
    const question = admin.page.getByRole('alertdialog');
    await admin.press('Cancel', question);
    await order.getByRole('button', { name: /^Refund / }).click();
    await admin.press('Refund $29', question);
    expect(number).toMatch(/^PAL-\d{4}-\d+$/);
    await admin.isTold(`${number} is refunded`);
    await admin.page.getByRole('row').filter({ hasText: number }).filter({ hasText: 'Refunded' }).waitFor();
  });
});

test.describe('the edge', () => {
  test('has its phases switched off and on by hand', async () => {
    await admin.open('/admin?tab=edge');
    const scan = admin.page.getByRole('switch', { name: /Upload scan/ });
    await scan.click();
    await admin.press('Switch off', admin.page.getByRole('alertdialog'));
    await admin.isTold('Switched off on all edge nodes');
    await admin.sees('One switch is off for all sites.');
    await admin.open('/admin');
    await admin.page
      .getByRole('list', { name: 'Needs attention' })
      .getByRole('link', { name: /1 switch of the edge turned off/ })
      .click();
    await admin.arrivesAt('/admin?tab=edge');
    await scan.click();
    await admin.isTold('Switched on again, on all edge nodes');
    await admin.page.getByText('One switch is off for all sites.').waitFor({ state: 'hidden' });
  });
});
