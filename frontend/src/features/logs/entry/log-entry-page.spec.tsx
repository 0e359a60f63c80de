import { fireEvent, screen, waitFor, within } from '@testing-library/react';
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
    await screen.findByText('No log entry for this request');
  });

  it('leads an administrator to the logs of all customers, by an act of their own', async () => {
    const admin = { ...user, is_admin: true };
    storeSession(admin);
    const at = `GET /api/admin/logs/entries/${ID}`;
    const owner = '0195a000-0000-7000-8000-000000000077';
    const api = installFakeApi({
      'GET /api/auth/me': { body: admin },
      'GET /api/plans': { body: fakePlans },
      'GET /api/domains': { body: [] },
      [LOGS]: { body: { logs: [], next: null, searched_to: null } },
      [at]: { body: { entry: fakeLogEntry(ID), domain_id: 'd1', owner_id: owner } },
    });
    const app = renderApp(`/dashboard/logs/${ID}`);
    const look = await screen.findByRole('button', { name: 'Search the logs of all customers' });
    expect(api.asked(at)).toEqual([]);
    fireEvent.click(look);
    const details = await screen.findByRole('region', { name: 'Attack Details' });
    expect(api.asked(at)).toHaveLength(1);
    // It is read-only.
    expect(within(details).queryByRole('button', { name: 'Create an exclusion' })).toBeNull();
    expect(within(details).queryByRole('button', { name: '203.0.113.1' })).toBeNull();
    fireEvent.click(screen.getByRole('link', { name: 'another account' }));
    await waitFor(() => expect(app.router.state.location.pathname).toBe(`/admin/users/${owner}`));
  });

  it('offers customers nothing of others', async () => {
    open(`/dashboard/logs/${ID}?of=anybody`, []);
    await screen.findByText('No log entry for this request');
    expect(screen.queryByRole('button', { name: 'Search the logs of all customers' })).toBeNull();
  });

  it('asks nobody for what is no id', async () => {
    const { api } = open('/dashboard/logs/nobody');
    await screen.findByText('No log entry for this request');
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
