import { ApiClient } from '../api-client.ts';
import { expect, test } from './fixtures.ts';

test('a bell counts what others have changed, leads to it, and remembers on every device what was read', async ({
  world,
}) => {
  const account = await world.confirm(await world.customer());
  const admin = await ApiClient.signIn(world.stack.api, world.stack.accounts.admin);
  const owner = await ApiClient.signIn(world.stack.api, account);
  const { body: me } = await owner.call<{ id: string }>('GET', '/auth/me');
  const changed = await admin.call('PUT', `/admin/users/${me.id}`, { plan: 'business' });
  expect(changed.status).toBe(200);

  const here = await world.signedIn(account);
  await here.open('/dashboard');
  const bell = (visitor: typeof here) => visitor.page.getByRole('button', { name: /^Notifications/ });
  await expect
    .poll(
      async () => {
        await here.reload();
        return bell(here).getAttribute('aria-label');
      },
      { message: 'the bell counting it' },
    )
    .toMatch(/[1-9] unread/);
  await bell(here).click();
  const panel = here.page.getByRole('dialog', { name: 'Notifications' });
  await panel.getByRole('link', { name: /Unread: Your plan is now Business/ }).click();
  await here.arrivesAt('/dashboard/settings?tab=billing');
  await bell(here).click();
  await panel.getByRole('link', { name: /^Your plan is now Business/ }).waitFor();
  if (await panel.getByRole('button', { name: 'Mark all as read' }).isVisible())
    await here.press('Mark all as read', panel);
  await expect(bell(here)).toHaveAttribute('aria-label', 'Notifications');

  const there = await world.signedIn(account);
  await there.open('/dashboard');
  await bell(there).click();
  await there.page.getByRole('link', { name: /^Your plan is now Business/ }).waitFor();
  await expect(bell(there)).toHaveAttribute('aria-label', 'Notifications');
});
