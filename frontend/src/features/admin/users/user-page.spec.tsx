import { fireEvent, screen, within } from '@testing-library/react';
import { adminUserLink } from '../../../entities/page/paths.ts';
import { fakeAdmin, fakeAdminUser } from '../../../testing/fake-admin.ts';
import { fakeDomain, fakePlans, installFakeApi } from '../../../testing/fake-api.ts';
import { fakeOrder } from '../../../testing/fake-paypal.ts';
import { renderApp, storeSession } from '../../../testing/render-app.tsx';

const at = `/api/admin/users/${fakeAdminUser.id}`;
const event = {
  id: '0195a000-0000-7000-8000-0000000000aa',
  at: new Date().toISOString(),
  ...{ actor_id: fakeAdmin.id, actor_email: fakeAdmin.email, action: 'user.updated' },
  ...{ target_type: 'user', target_id: fakeAdminUser.id, details: { plan: 'business' } },
  ...{ ip_address: '192.0.2.1', request_id: 'r' },
};

const mailTo = (to: string) => ({
  ...{ id: '1', category: 'account', template: 'email_confirmation', to, status: 'failed' as const },
  ...{ reason: '550 no such user', attempts: 3, smtp_config_id: 1, finished_at: null },
  created_at: new Date().toISOString(),
});

const note = {
  ...{ id: '0195a000-0000-7000-8000-0000000000bb', text: 'Pays by transfer.\nCall before changes.' },
  ...{ author_id: fakeAdmin.id, author_email: fakeAdmin.email, created_at: '2026-03-01T10:00:00.000Z' },
};

const statusPage = {
  domain_id: '0195a000-0000-7000-8000-0000000000cc',
  domain_name: 'bank-help.example',
  owner_id: fakeAdminUser.id,
  slug: 'bank-help',
  name: 'Your bank',
  note: '',
  is_on: true,
  suspension: null,
};

function open(answer: Parameters<typeof installFakeApi>[0] = {}) {
  storeSession(fakeAdmin);
  const api = installFakeApi({
    'GET /api/auth/me': { body: fakeAdmin },
    'GET /api/plans': { body: fakePlans },
    [`GET ${at}`]: { body: fakeAdminUser },
    'GET /api/orders': {
      body: {
        orders: [
          {
            ...fakeOrder('paid'),
            user_id: fakeAdminUser.id,
            guest_email: null,
            buyer_email: null,
            failure: null,
          },
        ],
        total: 1,
      },
    },
    'GET /api/admin/smtp/mails': {
      body: {
        mails: [mailTo(fakeAdminUser.email), { ...mailTo(`x${fakeAdminUser.email}`), id: '2' }],
      },
    },
    'GET /api/admin/audit': { body: { entries: [event], next: null } },
    [`GET ${at}/notes`]: { body: { notes: [note] } },
    'GET /api/admin/logs/status-pages': { body: { pages: [statusPage] } },
    ...answer,
  });
  renderApp(adminUserLink(fakeAdminUser.id));
  return api;
}

beforeEach(() => localStorage.clear());

describe('an account as administrators see it', () => {
  it('is whole: who, its domains, its orders, what was done with it', async () => {
    const api = open();
    await screen.findByRole('heading', { level: 1, name: fakeAdminUser.full_name });
    await screen.findByText('changed an account: plan business');
    const orders = screen.getByRole('region', { name: 'Orders' });
    expect(within(orders).getByText(fakeOrder('paid').order_number)).toBeTruthy();
    // Mails to an address that only ends with this one belong to somebody else.
    expect(await screen.findAllByText('Email confirmation')).toHaveLength(1);
    for (const { domain_name } of fakeAdminUser.domains) expect(screen.getByText(domain_name)).toBeTruthy();
    expect(new URLSearchParams(api.asked('GET /api/orders')[0]?.query).get('user_ids')).toBe(
      fakeAdminUser.id,
    );
    expect(new URLSearchParams(api.asked('GET /api/admin/audit')[0]?.query).get('search')).toBe(
      fakeAdminUser.id,
    );
  });

  it('is edited there', async () => {
    const api = open({ 'GET /api/admin/plans': { body: [] }, [`PUT ${at}`]: { body: fakeAdminUser } });
    fireEvent.click(await screen.findByRole('button', { name: 'Edit User' }));
    const editing = await screen.findByRole('dialog', { name: 'Edit User' });
    fireEvent.click(within(editing).getByRole('button', { name: 'Save User' }));
    await screen.findByText('User updated successfully!');
    expect(api.asked(`PUT ${at}`)).toHaveLength(1);
  });

  it('is deleted there after a question that says what ends, and can be had back for a moment', async () => {
    const api = open({ [`DELETE ${at}`]: { status: 204 } });
    fireEvent.click(await screen.findByRole('button', { name: 'Delete User' }));
    const question = await screen.findByRole('alertdialog', { name: `Delete ${fakeAdminUser.username}?` });
    within(question).getByText(/Its subscription ends without a refund/);
    fireEvent.click(within(question).getByRole('button', { name: 'Delete user' }));
    await screen.findByText('This account is deleted');
    expect(api.asked(`DELETE ${at}`)).toHaveLength(0);
    fireEvent.click(screen.getByRole('button', { name: 'Undo' }));
    await screen.findByRole('button', { name: 'Edit User' });
    expect(api.asked(`DELETE ${at}`)).toHaveLength(0);
  });

  it('leads to each of its orders', async () => {
    open();
    const link = await screen.findByRole('link', { name: fakeOrder('paid').order_number });
    expect(link.getAttribute('href')).toBe(`/admin?tab=orders&search=${fakeOrder('paid').order_number}`);
  });

  it('says of what was done to a domain, to which', async () => {
    const domain = { ...fakeDomain({}), is_active: true };
    const onDomain = { action: 'domain.created', target_type: 'domain', target_id: domain.id, details: {} };
    open({
      [`GET ${at}`]: { body: { ...fakeAdminUser, domains: [domain], domain_count: 1 } },
      'GET /api/admin/audit': { body: { entries: [{ ...event, ...onDomain }], next: null } },
    });
    await screen.findByText(`added ${domain.domain_name}`);
  });

  it('has notes, with who wrote them, and takes new ones', async () => {
    const api = open({ [`POST ${at}/notes`]: { status: 201, body: { ...note, text: 'Moved to Oslo.' } } });
    await screen.findByText(/Pays by transfer/);
    expect(screen.getByText(new RegExp(`^${fakeAdmin.email}, `))).toBeTruthy();
    const button = screen.getByRole('button', { name: 'Add note' });
    expect(button).toHaveProperty('disabled', true);
    fireEvent.change(screen.getByLabelText('New note'), { target: { value: 'Moved to Oslo.' } });
    fireEvent.click(button);
    await screen.findByText('Note added');
    expect(api.asked(`POST ${at}/notes`)[0]?.body).toEqual({ text: 'Moved to Oslo.' });
    expect(screen.getByLabelText('New note')).toHaveProperty('value', '');
    expect(api.asked(`GET ${at}/notes`).length).toBeGreaterThan(1);
  });

  it('has status pages, which are suspended for a reason and not any more', async () => {
    const reason = 'It speaks for somebody else.';
    const path = `/api/admin/logs/status-pages/${statusPage.domain_id}`;
    const suspended = {
      ...statusPage,
      is_on: false,
      suspension: { since: '2026-03-01T10:00:00.000Z', reason },
    };
    let current: object = statusPage;
    const api = open({
      'GET /api/admin/logs/status-pages': () => ({ body: { pages: [current] } }),
      [`POST ${path}/suspend`]: { body: suspended },
      [`POST ${path}/unsuspend`]: { body: statusPage },
    });
    fireEvent.click(await screen.findByRole('button', { name: 'Suspend' }));
    const dialog = await screen.findByRole('dialog');
    const submit = within(dialog).getByRole('button', { name: 'Suspend' });
    expect(submit).toHaveProperty('disabled', true);
    fireEvent.change(within(dialog).getByLabelText('Reason'), { target: { value: reason } });
    current = suspended;
    fireEvent.click(submit);
    await screen.findByText('The page is suspended');
    expect(api.asked(`POST ${path}/suspend`)[0]?.body).toEqual({ reason });
    fireEvent.click(await screen.findByRole('button', { name: 'Lift suspension' }));
    await screen.findByText('Its owner can make it public again');
    expect(api.asked(`POST ${path}/unsuspend`)).toHaveLength(1);
  });

  it('says so where there is none', async () => {
    open({ [`GET ${at}`]: { status: 404, body: { code: 'user_not_found', detail: 'User not found' } } });
    await screen.findByText('User not found');
  });

  it('asks nobody where the address names none', async () => {
    storeSession(fakeAdmin);
    const api = installFakeApi({
      'GET /api/auth/me': { body: fakeAdmin },
      'GET /api/plans': { body: fakePlans },
    });
    renderApp(adminUserLink('nobody'));
    await screen.findByText('There is no user at this address');
    expect(api.calls.filter(({ key }) => key.includes('/admin/'))).toEqual([]);
  });
});
