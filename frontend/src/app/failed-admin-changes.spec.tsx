import { fireEvent, screen } from '@testing-library/react';
import {
  type Failure,
  fails,
  fill,
  outwaitUndo,
  prepareFailures,
  press,
  pressInDialog,
} from '../testing/failed-change.ts';
import { adminAnswers, fakeAdmin, fakeAdminUser, fakeCampaign } from '../testing/fake-admin.ts';
import { storeSession } from '../testing/render-app.tsx';

const admin = (tab: string) => `/admin?tab=${tab}`;

const byAdministrators: readonly Failure[] = [
  {
    text: 'Failed to create user',
    at: admin('users'),
    call: 'POST /api/admin/users',
    steps: [
      press('Add User'),
      fill({ Username: 'cy', Email: 'cy@strangers.example', Password: 'secret-password' }),
      pressInDialog('Create User'),
    ],
  },
  {
    text: 'Failed to update user',
    at: admin('users'),
    call: `PUT /api/admin/users/${fakeAdminUser.id}`,
    steps: [press('Edit bo'), pressInDialog('Save User')],
  },
  {
    text: 'Failed to delete user',
    at: admin('users'),
    call: `DELETE /api/admin/users/${fakeAdminUser.id}`,
    steps: [press('Delete bo'), pressInDialog('Delete user')],
  },
  {
    text: 'Failed to create plan',
    at: admin('plans'),
    call: 'POST /api/admin/plans',
    steps: [
      press('Add Plan'),
      fill({ Name: 'Keep', Slug: 'keep', 'Price ($ per month)': '5' }),
      pressInDialog('Create Plan'),
    ],
  },
  {
    text: 'Failed to update plan',
    at: admin('plans'),
    call: 'PUT /api/admin/plans/2',
    steps: [press('Edit Starter'), pressInDialog('Save Plan')],
  },
  {
    text: 'Failed to delete plan',
    at: admin('plans'),
    call: 'DELETE /api/admin/plans/2',
    steps: [press('Delete Starter'), pressInDialog('Delete plan')],
  },
  {
    text: 'Failed to add SMTP server',
    at: admin('tools'),
    call: 'POST /api/admin/smtp',
    steps: [
      press('Add SMTP Server'),
      fill({ Name: 'A', Host: 'b.example', Username: 'c', Password: 'd', 'From Email': 'e@f.example' }),
      pressInDialog('Add Server'),
    ],
  },
  {
    text: 'Failed to update SMTP server',
    at: admin('tools'),
    call: 'PUT /api/admin/smtp/1',
    steps: [press('Edit First'), pressInDialog('Save Server')],
  },
  {
    text: 'Failed to delete SMTP server',
    at: admin('tools'),
    call: 'DELETE /api/admin/smtp/1',
    steps: [press('Delete First'), pressInDialog('Delete server')],
  },
  {
    text: 'Failed to toggle default',
    at: admin('tools'),
    call: 'POST /api/admin/smtp/1/toggle-default',
    steps: [async () => fireEvent.click(await screen.findByRole('checkbox', { name: 'Default' }))],
  },
  {
    text: 'Failed to send test email',
    at: admin('tools'),
    call: 'POST /api/admin/smtp/test',
    steps: [fill({ 'Test email': 'a@b.example' }), press('Test Email')],
  },
  {
    text: 'Failed to load template',
    at: admin('campaigns'),
    call: 'POST /api/admin/templates/load',
    steps: [
      press('Create Campaign'),
      () => screen.findByRole('option', { name: 'Welcome' }),
      fill({ Template: 'welcome' }),
    ],
  },
  {
    text: 'Failed to save campaign',
    at: admin('campaigns'),
    call: 'PUT /api/admin/campaigns/1',
    steps: [press('Edit Spring'), pressInDialog('Save Campaign')],
  },
  {
    text: 'Failed to start',
    at: admin('campaigns'),
    call: 'POST /api/admin/campaigns/1/send',
    steps: [press('Send Spring'), pressInDialog('Send campaign')],
  },
  {
    text: 'Failed to pause',
    at: admin('campaigns'),
    call: 'POST /api/admin/campaigns/1/pause',
    steps: [press('Pause Spring')],
    given: { 'GET /api/admin/campaigns': { body: [fakeCampaign({ status: 'sending' })] } },
  },
  {
    text: 'Failed to load stats',
    at: admin('campaigns'),
    call: 'GET /api/admin/campaigns/1/stats',
    steps: [press('Stats of Spring')],
  },
  {
    text: 'Failed to delete',
    at: admin('campaigns'),
    call: 'DELETE /api/admin/campaigns/1',
    steps: [outwaitUndo('Delete Spring', 'Failed to delete')],
  },
];

prepareFailures();

describe('a change of an administrator that fails without a reason says so in its own words', () => {
  it.each(byAdministrators)('$text', (failure) => {
    storeSession(fakeAdmin);
    return fails(failure, adminAnswers);
  });

  it.each([
    ['overview', 'GET /api/admin/stats'],
    ['users', 'GET /api/admin/users'],
    ['plans', 'GET /api/admin/plans'],
    ['newsletters', 'GET /api/admin/subscribers'],
    ['campaigns', 'GET /api/admin/campaigns'],
    ['tools', 'GET /api/admin/smtp'],
  ])('Failed to load data: %s', (tab, call) => {
    storeSession(fakeAdmin);
    return fails({ text: 'Failed to load data', at: admin(tab), call, steps: [] }, adminAnswers);
  });
});
