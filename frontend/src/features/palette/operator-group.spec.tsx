import { fireEvent, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { fakeAdmin, fakeAdminUser } from '../../testing/fake-admin.ts';
import { fakePlans, fakeUser, installFakeApi } from '../../testing/fake-api.ts';
import { fakeOrder } from '../../testing/fake-paypal.ts';
import { renderApp, storeSession } from '../../testing/render-app.tsx';

const order = {
  ...fakeOrder('paid'),
  ...{ user_id: fakeAdminUser.id, guest_email: null, buyer_email: fakeAdminUser.email, failure: null },
};

function open(user = fakeAdmin) {
  storeSession(user);
  const api = installFakeApi({
    'GET /api/auth/me': { body: user },
    'GET /api/plans': { body: fakePlans },
    'GET /api/domains': { body: [] },
    'GET /api/admin/users': { body: [fakeAdminUser] },
    'GET /api/orders': { body: { orders: [order], total: 1 } },
  });
  renderApp('/dashboard/settings');
  return api;
}

async function type(text: string) {
  await screen.findByRole('heading', { level: 1, name: 'Settings' });
  await userEvent.keyboard('{Control>}k{/Control}');
  const palette = await screen.findByRole('dialog', { name: 'Command palette' });
  await userEvent.type(within(palette).getByRole('combobox'), text);
  return palette;
}

beforeEach(() => localStorage.clear());

describe('the palette of administrators', () => {
  it('finds accounts and orders of everybody, once the hands rest', async () => {
    const api = open();
    const palette = await type('stranger');
    await within(palette).findByText(fakeAdminUser.email);
    fireEvent.click(await within(palette).findByText(order.order_number));
    expect(((await screen.findByLabelText('Search orders')) as HTMLInputElement).value).toBe(
      order.order_number,
    );
    const asked = api.asked('GET /api/admin/users');
    expect(asked).toHaveLength(1);
    expect(new URLSearchParams(asked[0]?.query).get('search')).toBe('stranger');
  });

  it('leads with the id of a request to the logs of all customers', async () => {
    open();
    const id = '0195a000-0000-7000-8000-000000000001';
    const palette = await type(id);
    await within(palette).findByText('Request of anybody');
  });

  it('is not that of customers', async () => {
    const api = open(fakeUser());
    const palette = await type('settings');
    await within(palette).findByText('Settings');
    await new Promise((resolve) => setTimeout(resolve, 400));
    expect(api.asked('GET /api/admin/users')).toEqual([]);
    expect(api.asked('GET /api/orders')).toEqual([]);
  });
});
