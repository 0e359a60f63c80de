import { screen, waitFor, within } from '@testing-library/react';
import type { RuleRollouts } from '../../../shared/api/types.ts';
import { fakeUser, installFakeApi } from '../../../testing/fake-api.ts';
import { renderApp, storeSession } from '../../../testing/render-app.tsx';

const PATH = '/api/admin/edge/rule-rollouts';
const ID = '01923456-789a-7000-8000-000000000000';
const PART = '01923456-789a-7000-8000-000000000001';
const candidates = [{ release: 'managed', candidate: 'c1', nodes: 2 }];
const running: RuleRollouts = {
  nodes: 2,
  candidates,
  rollouts: [
    {
      id: ID,
      release: 'managed',
      candidate: 'c1',
      started_at: '2026-03-10T11:00:00.000Z',
      ended_at: null,
      sites: { waiting: 0, shadow: 0, promoted: 99, held: 1 },
      is_halted: false,
    },
  ],
};
const held = {
  id: PART,
  domain_id: ID,
  domain_name: 'shop.example',
  stage: 'held',
  decided_by: 'watcher',
  reason: 'The new rules would have blocked requests of 10 of 1,600 visitors.',
  figures: null,
  started_at: '2026-03-10T11:00:00.000Z',
  decided_at: '2026-03-11T11:00:00.000Z',
};

async function open(rollouts: RuleRollouts) {
  const user = fakeUser({ is_admin: true });
  storeSession(user);
  const api = installFakeApi({
    'GET /api/auth/me': { body: user },
    'GET /api/admin/edge/controls': {
      body: {
        version: 1,
        switched_off: [],
        candidate_percent: 0,
        changed_at: '2026-03-10T11:00:00.000Z',
        rollbacks: [],
      },
    },
    'GET /api/admin/edge/lists': { body: [] },
    [`GET ${PATH}`]: { body: rollouts },
    [`POST ${PATH}`]: { status: 201, body: running.rollouts[0] },
    [`POST ${PATH}/${ID}/end`]: { body: running.rollouts[0] },
    [`GET ${PATH}/${ID}/sites`]: { body: [held] },
    [`POST ${PATH}/${ID}/sites/${PART}/decide`]: { body: held },
  });
  const app = renderApp('/admin?tab=edge');
  return { api, app };
}

it('rolls a candidate out that the nodes have', async () => {
  const { api, app } = await open({ nodes: 2, candidates, rollouts: [] });
  await app.user.click(await screen.findByRole('button', { name: 'Roll out' }));
  await waitFor(() =>
    expect(api.asked(`POST ${PATH}`).map(({ body }) => body)).toEqual([{ release: 'managed' }]),
  );
});

it('shows which sites hold it, and decides for one', async () => {
  const { api, app } = await open(running);
  const rollout = await screen.findByRole('region', { name: 'Roll-out of c1' });
  expect(screen.queryByRole('button', { name: 'Roll out' })).toBeNull();
  expect(await within(rollout).findByText('shop.example')).toBeTruthy();
  expect(rollout.textContent).toContain(held.reason);
  expect(rollout.textContent).toContain('In force (99)');
  await app.user.click(within(rollout).getByRole('button', { name: 'Apply now: shop.example' }));
  const decide = `POST ${PATH}/${ID}/sites/${PART}/decide`;
  await waitFor(() => expect(api.asked(decide).map(({ body }) => body)).toEqual([{ decision: 'promote' }]));
});

it('ends one after a question that says how many sites hold it', async () => {
  const { api, app } = await open(running);
  await app.user.click(await screen.findByRole('button', { name: 'End' }));
  const question = await screen.findByRole('alertdialog');
  expect(question.textContent).toContain('Sites that hold it back: 1');
  await app.user.click(within(question).getByRole('button', { name: 'End' }));
  await waitFor(() => expect(api.asked(`POST ${PATH}/${ID}/end`)).toHaveLength(1));
});
