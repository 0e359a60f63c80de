import { screen, waitFor, within } from '@testing-library/react';
import { defaultSitePolicy } from '../../../../entities/policy/site-policy.ts';
import { fakeDomain, fakePlans, fakeUser, installFakeApi } from '../../../../testing/fake-api.ts';
import { renderApp, storeSession } from '../../../../testing/render-app.tsx';

const domain = fakeDomain({ dns_verified: true, is_active: true });
const CONFIG_PATH = `/api/domains/${domain.id}/waf-config`;

it('one switch blocks AI crawlers, and another kind has a choice of its own', async () => {
  const stored = { ...defaultSitePolicy(domain), version: 3, updated_at: domain.created_at, published: true };
  const user = fakeUser();
  storeSession(user);
  const api = installFakeApi({
    'GET /api/auth/me': { body: user },
    'GET /api/plans': { body: fakePlans },
    'GET /api/domains': { body: [domain] },
    'GET /api/managed-rules/packs': { body: { packs: [] } },
    [`GET ${CONFIG_PATH}`]: { body: stored },
    [`PUT ${CONFIG_PATH}`]: { body: stored },
  });
  const { user: hand } = renderApp(`/dashboard/domains/${domain.domain_name}/policy`);
  const crawlers = within(await screen.findByRole('region', { name: 'Crawlers' }));
  await waitFor(() => expect(screen.queryByText('Loading configuration...')).toBeNull());
  await hand.click(crawlers.getByRole('switch', { name: 'Block AI crawlers' }));
  await hand.click(crawlers.getByText('Crawlers by kind'));
  expect(crawlers.queryByLabelText('AI training')).toBeNull();
  await hand.selectOptions(crawlers.getByLabelText('SEO tools'), 'slow');
  await hand.click(screen.getByRole('button', { name: 'Save WAF Policy' }));
  await waitFor(() => expect(api.asked(`PUT ${CONFIG_PATH}`)).toHaveLength(1));
  expect(api.asked(`PUT ${CONFIG_PATH}`)[0]!.body).toMatchObject({
    policyConfig: { block_ai_crawlers: true, crawlers_seo: 'slow', crawlers_search: 'allow' },
  });
});
