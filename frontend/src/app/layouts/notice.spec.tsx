import { screen, waitFor } from '@testing-library/react';
import { nobody } from '../../entities/company/company.ts';
import { fakeDomain, fakePlans, fakeUser, installFakeApi } from '../../testing/fake-api.ts';
import { renderApp, storeSession } from '../../testing/render-app.tsx';

const NOTICE = 'Sample data: the visitors of shop.example are made up.';

function open(domain: string, { isAdmin = false, about = ['shop.example'] } = {}) {
  const user = fakeUser({ is_admin: isAdmin });
  storeSession(user);
  const api = installFakeApi({
    'GET /api/auth/me': { body: user },
    'GET /api/plans': { body: fakePlans },
    'GET /api/domains': { body: [fakeDomain({ domain_name: domain })] },
  });
  renderApp('/dashboard/domains', { company: { ...nobody, notice: NOTICE, notice_domains: about } });
  return api;
}

describe("the operator's line", () => {
  it.each([
    ['who has a domain that it is about', 'shop.example', {}],
    ['an administrator', 'other.example', { isAdmin: true }],
    ['everybody where it is about no domain', 'other.example', { about: [] }],
  ])('is shown to %s', async (_, domain, options) => {
    open(domain, options);
    await screen.findByText(NOTICE);
  });

  it('is not shown to who has only domains of their own', async () => {
    const api = open('other.example');
    await screen.findAllByText('other.example');
    await waitFor(() => expect(api.asked('GET /api/domains')).not.toHaveLength(0));
    expect(screen.queryByText(NOTICE)).toBeNull();
  });
});
