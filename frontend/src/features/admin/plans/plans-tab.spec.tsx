import { fireEvent, screen, within } from '@testing-library/react';
import { adminAnswers, fakeAdmin, fakeAdminPlans } from '../../../testing/fake-admin.ts';
import { installFakeApi } from '../../../testing/fake-api.ts';
import { renderApp, storeSession } from '../../../testing/render-app.tsx';

beforeEach(() => localStorage.clear());

describe('the plans that somebody has', () => {
  it('say how many have them, whom a change meets, and that they cannot be deleted', async () => {
    storeSession(fakeAdmin);
    const [plan] = fakeAdminPlans;
    installFakeApi({ ...adminAnswers, 'GET /api/admin/plans': { body: [{ ...plan!, user_count: 1_200 }] } });
    renderApp('/admin?tab=plans');
    await screen.findByText(/1,200 users/);
    fireEvent.click(screen.getByRole('button', { name: `Edit ${plan!.name}` }));
    const form = await screen.findByRole('dialog', { name: 'Edit Plan' });
    within(form).getByText('For new orders; running subscriptions keep their price.');
    within(form).getByText('Changes apply at once to the 1,200 users on this plan.');
    fireEvent.click(within(form).getByRole('button', { name: 'Cancel' }));
    fireEvent.click(await screen.findByRole('button', { name: `Delete ${plan!.name}` }));
    const question = await screen.findByRole('alertdialog');
    within(question).getByText(/To stop offering it, edit it and untick “Active”/);
    expect(within(question).getByRole('button', { name: 'Delete plan' })).toHaveProperty('disabled', true);
  });

  it('are deleted when nobody has them', async () => {
    storeSession(fakeAdmin);
    const [plan] = fakeAdminPlans;
    const api = installFakeApi({
      ...adminAnswers,
      'GET /api/admin/plans': { body: [plan!] },
      [`DELETE /api/admin/plans/${plan!.id}`]: { status: 204 },
    });
    renderApp('/admin?tab=plans');
    fireEvent.click(await screen.findByRole('button', { name: `Delete ${plan!.name}` }));
    fireEvent.click(
      within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Delete plan' }),
    );
    await screen.findByText('Plan deleted successfully!');
    expect(api.asked(`DELETE /api/admin/plans/${plan!.id}`)).toHaveLength(1);
  });
});
