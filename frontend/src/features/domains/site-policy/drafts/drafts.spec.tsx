import { screen, waitFor, within } from '@testing-library/react';
import { defaultSitePolicy } from '../../../../entities/policy/site-policy.ts';
import type { PolicyDraft } from '../../../../shared/api/types.ts';
import { fakeDomain, fakePlans, fakeUser, installFakeApi } from '../../../../testing/fake-api.ts';
import { renderApp, storeSession } from '../../../../testing/render-app.tsx';

const domain = fakeDomain({ dns_verified: true, is_active: true });
const CONFIG = `/api/domains/${domain.id}/waf-config`;
const DRAFTS = `/api/domains/${domain.id}/drafts`;
const draft: PolicyDraft = {
  id: '01923456-789a-7000-8000-000000000001',
  revision: 2,
  name: 'Sale',
  note: 'For November.',
  policyConfig: { enable_managed_rules: false },
  changes: [{ field: 'policyConfig.enable_managed_rules', before: true, after: false }],
  base_version: 2,
  version: 3,
  overlaps: ['policyConfig.enable_managed_rules'],
  created_at: '2026-03-10T11:00:00.000Z',
  updated_at: '2026-03-10T11:00:00.000Z',
  expires_at: '2026-06-08T11:00:00.000Z',
};

async function open(over: Parameters<typeof installFakeApi>[0] = {}) {
  const user = fakeUser();
  storeSession(user);
  const api = installFakeApi({
    'GET /api/auth/me': { body: user },
    'GET /api/plans': { body: fakePlans },
    'GET /api/domains': { body: [domain] },
    [`GET ${CONFIG}`]: {
      body: {
        ...defaultSitePolicy(domain),
        version: 3,
        updated_at: domain.created_at,
        published: true,
        rollout: null,
      },
    },
    [`GET ${CONFIG}/versions`]: { body: [] },
    [`GET /api/domains/${domain.id}/rollouts`]: { body: [] },
    [`GET /api/domains/${domain.id}/rule-rollouts`]: { body: [] },
    [`GET ${DRAFTS}`]: { body: [draft] },
    ...over,
  });
  const app = renderApp('/dashboard/domains');
  await app.user.click(await screen.findByRole('button', { name: 'Configure WAF' }));
  const dialog = await screen.findByRole('dialog', { name: 'Configure WAF' });
  const tab = (name: RegExp) => app.user.click(within(dialog).getByRole('tab', { name }));
  await tab(/WAF Policy/);
  await waitFor(() => expect(screen.queryByText('Loading configuration...')).toBeNull());
  await within(dialog).findByRole('button', { name: 'Save WAF Policy' });
  const press = async (name: string) => app.user.click(await screen.findByRole('button', { name }));
  return { api, app, dialog, tab, press };
}

describe('a draft', () => {
  it('keeps a change that is not saved, under a name', async () => {
    const { api, app, dialog, press } = await open({ [`POST ${DRAFTS}`]: { status: 201, body: draft } });
    expect(screen.queryByRole('button', { name: 'Save as draft' })).toBeNull();
    await app.user.click(within(dialog).getByRole('switch', { name: 'Managed Rules' }));
    await press('Save as draft');
    await press('Save draft');
    expect(await screen.findByText('Please name the draft')).toBeTruthy();
    await app.user.type(screen.getByRole('textbox', { name: 'Name' }), 'Sale');
    await press('Save draft');
    await waitFor(() => expect(screen.queryByText('Unsaved changes')).toBeNull());
    expect(api.asked(`POST ${DRAFTS}`).map(({ body }) => body)).toEqual([
      { name: 'Sale', note: '', version: 3, policyConfig: { enable_managed_rules: false } },
    ]);
    expect(api.asked(`PUT ${CONFIG}`)).toHaveLength(0);
  });

  it('says in the history what it would change, and is applied against that version', async () => {
    const { api, app, tab, press } = await open({
      [`POST ${DRAFTS}/${draft.id}/apply`]: { body: { version: 4 } },
    });
    await tab(/History/);
    const drafts = await screen.findByRole('region', { name: 'Drafts' });
    expect(drafts.textContent).toContain('For November.');
    expect(drafts.textContent).toContain('applying it would revert: Managed Rules.');
    await press('Apply "Sale"');
    const question = await screen.findByRole('alertdialog');
    expect(api.asked(`POST ${DRAFTS}/${draft.id}/apply`)).toHaveLength(0);
    await app.user.click(within(question).getByRole('button', { name: 'Apply draft' }));
    await waitFor(() =>
      expect(api.asked(`POST ${DRAFTS}/${draft.id}/apply`).map(({ body }) => body)).toEqual([
        { version: 3, revision: 2 },
      ]),
    );
  });

  it('is deleted after a question', async () => {
    const { api, app, tab, press } = await open({ [`DELETE ${DRAFTS}/${draft.id}`]: { status: 204 } });
    await tab(/History/);
    await press('Delete "Sale"');
    const question = await screen.findByRole('alertdialog');
    await app.user.click(within(question).getByRole('button', { name: 'Delete draft' }));
    await waitFor(() => expect(api.asked(`DELETE ${DRAFTS}/${draft.id}`)).toHaveLength(1));
  });
});
