import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { adminAnswers, fakeAdmin } from '../../../testing/fake-admin.ts';
import { type FakeCall, installFakeApi } from '../../../testing/fake-api.ts';
import { renderApp, storeSession } from '../../../testing/render-app.tsx';

const PAGE = 50;
const subscriber = (id: number) => ({
  id,
  first_name: 'Ana',
  last_name: String(id),
  email: `ana${id}@mail.example`,
  is_subscribed: true,
  created_at: '2026-01-03T00:00:00.000Z',
});

/** The newest has the highest number. */
function open(count: number) {
  storeSession(fakeAdmin);
  const api = installFakeApi({
    ...adminAnswers,
    'GET /api/admin/subscribers': ({ query }: FakeCall) => {
      const before = Number(new URLSearchParams(query).get('before') ?? count + 1);
      return {
        body: Array.from({ length: Math.min(PAGE, before - 1) }, (_, n) => subscriber(before - 1 - n)),
      };
    },
    'GET /api/admin/subscribers/suppressions': { body: [] },
    'GET /api/admin/subscribers/bounces': { body: [] },
    'GET /api/admin/stats': {
      body: {
        total_users: 1,
        total_domains: 1,
        total_subscribers: 1_234,
        mrr: 0,
        arr: 0,
        currency: 'USD',
        trials: 0,
        plan_distribution: {},
      },
    },
  });
  renderApp('/admin?tab=newsletters');
  return api;
}

const asked = (api: ReturnType<typeof open>) =>
  api.asked('GET /api/admin/subscribers').map(({ query }) => new URLSearchParams(query).get('before'));

beforeEach(() => localStorage.clear());

describe('the subscribers', () => {
  it('come a page at a time, each behind the last one of the page before', async () => {
    const api = open(120);
    await screen.findByText('ana120@mail.example');
    await screen.findByText('1,234 subscribed, newest first');
    const table = within(screen.getByRole('region', { name: 'Subscribers' }));
    expect(table.getAllByRole('row')).toHaveLength(PAGE + 1);
    fireEvent.click(screen.getByRole('button', { name: 'Older' }));
    await screen.findByText('ana70@mail.example');
    fireEvent.click(screen.getByRole('button', { name: 'Older' }));
    await screen.findByText('ana1@mail.example');
    expect(screen.getByRole('button', { name: 'Older' })).toHaveProperty('disabled', true);
    fireEvent.click(screen.getByRole('button', { name: 'Newer' }));
    await screen.findByText('ana70@mail.example');
    expect(asked(api)).toEqual([null, '71', '21']);
  });

  it('are looked for from the newest on', async () => {
    const api = open(120);
    await screen.findByText('ana120@mail.example');
    fireEvent.click(screen.getByRole('button', { name: 'Older' }));
    await screen.findByText('ana70@mail.example');
    fireEvent.change(screen.getByLabelText('Search subscribers'), { target: { value: 'ana' } });
    await waitFor(() => expect(asked(api)).toEqual([null, '71', null]));
  });

  it('have no pages where one holds all', async () => {
    open(3);
    await screen.findByText('ana3@mail.example');
    expect(screen.queryByRole('button', { name: 'Older' })).toBeNull();
  });
});
