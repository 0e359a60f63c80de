import { fireEvent, screen, waitFor } from '@testing-library/react';
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
