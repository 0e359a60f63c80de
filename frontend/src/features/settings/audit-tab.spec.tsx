import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { fakeDomain, fakePlans, fakeUser, installFakeApi } from '../../testing/fake-api.ts';
import { renderApp, storeSession } from '../../testing/render-app.tsx';

const domain = fakeDomain();
const entry = (id: string, by: string, action: string, more: object = {}) => ({
  id,
  at: '2026-11-22T10:00:00.000Z',
  by,
  action,
  target_type: 'domain',
  target_id: domain.id,
  details: {},
  ...more,
});

function open(answers: Record<string, object>) {
  const user = fakeUser();
  storeSession(user);
  installFakeApi({
    'GET /api/auth/me': { body: user },
    'GET /api/plans': { body: fakePlans },
    'GET /api/domains': { body: [domain] },
    'GET /api/settings/audit': ({ query }) => ({ body: answers[query ?? ''] ?? answers[''] }),
  });
  return renderApp('/dashboard/settings?tab=audit');
}

it('tells who changed what in the account, with the way to a site’s history, and older entries a page at a time', async () => {
  const app = open({
    '': {
      entries: [
        entry('3', 'administrator', 'user.updated', { target_type: 'user', target_id: 'me' }),
        entry('2', 'owner', 'policy.updated', { details: { fields: 'waf sensitivity' } }),
      ],
      next: '2',
    },
    '?before=2': { entries: [entry('1', 'owner', 'domain.created')], next: null },
  });
  const list = await screen.findByRole('list', { name: 'Audit log' });
  const [changed, saved] = within(list).getAllByRole('listitem');
  expect(changed?.textContent).toMatch(/^An administrator changed your account.*Not by you/);
  await within(saved!).findByText(
    new RegExp(`You changed the configuration of ${domain.domain_name}: waf sensitivity`),
  );
  expect(saved?.textContent).not.toContain('Not by you');
  fireEvent.click(screen.getByRole('button', { name: 'Older' }));
  await screen.findByText(`You added ${domain.domain_name}`);
  fireEvent.click(screen.getByRole('button', { name: 'Newer' }));
  fireEvent.click(await screen.findByRole('link', { name: 'History' }));
  await waitFor(() =>
    expect(app.router.state.location.pathname).toBe(`/dashboard/domains/${domain.domain_name}/history`),
  );
});

it('says that nothing is recorded yet', async () => {
  open({ '': { entries: [], next: null } });
  await screen.findByText('Nothing recorded yet');
});
