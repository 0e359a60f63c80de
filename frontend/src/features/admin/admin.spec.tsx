import { jest } from '@jest/globals';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { adminAnswers, fakeAdmin, fakeAdminUser, fakeCampaign, fakeSmtp } from '../../testing/fake-admin.ts';
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
const fill = (dialog: HTMLElement, fields: Record<string, string>) => {
  for (const [label, value] of Object.entries(fields))
    fireEvent.change(within(dialog).getByLabelText(label), { target: { value } });
};
const checkbox = (dialog: HTMLElement, name: string) =>
  within(dialog).getByRole('checkbox', { name }) as HTMLInputElement;

beforeEach(() => localStorage.clear());
afterEach(() => {
  jest.useRealTimers();
  jest.restoreAllMocks();
});

describe('the tabs', () => {
  it('do not search one list for what another was searched for', async () => {
    const { api } = open('users&search=bo');
    await screen.findByRole('button', { name: 'Edit bo' });
    expect(new URLSearchParams(api.asked('GET /api/admin/users')[0]?.query).get('search')).toBe('bo');
    fireEvent.click(screen.getByRole('tab', { name: 'Orders' }));
    expect(((await screen.findByLabelText('Search orders')) as HTMLInputElement).value).toBe('');
  });
});

describe('users', () => {
  it('are sent without is_active when created, and without a password when it stays', async () => {
    const { api } = open('users', {
      'POST /api/admin/users': { status: 201, body: fakeAdminUser },
      [`PUT /api/admin/users/${fakeAdminUser.id}`]: { body: fakeAdminUser },
    });
    await press('Add User');
    const adding = await screen.findByRole('dialog', { name: 'Add New User' });
    expect(within(adding).queryByRole('checkbox', { name: 'Active' })).toBeNull();
    fill(adding, { Username: 'cy', Email: 'cy@strangers.example', Password: 'secret-password' });
    await press('Create User', adding);
    await screen.findByText('User created successfully!');
    expect(api.asked('POST /api/admin/users')[0]?.body).toEqual({
      username: 'cy',
      email: 'cy@strangers.example',
      full_name: '',
      password: 'secret-password',
      plan: 'free',
      is_admin: false,
    });

    await press('Edit bo');
    const editing = await screen.findByRole('dialog', { name: 'Edit User' });
    fireEvent.click(checkbox(editing, 'Active'));
    await press('Save User', editing);
    await screen.findByText('User updated successfully!');
    expect(api.asked(`PUT /api/admin/users/${fakeAdminUser.id}`)[0]?.body).toEqual({
      username: 'bo',
      email: 'bo@strangers.example',
      full_name: 'Bo Stranger',
      plan: 'starter',
      is_admin: false,
      is_active: false,
    });
  });
});

describe('mail servers', () => {
  it('begin on port 587 with TLS, which SSL excludes', async () => {
    const { api } = open('tools', { 'POST /api/admin/smtp': { status: 201, body: fakeSmtp() } });
    await press('Add SMTP Server');
    const dialog = await screen.findByRole('dialog', { name: 'Add SMTP Server' });
    expect((within(dialog).getByLabelText('Port') as HTMLInputElement).value).toBe('587');
    const [tls, ssl] = [checkbox(dialog, 'Use TLS'), checkbox(dialog, 'Use SSL')];
    expect([tls.checked, ssl.checked]).toEqual([true, false]);
    fireEvent.click(ssl);
    await waitFor(() => expect([tls.checked, ssl.checked]).toEqual([false, true]));
    fireEvent.click(tls);
    await waitFor(() => expect([tls.checked, ssl.checked]).toEqual([true, false]));
    await press('Add Server', dialog);
    for (const what of ['name', 'host', 'username', 'password', 'sender address'])
      await within(dialog).findByText(new RegExp(`^Please enter a ${what}`));
    fill(dialog, {
      Name: 'Second',
      Host: 'mail.example',
      Username: 'sender',
      Password: 'secret',
      'From Email': 'news@palisade.example',
    });
    await press('Add Server', dialog);
    await screen.findByText('SMTP server added successfully!');
    expect(api.asked('POST /api/admin/smtp')[0]?.body).toMatchObject({
      name: 'Second',
      host: 'mail.example',
      port: 587,
      username: 'sender',
      password: 'secret',
      use_tls: true,
      use_ssl: false,
      from_email: 'news@palisade.example',
    });
  });

  it('keep their password when it is left empty', async () => {
    const { api } = open('tools', { 'PUT /api/admin/smtp/1': { body: fakeSmtp() } });
    await press('Edit First');
    await press('Save Server', await screen.findByRole('dialog', { name: 'Edit SMTP Server' }));
    await screen.findByText('SMTP server updated successfully!');
    expect(api.asked('PUT /api/admin/smtp/1')[0]?.body).not.toHaveProperty('password');
  });

  it('show what they are, and that several defaults take turns', async () => {
    const { api } = open('tools', {
      'GET /api/admin/smtp': {
        body: [
          fakeSmtp({ is_default: true }),
          fakeSmtp({ id: 2, name: 'Second', is_default: true, use_tls: false, use_ssl: true }),
          fakeSmtp({ id: 3, name: 'Third', is_active: false, use_tls: false }),
        ],
      },
      'POST /api/admin/smtp/1/toggle-default': { body: { message: 'First is no longer a default server' } },
    });
    await screen.findByText('Load balancing is active');
    await screen.findByText(/mail worker rotates between them/);
    const card = (name: string) => screen.getByRole('article', { name });
    for (const [name, badge, security] of [
      ['First', 'Active', 'TLS'],
      ['Second', 'Active', 'SSL'],
      ['Third', 'Inactive', 'None'],
    ] as const) {
      within(card(name)).getByText(badge);
      within(card(name)).getByText(security);
      within(card(name)).getByText('mail.example:587');
      within(card(name)).getByText('1,234');
    }
    expect(within(card('First')).getAllByText('Default')).toHaveLength(2);
    expect(within(card('Third')).getAllByText('Default')).toHaveLength(1);
    fireEvent.click(checkbox(card('First'), 'Default'));
    await screen.findByText('First is no longer a default server');
    expect(api.asked('POST /api/admin/smtp/1/toggle-default')).toHaveLength(1);
    await press('Test Email', card('First'));
    await screen.findByText('Please enter a test email address');
    expect(api.asked('POST /api/admin/smtp/test')).toHaveLength(0);
  });

  it('are missed', async () => {
    open('tools', { 'GET /api/admin/smtp': { body: [] } });
    await screen.findByText('No SMTP Configured');
    expect(screen.queryByText('Load balancing is active')).toBeNull();
  });
});

describe('campaigns', () => {
  it('begin with subscribers at five a second, and offer active servers only', async () => {
    const { api } = open('campaigns', {
      'GET /api/admin/smtp': { body: [fakeSmtp(), fakeSmtp({ id: 2, name: 'Resting', is_active: false })] },
      'POST /api/admin/campaigns': { status: 201, body: fakeCampaign() },
    });
    await press('Create Campaign');
    const dialog = await screen.findByRole('dialog', { name: 'Create Campaign' });
    const servers = within(dialog).getByLabelText('SMTP Server') as HTMLSelectElement;
    await waitFor(() =>
      expect([...servers.options].map(({ text }) => text)).toEqual(['Random rotation', 'First']),
    );
    const audience = within(dialog).getByLabelText('Audience') as HTMLSelectElement;
    expect(audience.value).toBe('newsletter');
    expect([...audience.options].map(({ value }) => value)).toEqual(['all', 'newsletter', 'plans', 'custom']);
    const speed = within(dialog).getByRole('slider') as HTMLInputElement;
    expect([speed.value, speed.min, speed.max]).toEqual(['5', '1', '50']);
    for (const label of ['1 very safe', '5 balanced', '10 fast', '25 very fast', '50 maximum'])
      within(dialog).getByRole('button', { name: label });

    await press('Create Campaign', dialog);
    for (const what of ['a name', 'a subject', 'the body'])
      await within(dialog).findByText(`Please enter ${what}`);
    fill(dialog, { Name: 'Spring', Subject: 'News', 'HTML body': '<p>Hi</p>', Audience: 'custom' });
    await press('Create Campaign', dialog);
    await within(dialog).findByText('Please enter at least one address');
    fill(dialog, { 'Custom emails': 'a@x.example, b@x.example, c@x.example' });
    await press('10 fast', dialog);
    fireEvent.change(speed, { target: { value: '2' } });
    await within(dialog).findByText('Takes about 2 seconds.');
    await press('Create Campaign', dialog);
    await screen.findByText('Campaign created! You can now send it.');
    expect(api.asked('POST /api/admin/campaigns')[0]?.body).toEqual({
      name: 'Spring',
      subject: 'News',
      body_html: '<p>Hi</p>',
      body_text: '',
      target_audience: 'custom',
      target_plans: [],
      custom_emails: 'a@x.example, b@x.example, c@x.example',
      smtp_config_id: null,
      emails_per_second: 2,
    });
  });

  it('take their text from a template', async () => {
    const { api } = open('campaigns', {
      'POST /api/admin/templates/load': {
        body: { subject: 'Welcome!', html_content: '\n \n<p>Welcome</p>\n', text_content: 'Welcome' },
      },
    });
    await press('Create Campaign');
    const dialog = await screen.findByRole('dialog', { name: 'Create Campaign' });
    await within(dialog).findByRole('option', { name: 'Welcome' });
    fill(dialog, { Template: 'welcome' });
    await waitFor(() =>
      expect((within(dialog).getByLabelText('Subject') as HTMLInputElement).value).toBe('Welcome!'),
    );
    expect((within(dialog).getByLabelText('HTML body') as HTMLTextAreaElement).value).toBe('<p>Welcome</p>');
    expect(api.asked('POST /api/admin/templates/load')[0]?.body).toEqual({
      template_id: 'welcome',
      user_email: fakeAdmin.email,
    });
  });

  it.each([
    ['draft', ['Send', 'Edit', 'Test', 'Stats of', 'Delete']],
    ['sending', ['Pause', 'Stats of']],
    ['paused', ['Resume', 'Test', 'Stats of', 'Delete']],
    ['completed', ['Stats of', 'Delete']],
    ['failed', ['Stats of', 'Delete']],
  ] as const)('offer what a %s one can be told', async (status, actions) => {
    open('campaigns', { 'GET /api/admin/campaigns': { body: [fakeCampaign({ status })] } });
    await screen.findByRole('button', { name: 'Stats of Spring' });
    expect(
      screen
        .getAllByRole('button', { name: / Spring$/ })
        .map((button) => button.getAttribute('aria-label')?.replace(' Spring', '')),
    ).toEqual(actions);
  });

  it('say why one cannot be edited', async () => {
    open('campaigns', {
      'GET /api/admin/campaigns/1': { status: 404, body: { detail: 'Campaign not found' } },
    });
    await press('Edit Spring');
    await screen.findByText('Campaign not found');
    expect(screen.queryByRole('dialog', { name: 'Edit Campaign' })).toBeNull();
  });

  it('keep what was typed when somebody else has saved, and let one choose', async () => {
    const theirs = fakeCampaign({ subject: 'Theirs', version: 4 });
    let version = 3;
    const { api } = open('campaigns', {
      'GET /api/admin/campaigns/1': () => ({ body: version === 3 ? fakeCampaign() : theirs }),
      'PUT /api/admin/campaigns/1': ({ body }: { body: unknown }) =>
        (body as { version: number }).version === version
          ? { body: { ...theirs, version: 5 } }
          : { status: 409, body: { code: 'campaign_changed', detail: 'Changed' } },
    });
    await press('Edit Spring');
    const dialog = await screen.findByRole('dialog', { name: 'Edit Campaign' });
    version = 4;
    fill(dialog, { Subject: 'Mine' });
    await press('Save Campaign', dialog);
    await within(dialog).findByText(/What you typed is still here/);
    expect((within(dialog).getByLabelText('Subject') as HTMLInputElement).value).toBe('Mine');
    await press('Load theirs', dialog);
    expect((within(dialog).getByLabelText('Subject') as HTMLInputElement).value).toBe('Theirs');
    expect(within(dialog).queryByText(/What you typed/)).toBeNull();

    version = 5;
    fill(dialog, { Subject: 'Mine again' });
    await press('Save Campaign', dialog);
    await within(dialog).findByText(/What you typed is still here/);
    version = 4;
    await press('Save mine over it', dialog);
    await screen.findByText('Campaign updated successfully!');
    expect(api.asked('PUT /api/admin/campaigns/1').at(-1)?.body).toMatchObject({
      subject: 'Mine again',
      version: 4,
    });
  });

  it('are started, paused, edited, and deleted after the browser has asked', async () => {
    const { api } = open('campaigns', {
      'GET /api/admin/campaigns': {
        body: [fakeCampaign(), fakeCampaign({ id: 2, name: 'Summer', status: 'sending' })],
      },
      'POST /api/admin/campaigns/1/send': { body: { message: 'ok' } },
      'POST /api/admin/campaigns/2/pause': { body: { message: 'ok' } },
      'PUT /api/admin/campaigns/1': { body: fakeCampaign() },
      'DELETE /api/admin/campaigns/1': { status: 204 },
    });
    await press('Send Spring');
    const question = await screen.findByRole('alertdialog', { name: 'Send "Spring" now?' });
    expect(api.asked('POST /api/admin/campaigns/1/send')).toHaveLength(0);
    await press('Send campaign', question);
    await screen.findByText('Campaign started in background!');
    await press('Pause Summer');
    await screen.findByText('Campaign paused');
    await press('Edit Spring');
    await press('Save Campaign', await screen.findByRole('dialog', { name: 'Edit Campaign' }));
    await screen.findByText('Campaign updated successfully!');

    const confirm = jest.spyOn(window, 'confirm').mockReturnValue(false);
    await press('Delete Spring');
    expect(confirm).toHaveBeenCalledWith('Delete campaign "Spring"?');
    expect(api.asked('DELETE /api/admin/campaigns/1')).toHaveLength(0);
    confirm.mockReturnValue(true);
    const clock = stopClock();
    await press('Delete Spring');
    await clock.pass(8_000);
    await clock.until('the campaign being deleted', () => screen.queryByText('Campaign deleted') !== null);
  });
});
