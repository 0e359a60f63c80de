import { jest } from '@jest/globals';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import {
  adminAnswers,
  fakeAdmin,
  fakeAdminPlans,
  fakeAdminUser,
  fakeCampaign,
} from '../../testing/fake-admin.ts';
import { installFakeApi } from '../../testing/fake-api.ts';
import { renderApp, storeSession } from '../../testing/render-app.tsx';
import { stopClock } from '../../testing/stopped-clock.ts';

function open(tab: string, answers: Parameters<typeof installFakeApi>[0] = {}) {
  storeSession(fakeAdmin);
  const api = installFakeApi({ ...adminAnswers, ...answers });
  return { api, app: renderApp(`/admin?tab=${tab}`) };
}

const press = async (name: string, within_: HTMLElement = document.body) =>
  fireEvent.click(await within(within_).findByRole('button', { name }));
const tick = (dialog: HTMLElement, name: string) =>
  fireEvent.click(within(dialog).getByRole('checkbox', { name }));

beforeEach(() => localStorage.clear());
afterEach(() => {
  jest.useRealTimers();
  jest.restoreAllMocks();
});

describe('what an administrator does can be undone', () => {
  it('a plan that was deactivated is as it was', async () => {
    const plan = fakeAdminPlans[1]!;
    const at = `PUT /api/admin/plans/${plan.id}`;
    const { api } = open('plans', { [at]: { body: plan } });
    await press(`Edit ${plan.name}`);
    const dialog = await screen.findByRole('dialog', { name: 'Edit Plan' });
    tick(dialog, 'Active');
    await press('Save Plan', dialog);
    await screen.findByText('Plan updated successfully!');
    await press('Undo');
    await waitFor(() => expect(api.asked(at)).toHaveLength(2));
    expect(api.asked(at).map(({ body }) => (body as { is_active: boolean }).is_active)).toEqual([
      false,
      true,
    ]);
    expect(api.asked(at)[1]?.body).toMatchObject({ name: plan.name, slug: plan.slug, price: plan.price });
  });

  it('a user who was shut out is let in again', async () => {
    const at = `PUT /api/admin/users/${fakeAdminUser.id}`;
    const { api } = open('users', { [at]: { body: fakeAdminUser } });
    await press('Edit bo');
    const dialog = await screen.findByRole('dialog', { name: 'Edit User' });
    tick(dialog, 'Active');
    await press('Save User', dialog);
    await press('Undo');
    await waitFor(() => expect(api.asked(at)).toHaveLength(2));
    expect(api.asked(at)[1]?.body).toEqual({
      email: 'bo@strangers.example',
      username: 'bo',
      full_name: 'Bo Stranger',
      is_admin: false,
      is_active: true,
    });
  });

  it('not a new password, which nobody can take back', async () => {
    open('users', { [`PUT /api/admin/users/${fakeAdminUser.id}`]: { body: fakeAdminUser } });
    await press('Edit bo');
    const dialog = await screen.findByRole('dialog', { name: 'Edit User' });
    fireEvent.change(within(dialog).getByLabelText('Password'), { target: { value: 'another-secret' } });
    await press('Save User', dialog);
    await screen.findByText('User updated successfully!');
    expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
  });

  it('a draft is deleted only when the time to think better of it is over', async () => {
    const at = 'DELETE /api/admin/campaigns/1';
    const { api } = open('campaigns', { [at]: { status: 204 } });
    jest.spyOn(window, 'confirm').mockReturnValue(true);
    await press('Delete Spring');
    await screen.findByText('“Spring” is about to be deleted.');
    await screen.findByText('No campaigns yet');
    await press('Undo');
    await screen.findByRole('button', { name: 'Delete Spring' });
    expect(api.asked(at)).toHaveLength(0);
    const clock = stopClock();
    await press('Delete Spring');
    await clock.pass(7_900);
    expect(api.asked(at)).toHaveLength(0);
    await clock.pass(100);
    await clock.until('the campaign being deleted', () => screen.queryByText('Campaign deleted') !== null);
    expect(api.asked(at)).toHaveLength(1);
  });

  it('a server that refuses brings the subscriber back', async () => {
    const at = 'DELETE /api/admin/subscribers/7';
    const subscriber = {
      id: 7,
      first_name: 'Ana',
      last_name: 'Souza',
      email: 'ana@mail.example',
      is_subscribed: true,
      created_at: '2026-01-03T00:00:00.000Z',
    };
    const { api } = open('newsletters', {
      'GET /api/admin/subscribers': { body: [subscriber] },
      'GET /api/admin/subscribers/suppressions': { body: [] },
      'GET /api/admin/subscribers/bounces': { body: [] },
      [at]: { status: 500, body: null },
    });
    await press('Remove ana@mail.example');
    const question = await screen.findByRole('alertdialog');
    const clock = stopClock();
    await press('Remove subscriber', question);
    await clock.until('the list without her', () => screen.queryByText('No subscribers yet') !== null);
    await clock.pass(8_000);
    await clock.until('the refusal', () => screen.queryByText('Failed to remove the subscriber') !== null);
    expect(api.asked(at)).toHaveLength(1);
    await clock.until('her being back', () => screen.queryByText('ana@mail.example') !== null);
  });

  it('an edited draft has its words back', async () => {
    const at = 'PUT /api/admin/campaigns/1';
    const { api } = open('campaigns', { [at]: { body: fakeCampaign() } });
    await press('Edit Spring');
    const dialog = await screen.findByRole('dialog', { name: 'Edit Campaign' });
    fireEvent.change(within(dialog).getByLabelText('Subject'), { target: { value: 'Worse news' } });
    await press('Save Campaign', dialog);
    await press('Undo');
    await waitFor(() => expect(api.asked(at)).toHaveLength(2));
    expect(api.asked(at)[1]?.body).toMatchObject({ subject: 'Spring news', smtp_config_id: null });
  });
});
