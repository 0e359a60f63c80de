import { screen } from '@testing-library/react';
import { fakePlans, fakeUser, installFakeApi } from '../../testing/fake-api.ts';
import { fakeOrder } from '../../testing/fake-paypal.ts';
import { renderApp, storeSession } from '../../testing/render-app.tsx';
import { moneyBackText } from './money-back-button.tsx';

const preview = {
  amount: 29,
  currency: 'USD',
  until: '2026-12-15T12:00:00.000Z',
  plan_after: { name: 'Free', paid_until: null },
};

describe('the money-back guarantee', () => {
  it('says what happens to the plan before the money is asked for, and shows that it went back', async () => {
    const user = fakeUser();
    localStorage.clear();
    storeSession(user);
    let isBack = false;
    const api = installFakeApi({
      'GET /api/auth/me': { body: user },
      'GET /api/plans': { body: fakePlans },
      'GET /api/orders/o-1': () => ({ body: fakeOrder(isBack ? 'refunded' : 'paid') }),
      'GET /api/orders/o-1/money-back': { body: preview },
      'POST /api/orders/o-1/money-back': () => {
        isBack = true;
        return { body: fakeOrder('refunded') };
      },
    });
    const app = renderApp('/payment?order=o-1');
    await screen.findByText('PAL-1');
    await app.user.click(await screen.findByRole('button', { name: 'Get my money back' }));
    await screen.findByText(moneyBackText(preview, 'Starter'));
    expect(api.asked('POST /api/orders/o-1/money-back')).toHaveLength(0);
    const [, confirm] = await screen.findAllByRole('button', { name: 'Get my money back', hidden: true });
    await app.user.click(confirm as HTMLElement);
    await screen.findByRole('heading', { name: 'Your money went back' });
  });

  it('says that it was used, and whom to ask about this payment', async () => {
    const user = fakeUser();
    localStorage.clear();
    storeSession(user);
    const detail = 'The money-back guarantee has been used before for this account.';
    installFakeApi({
      'GET /api/auth/me': { body: user },
      'GET /api/plans': { body: fakePlans },
      'GET /api/orders/o-1': { body: fakeOrder('paid') },
      'GET /api/orders/o-1/money-back': { status: 409, body: { code: 'guarantee_used', detail } },
    });
    renderApp('/payment?order=o-1');
    await screen.findByText(detail);
    expect(screen.queryByRole('button', { name: 'Get my money back' })).toBeNull();
  });

  it('names the plan that an earlier payment has bought', () => {
    const after = { name: 'Business', paid_until: '2027-01-15T12:00:00.000Z' };
    expect(moneyBackText({ ...preview, plan_after: after }, 'Enterprise')).toContain(
      'on the Business plan then, paid until Jan 15, 2027.',
    );
  });
});
