import { ApiClient } from '../api-client.ts';
import { expect, test } from './fixtures.ts';

const REASON = 'You wrote that your shop is blocked at the checkout.';

test('an administrator asks, the customer allows it by one press, and sees afterwards what was looked at', async ({
  world,
}) => {
  const account = await world.confirm(await world.customer());
  const owner = await ApiClient.signIn(world.stack.api, account);
  const { body: me } = await owner.call<{ id: string }>('GET', '/auth/me');
  const admin = await world.signedIn(world.stack.accounts.admin);
  const customer = await world.signedIn(account);
  const seeing = admin.page.getByRole('region', { name: 'Support view' });

  await test.step('asking', async () => {
    await admin.open(`/admin/users/${me.id}`);
    await admin.press('Ask the customer');
    const dialog = admin.dialog('Ask to view the dashboard');
    await expect(dialog.getByRole('button', { name: 'Ask', exact: true })).toBeDisabled();
    await admin.fill({ Reason: REASON }, dialog);
    await admin.press('Ask', dialog);
    await admin.isTold('The customer is asked');
    await expect(admin.page.getByRole('button', { name: 'View the dashboard' })).toHaveCount(0);
  });

  await test.step('being asked, by bell and mail, and allowing it', async () => {
    const titles = async () => {
      const { body } = await owner.call<{ entries: { title: string }[] }>('GET', '/notifications');
      return body.entries.map(({ title }) => title);
    };
    await expect
      .poll(titles, { message: 'the question arriving' })
      .toContain('Support asks to view your dashboard');
    await customer.open('/dashboard');
    await customer.page.getByRole('button', { name: /^Notifications/ }).click();
    await customer.page.getByRole('link', { name: /Support asks to view your dashboard/ }).click();
    await customer.arrivesAt('/dashboard/settings?tab=security');
    await customer.sees(REASON);
    await customer.press('Allow for one hour');
    await customer.isTold('Allowed for one hour');
  });

  await test.step('looking, and changing nothing', async () => {
    await admin.reload();
    await admin.press('View the dashboard');
    await admin.arrivesAt('/dashboard');
    await expect(seeing).toContainText(account.email);
    await expect(admin.page.getByRole('link', { name: 'Super Admin' })).toHaveCount(0);
    await expect(admin.page.getByRole('button', { name: /^Notifications/ })).toHaveCount(0);
    await admin.follow('Domains');
    await admin.arrivesAt('/dashboard/domains');
    // It survives a reload, and there is no way to the panel meanwhile.
    await admin.open('/admin');
    await admin.arrivesAt('/dashboard');
    await expect(seeing).toBeVisible();
    admin.expectsRefusalBy('/api/domains');
    const [token, view] = await admin.page.evaluate(() => [
      localStorage.getItem('token'),
      (JSON.parse(sessionStorage.getItem('support_view') ?? '{}') as { id: string }).id,
    ]);
    const refused = await admin.page.evaluate(
      async ([bearer, id]) => {
        const answer = await fetch('/api/domains', {
          method: 'POST',
          headers: {
            authorization: `Bearer ${bearer}`,
            'content-type': 'application/json',
            'x-palisade-support-view': String(id),
          },
          body: JSON.stringify({ domain_name: 'made-by-support.example.com' }),
        });
        return ((await answer.json()) as { code: string }).code;
      },
      [token, view],
    );
    expect(refused).toBe('support_view_read_only');
  });

  await test.step('the customer seeing it while it goes on, and ending it', async () => {
    await customer.open('/dashboard/settings?tab=security');
    await customer.sees(/is looking at your dashboard/);
    await customer.page
      .getByText(/pages? viewed/)
      .first()
      .click();
    await customer.sees('Domains');
    // What is open in the other tab learns of it by its next call.
    admin.expectsRefusalBy(
      ...['analytics', 'analytics/breakdowns', 'live', 'now', 'stats'].map(
        (call) => `/api/dashboard/${call}`,
      ),
    );
    await customer.press('End now');
    await customer.isTold('Support access ended');
    await admin.follow('Analytics');
    await admin.arrivesAt(`/admin/users/${me.id}`);
    await expect(seeing).toHaveCount(0);
    await admin.sees('Ended');
  });
});
