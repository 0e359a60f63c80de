import { fireEvent, screen, waitFor } from '@testing-library/react';
import { fakeDomain, fakePlans, fakeUser, installFakeApi } from '../../../testing/fake-api.ts';
import { fakeLogEntry } from '../../../testing/fake-log-entry.ts';
import { renderApp, storeSession } from '../../../testing/render-app.tsx';

const LOGS = 'GET /api/dashboard/logs/recent';
const ID = '0195a000-0000-7000-8000-000000000001';
const user = fakeUser();

function open(at: string, logs = [fakeLogEntry(ID)]) {
  storeSession(user);
  const api = installFakeApi({
    'GET /api/auth/me': { body: user },
    'GET /api/plans': { body: fakePlans },
    'GET /api/domains': { body: [fakeDomain()] },
    'GET /api/notifications': { body: { entries: [], unread: 0, next: null, kept_days: 90 } },
    [LOGS]: { body: { logs, next: null, searched_to: null } },
  });
  return { api, app: renderApp(at) };
}

describe('the address of one request', () => {
  it('shows its entry, and leads to those that share a value', async () => {
    const { api, app } = open(`/dashboard/logs/${ID}`);
    await screen.findByRole('region', { name: 'Attack Details' });
    expect(new URLSearchParams(api.asked(LOGS)[0]?.query).get('request_id')).toBe(ID);
    fireEvent.click(screen.getByRole('button', { name: '203.0.113.1' }));
    await waitFor(() => expect(app.router.state.location.search).toBe('?address=203.0.113.1'));
  });

  it('says that none of the account’s sites has it', async () => {
    open(`/dashboard/logs/${ID}`, []);
    await screen.findByText('There is no entry of this request');
  });

  it('asks nobody for what is no id', async () => {
    const { api } = open('/dashboard/logs/nobody');
    await screen.findByText('There is no entry of this request');
    expect(api.asked(LOGS)).toEqual([]);
  });

  it('is where the palette goes with an id', async () => {
    const { app } = open('/dashboard/settings');
    fireEvent.click((await screen.findAllByRole('button', { name: 'Search or jump to' }))[0] as HTMLElement);
    fireEvent.change(await screen.findByRole('combobox'), { target: { value: ID } });
    fireEvent.click(await screen.findByText(ID));
    await waitFor(() => expect(app.router.state.location.pathname).toBe(`/dashboard/logs/${ID}`));
  });
});
