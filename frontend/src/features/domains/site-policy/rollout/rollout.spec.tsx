import { screen, waitFor, within } from '@testing-library/react';
import { defaultSitePolicy } from '../../../../entities/policy/site-policy.ts';
import type { Rollout, SitePolicyVersion, SiteRuleRollout } from '../../../../shared/api/types.ts';
import { fakeDomain, fakePlans, fakeUser, installFakeApi } from '../../../../testing/fake-api.ts';
import { renderApp, storeSession } from '../../../../testing/render-app.tsx';

const domain = fakeDomain({ dns_verified: true, is_active: true });
const CONFIG = `/api/domains/${domain.id}/waf-config`;
const ROLLOUTS = `/api/domains/${domain.id}/rollouts`;
const RULES = `/api/domains/${domain.id}/rule-rollouts`;
const ID = '01923456-789a-7000-8000-000000000000';

const arm = (visitors: number, blocked_visitors: number) => ({
  requests: visitors * 10,
  blocked_requests: blocked_visitors,
  failed_requests: 0,
  visitors,
  blocked_visitors,
  failed_visitors: 0,
});
const rollout: Rollout = {
  id: ID,
  state: 'running',
  base_version: 3,
  changes: [{ field: 'policyConfig.enable_managed_rules', before: true, after: false }],
  shares: [5, 25],
  share_percent: 5,
  step_minutes: 30,
  tolerance_percent: 0.5,
  started_at: '2026-03-10T11:00:00.000Z',
  step_started_at: '2026-03-10T11:00:00.000Z',
  ended_at: null,
  decided_by: null,
  reason: '',
  figures: {
    share_percent: 5,
    as_of: '2026-03-10T11:10:00.000Z',
    live: arm(950, 1),
    candidate: arm(50, 2),
  },
};
const over: Rollout = {
  ...rollout,
  state: 'taken_back',
  decided_by: 'watcher',
  ended_at: '2026-03-10T11:12:00.000Z',
  reason: 'It blocked 6 of 50 visitors (12.0%); the policy in force blocked 1 of 950 visitors (0.1%).',
};

const version = (number: number, is_current: boolean): SitePolicyVersion => ({
  version: number,
  created_at: '2026-03-09T11:00:00.000Z',
  author_id: fakeUser().id,
  change_kind: 'saved',
  restored_version: null,
  is_current,
  changes: [],
});

async function open(running: string | null, over_: Parameters<typeof installFakeApi>[0] = {}) {
  const user = fakeUser();
  storeSession(user);
  const config = defaultSitePolicy(domain);
  const api = installFakeApi({
    'GET /api/auth/me': { body: user },
    'GET /api/plans': { body: fakePlans },
    'GET /api/domains': { body: [domain] },
    [`GET ${CONFIG}`]: {
      body: { ...config, version: 3, updated_at: domain.created_at, published: true, rollout: running },
    },
    [`GET ${CONFIG}/versions`]: { body: [] },
    [`GET ${ROLLOUTS}`]: { body: [rollout] },
    [`GET ${RULES}`]: { body: [] },
    [`GET /api/domains/${domain.id}/drafts`]: { body: [] },
    ...over_,
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

describe('a roll-out', () => {
  it('begins with a change that is not saved, which the form then no longer holds', async () => {
    const { api, app, dialog, press } = await open(null, {
      [`POST ${ROLLOUTS}`]: { status: 201, body: rollout },
    });
    expect(screen.queryByRole('button', { name: 'Roll out' })).toBeNull();
    await app.user.click(within(dialog).getByRole('switch', { name: 'Managed Rules' }));
    await press('Roll out');
    await app.user.click(await screen.findByRole('radio', { name: '2 hours' }));
    await press('Start roll-out');
    await waitFor(() => expect(screen.queryByText('Unsaved changes')).toBeNull());
    expect(api.asked(`POST ${ROLLOUTS}`).map(({ body }) => body)).toEqual([
      {
        policyConfig: { enable_managed_rules: false },
        version: 3,
        step_minutes: 120,
        tolerance_percent: 0.5,
      },
    ]);
    expect(api.asked(`PUT ${CONFIG}`)).toHaveLength(0);
  });

  it('begins with the policy of an older version, from the history', async () => {
    const { api, app, tab, press } = await open(null, {
      [`GET ${CONFIG}/versions`]: {
        body: [version(3, true), version(2, false)],
      },
      [`POST ${ROLLOUTS}`]: { status: 201, body: rollout },
    });
    await tab(/History/);
    await press('Roll back to version 2');
    await press('Roll it out to a share of visitors first');
    const asked = await screen.findByRole('dialog', { name: 'Roll out version 2' });
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    await app.user.click(within(asked).getByRole('button', { name: 'Start roll-out' }));
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Roll out version 2' })).toBeNull());
    expect(api.asked(`POST ${ROLLOUTS}`).map(({ body }) => body)).toEqual([
      { restore_version: 2, step_minutes: 30, tolerance_percent: 0.5 },
    ]);
    expect(api.asked(`POST ${CONFIG}/versions/2/rollback`)).toHaveLength(0);
  });

  it('that runs shows what both policies do, and is taken back at a press', async () => {
    const { api, app, dialog, press } = await open(ID, {
      [`POST ${ROLLOUTS}/${ID}/take-back`]: { body: { ...over, decided_by: 'owner' } },
    });
    const card = await screen.findByRole('region', { name: 'Roll-out' });
    expect(card.textContent).toContain('5% of visitors now, then 25%, then everybody');
    const row = within(card).getByRole('row', { name: /Visitors blocked/ });
    expect(row.textContent).toContain('1 of 950 (0.1%)2 of 50 (4%)');
    await app.user.click(within(dialog).getByRole('switch', { name: 'Managed Rules' }));
    // One at a time.
    expect(screen.queryByRole('button', { name: 'Roll out' })).toBeNull();
    await press('Take back');
    await waitFor(() => expect(api.asked(`POST ${ROLLOUTS}/${ID}/take-back`)).toHaveLength(1));
  });

  it('that the list does not have is an error to try again from, not a wait without end', async () => {
    const { api, app } = await open(ID, { [`GET ${ROLLOUTS}`]: { body: [] } });
    const said = await screen.findByText(/not in the list of roll-outs/);
    const read = api.asked(`GET ${CONFIG}`).length;
    await app.user.click(within(said.parentElement!).getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(api.asked(`GET ${CONFIG}`).length).toBeGreaterThan(read));
    expect(api.asked(`GET ${ROLLOUTS}`).length).toBeGreaterThan(1);
  });

  it('is promoted after a question', async () => {
    const { api, app, press } = await open(ID, {
      [`POST ${ROLLOUTS}/${ID}/promote`]: { body: { ...rollout, state: 'promoted' } },
    });
    await press('Promote now');
    const question = await screen.findByRole('alertdialog');
    expect(api.asked(`POST ${ROLLOUTS}/${ID}/promote`)).toHaveLength(0);
    await app.user.click(within(question).getByRole('button', { name: 'Promote now' }));
    await waitFor(() => expect(api.asked(`POST ${ROLLOUTS}/${ID}/promote`)).toHaveLength(1));
  });

  it('that was taken back by itself says why, there and in the history', async () => {
    const { tab } = await open(ID, { [`GET ${ROLLOUTS}`]: { body: [over] } });
    expect(
      (await screen.findByText('The change was rolled back')).closest('[role=status]')?.textContent,
    ).toContain(over.reason);
    await tab(/History/);
    const past = await screen.findByRole('region', { name: 'Roll-outs' });
    expect(past.textContent).toContain('Taken back');
    expect(past.textContent).toContain(over.reason);
  });
});

describe('a new release of rules', () => {
  const held: SiteRuleRollout = {
    id: ID,
    release: 'managed',
    candidate: '7c1d90aa3f52b6e4',
    stage: 'held',
    decided_by: 'watcher',
    reason:
      'The new rules would have blocked requests of 9 of 1,204 visitors (0.7%) that your site answered.',
    figures: {
      as_of: '2026-03-10T11:10:00.000Z',
      requests: 12_040,
      lost_requests: 11,
      failures: 0,
      visitors: 1_204,
      lost_visitors: 9,
      rules: [{ rule_id: 21_104, requests: 11 }],
    },
    started_at: '2026-03-09T11:00:00.000Z',
    decided_at: '2026-03-10T11:12:00.000Z',
    is_over: false,
  };

  it('that is held back says why, and can be taken up or tried again', async () => {
    const decide = `POST ${RULES}/${ID}/decide`;
    const { api, tab, press } = await open(null, {
      [`GET ${RULES}`]: { body: [held] },
      [decide]: { body: { ...held, stage: 'shadow' } },
    });
    await tab(/History/);
    const region = await screen.findByRole('region', { name: 'New rules' });
    expect(region.textContent).toContain('Held back');
    expect(region.textContent).toContain(held.reason);
    expect(region.textContent).toContain('9 of 1,204 (0.7%)');
    expect(region.textContent).toContain('By rule 2110411');
    await press('Try again');
    await waitFor(() =>
      expect(api.asked(decide).map(({ body }) => body)).toEqual([{ decision: 'try_again' }]),
    );
    await waitFor(() => expect(api.asked(`GET ${RULES}`).length).toBeGreaterThan(1));
  });

  it('that is over can no longer be decided', async () => {
    const { tab } = await open(null, { [`GET ${RULES}`]: { body: [{ ...held, is_over: true }] } });
    await tab(/History/);
    const region = await screen.findByRole('region', { name: 'New rules' });
    expect(within(region).queryAllByRole('button')).toEqual([]);
  });
});
