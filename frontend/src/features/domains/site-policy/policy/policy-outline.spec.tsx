import { screen, waitFor, within } from '@testing-library/react';
import { defaultSitePolicy } from '../../../../entities/policy/site-policy.ts';
import { fakeDomain, fakePlans, fakeUser, installFakeApi } from '../../../../testing/fake-api.ts';
import { renderApp, storeSession } from '../../../../testing/render-app.tsx';
import { POLICY_SECTIONS } from './policy-sections.ts';

const domain = fakeDomain({ dns_verified: true, is_active: true });
const stored = { ...defaultSitePolicy(domain), version: 3, updated_at: domain.created_at, published: true };

async function openPolicy() {
  const user = fakeUser();
  storeSession(user);
  installFakeApi({
    'GET /api/auth/me': { body: user },
    'GET /api/plans': { body: fakePlans },
    'GET /api/domains': { body: [domain] },
    'GET /api/managed-rules/packs': { body: { packs: [] } },
    [`GET /api/domains/${domain.id}/waf-config`]: { body: stored },
  });
  const { user: hand } = renderApp(`/dashboard/domains/${domain.domain_name}/policy`);
  const outline = within(await screen.findByRole('navigation', { name: 'Sections of the policy' }));
  await waitFor(() => expect(screen.queryByText('Loading configuration...')).toBeNull());
  return { hand, outline };
}

beforeAll(() => {
  // jsdom lays nothing out.
  Element.prototype.scrollIntoView = () => undefined;
});

it('leads to each section by a link, and the focus goes there', async () => {
  const { hand, outline } = await openPolicy();
  for (const { label } of POLICY_SECTIONS) {
    await hand.click(outline.getByRole('link', { name: label }));
    expect(document.activeElement).toBe(screen.getByRole('heading', { name: label }));
  }
});

it('says which sections have changes, and which cannot be saved', async () => {
  const { hand, outline } = await openPolicy();
  await hand.click(screen.getByRole('switch', { name: 'Managed Rules' }));
  outline.getByRole('link', { name: 'Mode and rules changed' });
  const kilobytes = screen.getByLabelText('Inspect uploads up to (kB)');
  await hand.clear(kilobytes);
  await hand.type(kilobytes, 'all');
  await outline.findByRole('link', { name: 'Bodies and uploads error' });
  await hand.click(screen.getByRole('button', { name: 'Discard' }));
  await waitFor(() => expect(outline.queryByRole('link', { name: /changed|error/ })).toBeNull());
});

it('closes its list on phones by Escape, and keeps the focus', async () => {
  const { hand, outline } = await openPolicy();
  const all = outline.getByRole('button', { name: /All sections/ });
  await hand.click(all);
  expect(all.getAttribute('aria-expanded')).toBe('true');
  await hand.tab();
  await hand.keyboard('{Escape}');
  expect(all.getAttribute('aria-expanded')).toBe('false');
  expect(document.activeElement).toBe(all);
});
