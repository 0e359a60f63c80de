import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { AdminOrder } from '../../../shared/api/types.ts';
import { adminAnswers, fakeAdmin } from '../../../testing/fake-admin.ts';
import { installFakeApi } from '../../../testing/fake-api.ts';
import { fakeOrder } from '../../../testing/fake-paypal.ts';
import { renderApp, storeSession } from '../../../testing/render-app.tsx';

/** A page of them. */
const orders = Array.from(
  { length: 50 },
  (_, index): AdminOrder => ({
    ...fakeOrder('paid'),
    id: `order-${index}`,
    order_number: `PAL-${index}`,
    user_id: null,
    guest_email: 'guest@example.com',
    buyer_email: 'guest@example.com',
    failure: null,
  }),
);

describe('the list of orders', () => {
  it('is sorted by the server, by what one presses, and says how it is sorted', async () => {
    storeSession(fakeAdmin);
    const api = installFakeApi({
      ...adminAnswers,
      'GET /api/orders': { body: { orders, total: 120 } },
    });
    renderApp('/admin?tab=orders&sort=nonsense');
    const header = async (name: string) => screen.findByRole('columnheader', { name });
    const sortedBy = () => api.asked('GET /api/orders').map(({ query }) => query);

    expect((await header('Date')).getAttribute('aria-sort')).toBe('descending');
    fireEvent.click(await screen.findByRole('button', { name: 'Next' }));
    await waitFor(() =>
      expect(sortedBy().at(-1)).toBe('?after=order-49&limit=50&sort=created_at&order=desc'),
    );
    expect(await screen.findByText('51–100 of 120')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Amount' }));
    await waitFor(() => expect(sortedBy().at(-1)).toBe('?limit=50&sort=amount&order=asc'));
    expect((await header('Amount')).getAttribute('aria-sort')).toBe('ascending');
    fireEvent.click(screen.getByRole('button', { name: 'Amount' }));
    await waitFor(() => expect(sortedBy().at(-1)).toBe('?limit=50&sort=amount&order=desc'));
  });

  it('is searched by what the address says, and says of each what became of its payment', async () => {
    storeSession(fakeAdmin);
    const [paid] = orders;
    const shown: AdminOrder[] = [
      { ...paid!, id: 'a', refunded_amount: 10 },
      { ...paid!, id: 'b', status: 'cancelled', failure: 'buyer_cancelled' },
      { ...paid!, id: 'c', status: 'failed', failure: 'mismatch_currency' },
      { ...paid!, id: 'd', status: 'cancelled', failure: 'refunded', refunded_at: paid!.paid_at },
      { ...paid!, id: 'e', awaits_consent: true },
    ];
    const api = installFakeApi({ ...adminAnswers, 'GET /api/orders': { body: { orders: shown, total: 5 } } });
    renderApp('/admin?tab=orders&search=PAL-7');
    await screen.findByText('Partly refunded');
    expect(screen.getAllByRole('status').map(({ textContent }) => textContent)).toContain('5 rows found');
    expect(new URLSearchParams(api.asked('GET /api/orders').at(-1)?.query).get('search')).toBe('PAL-7');
    expect((screen.getByLabelText('Search orders') as HTMLInputElement).value).toBe('PAL-7');
    screen.getByText('Cancelled by the buyer');
    screen.getByText('The currency of the PayPal payment differs from the order');
    screen.getByText('Not in use yet: it waits for the buyer’s consent');
    // Once, by its badge.
    expect(screen.getAllByText(/^refunded$/i)).toHaveLength(1);
  });

  it('does not say that no order fits where the buyers cannot be looked up', async () => {
    storeSession(fakeAdmin);
    const away = { status: 503, body: { code: 'unavailable', detail: 'Accounts are away.' } };
    let isAway = true;
    const api = installFakeApi({
      ...adminAnswers,
      'GET /api/admin/users': () => (isAway ? away : { body: [] }),
      'GET /api/orders': { body: { orders: [], total: 0 } },
    });
    renderApp('/admin?tab=orders&search=anna');
    await screen.findByText('Accounts are away.');
    expect(api.asked('GET /api/orders')).toEqual([]);
    isAway = false;
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await screen.findByText('No order fits.');
  });

  it('keeps in sight why a refund was refused, until it is tried again', async () => {
    storeSession(fakeAdmin);
    const order = { ...orders[0]!, status: 'completed' as const, paid_at: '2026-03-01T10:00:00.000Z' };
    const path = `POST /api/orders/${order.id}/refund`;
    const over = { code: 'guarantee_ended', detail: 'The 14-day money-back guarantee has ended.' };
    const api = installFakeApi({
      ...adminAnswers,
      'GET /api/orders': { body: { orders: [order], total: 1 } },
      [path]: ({ body }: { body: unknown }) =>
        (body as { beyond_guarantee: boolean }).beyond_guarantee
          ? { body: order }
          : { status: 409, body: over },
    });
    renderApp('/admin?tab=orders');
    fireEvent.click(await screen.findByRole('button', { name: `Refund ${order.order_number}` }));
    const question = await screen.findByRole('alertdialog');
    fireEvent.click(within(question).getByRole('button', { name: /^Refund/ }));
    expect((await within(question).findByRole('alert')).textContent).toBe(over.detail);
    fireEvent.click(within(question).getByRole('checkbox', { name: /guarantee is over/ }));
    fireEvent.click(within(question).getByRole('button', { name: /^Refund/ }));
    await screen.findByText(`${order.order_number} is refunded`);
    expect(api.asked(path).map(({ body }) => body)).toEqual([
      { beyond_guarantee: false },
      { beyond_guarantee: true },
    ]);
  });

  it('leads to the page of a buyer who has an account, and to none of a guest’s or deleted one’s', async () => {
    storeSession(fakeAdmin);
    const [guest] = orders;
    const shown: AdminOrder[] = [
      guest!,
      { ...guest!, id: 'a', user_id: 'user-7', guest_email: null, buyer_email: 'anna@example.com' },
      { ...guest!, id: 'b', user_id: 'user-8', guest_email: null, buyer_email: null },
    ];
    installFakeApi({ ...adminAnswers, 'GET /api/orders': { body: { orders: shown, total: 3 } } });
    renderApp('/admin?tab=orders');
    const link = await screen.findByRole('link', { name: 'anna@example.com' });
    expect(link.getAttribute('href')).toBe('/admin/users/user-7');
    expect(screen.queryByRole('link', { name: 'guest@example.com' })).toBeNull();
    expect(screen.queryByRole('link', { name: 'user-8' })).toBeNull();
  });
});
