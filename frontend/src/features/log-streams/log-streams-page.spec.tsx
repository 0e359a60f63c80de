import { screen, within } from '@testing-library/react';
import type { LogStream } from '../../shared/api/types.ts';
import { fakeDomain, fakePlans, fakeUser, installFakeApi } from '../../testing/fake-api.ts';
import { renderApp, storeSession } from '../../testing/render-app.tsx';

const domain = fakeDomain({ dns_verified: true, is_active: true });
const stream: LogStream = {
  id: '7f8f9f4e-53a8-4a59-8a13-0c1a2b3c4d5e',
  name: 'SIEM',
  domain: { id: domain.id, name: domain.domain_name },
  kind: 'http',
  hint: 'siem.example',
  format: 'raw',
  filter: { actions: ['block'], threats: [] },
  sample_percent: 100,
  is_active: true,
  paused_by_plan: false,
  state: 'delivering',
  waiting_records: 0,
  lag_seconds: null,
  delivered_records: 12,
  delivered_bytes: 9_000,
  lost_records: 0,
  failures: 0,
  last_error: null,
  last_status: null,
  last_answer: '',
  last_failed_at: null,
  last_delivered_at: domain.created_at,
  previous_secret_until: null,
  created_at: domain.created_at,
};
const PUT = `PUT /api/log-streams/${stream.id}`;

async function openEdit(over: Parameters<typeof installFakeApi>[0] = {}) {
  const user = fakeUser();
  storeSession(user);
  const api = installFakeApi({
    'GET /api/auth/me': { body: user },
    'GET /api/plans': { body: fakePlans },
    'GET /api/domains': { body: [domain] },
    'GET /api/log-streams': { body: { streams: [stream], max_streams: 50 } },
    [PUT]: { body: stream },
    ...over,
  });
  const { user: hand } = renderApp('/dashboard/log-streams');
  await hand.click(await screen.findByRole('button', { name: 'More for SIEM' }));
  await hand.click(await screen.findByRole('menuitem', { name: 'Edit' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit stream' }));
  return { api, hand, dialog };
}

it('a stream is changed without its target, which stays as it is', async () => {
  const { api, hand, dialog } = await openEdit();
  const sample = dialog.getByLabelText('Sample (%)');
  await hand.clear(sample);
  await hand.type(sample, '12,5');
  await hand.click(dialog.getByRole('button', { name: 'Save stream' }));
  await screen.findByText('Stream saved');
  expect(api.asked(PUT)).toMatchObject([
    {
      body: {
        name: 'SIEM',
        format: 'raw',
        filter: { actions: ['block'], threats: [] },
        sample_percent: 12.5,
      },
    },
  ]);
  expect(api.asked(PUT)[0]!.body).not.toHaveProperty('target');
});

it('a target that is entered anew and refused is so at its field', async () => {
  const message = 'Please enter an address that begins with https://';
  const { hand, dialog } = await openEdit({
    [PUT]: {
      status: 422,
      body: { code: 'validation_failed', errors: [{ path: 'target.url', message }] },
    },
  });
  await hand.click(dialog.getByRole('checkbox', { name: /Enter the target again/ }));
  await hand.type(dialog.getByLabelText('URL'), 'http://siem.example');
  await hand.click(dialog.getByRole('button', { name: 'Save stream' }));
  await dialog.findByText(message);
  expect(dialog.getByLabelText<HTMLInputElement>('URL').value).toBe('http://siem.example');
});
