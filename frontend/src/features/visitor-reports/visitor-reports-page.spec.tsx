import { fireEvent, screen, waitFor } from '@testing-library/react';
import type { VisitorReport } from '../../shared/api/visitor-reports-api.gen.ts';
import { fakeDomain, fakePlans, fakeUser, installFakeApi } from '../../testing/fake-api.ts';
import { fakeLogEntry } from '../../testing/fake-log-entry.ts';
import { renderApp, storeSession } from '../../testing/render-app.tsx';

const LIST = 'GET /api/dashboard/reports';
const ID = '0195a000-0000-7000-8000-000000000001';
const REFUSED = '0195a000-0000-7000-8000-000000000002';
const DECIDE = `POST /api/dashboard/reports/${ID}`;
const user = fakeUser();

const report = (over: Partial<VisitorReport> = {}): VisitorReport => ({
  id: ID,
  domain_name: fakeDomain().domain_name,
  state: 'open',
  reported_at: new Date().toISOString(),
  decided_at: null,
  text: '<b>Why</b> https://a.example/\nam I blocked?',
  email: 'visitor@example.org',
  request_id: REFUSED,
  entry: fakeLogEntry(REFUSED, { status: 'blocked', action: 'ip_list' }),
  ...over,
});

function open(reports: VisitorReport[], more: Parameters<typeof installFakeApi>[0] = {}) {
  storeSession(user);
  const api = installFakeApi({
    'GET /api/auth/me': { body: user },
    'GET /api/plans': { body: fakePlans },
    'GET /api/domains': { body: [fakeDomain()] },
    'GET /api/notifications': { body: { entries: [], unread: 0, next: null, kept_days: 90 } },
    [LIST]: { body: { reports, open: reports.length } },
    ...more,
  });
  return { api, app: renderApp('/dashboard/reports') };
}

describe('the reports of visitors', () => {
  it('show a stranger’s words as text, and lead to the request', async () => {
    open([report()]);
    const words = await screen.findByText(/<b>Why<\/b> https:\/\/a\.example\//);
    expect(words.querySelector('a, b')).toBeNull();
    const link = screen.getByRole('link', { name: 'See the request' });
    expect(link.getAttribute('href')).toBe(`/dashboard/logs/${REFUSED}`);
  });

  it('are dismissed, and taken back', async () => {
    const { api } = open([report()], { [DECIDE]: { body: report({ state: 'dismissed' }) } });
    fireEvent.click(await screen.findByRole('button', { name: 'Dismiss' }));
    fireEvent.click(await screen.findByRole('button', { name: 'Undo' }));
    await waitFor(() =>
      expect(api.asked(DECIDE).map(({ body }) => body)).toEqual([{ state: 'dismissed' }, { state: 'open' }]),
    );
  });

  it('offer an exclusion only from what a managed rule refused', async () => {
    open([report()]);
    await screen.findByRole('button', { name: 'Dismiss' });
    expect(screen.queryByRole('button', { name: 'Create an exclusion' })).toBeNull();
    expect(screen.getByRole('link', { name: 'Change the block list' })).toBeTruthy();
  });

  it('say what it means that there is none', async () => {
    open([]);
    await screen.findByText('No visitor waits for you');
  });
});
