import { fireEvent, screen, waitFor } from '@testing-library/react';
import type { LogExport } from '../../../shared/api/log-exports-api.gen.ts';
import { fakeDomain, fakePlans, fakeUser, installFakeApi } from '../../../testing/fake-api.ts';
import { renderApp, storeSession } from '../../../testing/render-app.tsx';

const LIST = 'GET /api/dashboard/log-exports';
const CREATE = 'POST /api/dashboard/log-exports';
const ID = '0195a000-0000-7000-8000-000000000001';
const finished: LogExport = {
  id: ID,
  domain_name: '',
  format: 'csv',
  is_filtered: true,
  from: '2026-02-01T00:00:00.000Z',
  to: '2026-03-01T00:00:00.000Z',
  state: 'finished',
  percent: 100,
  rows: 1_204_331,
  bytes: 80_400_000,
  is_whole: true,
  created_at: '2026-03-01T00:00:00.000Z',
  finished_at: '2026-03-01T00:01:00.000Z',
  expires_at: '2026-03-04T00:01:00.000Z',
};

function openExports(exports: LogExport[], at = '/dashboard/logs?exports=open') {
  const user = fakeUser();
  storeSession(user);
  const api = installFakeApi({
    'GET /api/auth/me': { body: user },
    'GET /api/plans': { body: fakePlans },
    'GET /api/domains': { body: [fakeDomain()] },
    'GET /api/dashboard/logs/recent': { body: { logs: [], next: null, searched_to: null } },
    'GET /api/dashboard/stats': { body: { stats: {}, recent_logs: [], chart_data: [] } },
    [LIST]: { body: { exports, max_exports: 5, max_rows: 1_400_000 } },
    [CREATE]: { status: 201, body: { ...finished, state: 'waiting' } },
    [`DELETE /api/dashboard/log-exports/${ID}`]: { status: 204 },
  } as Parameters<typeof installFakeApi>[0]);
  renderApp(at);
  return api;
}

describe('exports of the log', () => {
  it('begin as the log is filtered', async () => {
    const api = openExports([], '/dashboard/logs?status=blocked&http_status=!2xx&id=a');
    fireEvent.click(await screen.findByRole('button', { name: 'Export' }));
    fireEvent.click(await screen.findByRole('radio', { name: 'NDJSON' }));
    await screen.findByText(/up to 1,400,000 entries/);
    fireEvent.click(screen.getByRole('button', { name: 'Start export' }));
    await waitFor(() => expect(api.asked(CREATE)).toHaveLength(1));
    expect(Object.fromEntries(new URLSearchParams(api.asked(CREATE)[0]?.query))).toEqual({
      days: '90',
      format: 'ndjson',
      status_filter: 'blocked',
      http_status: '!2xx',
      request_id: 'a',
    });
  });

  it('are there where a mail leads to, to be fetched or deleted', async () => {
    const api = openExports([finished]);
    await screen.findByText(/1,204,331 entries/);
    await screen.findByRole('button', { name: 'Download' });
    fireEvent.click(screen.getByRole('button', { name: 'Delete All sites, CSV' }));
    await waitFor(() => expect(api.asked(`DELETE /api/dashboard/log-exports/${ID}`)).toHaveLength(1));
    fireEvent.click(screen.getByRole('button', { name: 'Done' }));
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Export' })).toBeNull());
  });

  it('show how far they are, and that they hold only a part', async () => {
    openExports([
      { ...finished, state: 'running', percent: 40, rows: 12, finished_at: null },
      { ...finished, id: ID.replace('1', '2'), is_whole: false },
    ]);
    await screen.findByText('12 entries so far');
    expect(screen.getByRole('progressbar').getAttribute('value')).toBe('40');
    await screen.findByText(/the newest, as many as your plan includes/);
    expect(screen.getByRole('button', { name: 'Cancel All sites, CSV' })).toBeTruthy();
  });
});
