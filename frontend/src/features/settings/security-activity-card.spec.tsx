import { fireEvent, screen, within } from '@testing-library/react';
import { fakePlans, fakeUser, installFakeApi } from '../../testing/fake-api.ts';
import { renderApp, storeSession } from '../../testing/render-app.tsx';

const PATH = '/api/settings/security-activity';
const entry = (id: string, kind: string, more: object = {}) => ({
  id,
  kind,
  at: '2026-11-22T10:00:00.000Z',
  ip_address: '203.0.113.9',
  user_agent: 'curl/8.5.0',
  by_administrator: false,
  details: {},
  ...more,
});

beforeEach(() => localStorage.clear());

it('tells what happened, when and from where, and older entries a page at a time', async () => {
  const user = fakeUser();
  storeSession(user);
  const key = { key: 'Report', hint: 'plsd_a81f' };
  const newest = {
    entries: [
      entry('2', 'api_key_created', { details: key }),
      entry('1', 'password_changed', { by_administrator: true, ip_address: '', user_agent: '' }),
    ],
    next: '1',
    kept_days: 180,
  };
  const older = { entries: [entry('0', 'signed_in_on_new_device')], next: null, kept_days: 180 };
  installFakeApi({
    'GET /api/auth/me': { body: user },
    'GET /api/plans': { body: fakePlans },
    [`GET ${PATH}`]: ({ query }) => ({ body: query === '?before=1' ? older : newest }),
  });
  renderApp('/dashboard/settings?tab=security');
  const list = await screen.findByRole('list', { name: 'Security activity' });
  const [made, changed] = within(list)
    .getAllByRole('listitem')
    .map((item) => item.textContent);
  expect(made).toMatch(/API key "Report" \(plsd_a81f…\) made.*203\.0\.113\.9 · curl/);
  expect(changed).toMatch(/Password changed.*By an administrator/);
  fireEvent.click(screen.getByRole('button', { name: 'Older' }));
  await screen.findByText('Signed in on a new device');
  expect(screen.getByRole('button', { name: 'Older' })).toHaveProperty('disabled', true);
});
