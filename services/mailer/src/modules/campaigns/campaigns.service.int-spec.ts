import { jest } from '@jest/globals';
import { eventually } from '@palisade/testing';
import { proveCampaign } from '../../test/campaign-proof.ts';
import { type DeliveringHarness, startDelivering } from '../../test/delivering.ts';
import { newAdmin } from '../../test/harness.ts';
import { AudienceService } from './audience.service.ts';

describe('campaigns', () => {
  let harness: DeliveringHarness;
  const admin = newAdmin();
  const input = {
    name: 'News',
    subject: 'Hello {{first_name|friend}}',
    body_html: '<p>Dear {{first_name|friend}}</p><a href="{{site_url}}/pricing">Plans</a>',
    target_audience: 'newsletter',
    emails_per_second: 50,
  };

  beforeAll(async () => {
    harness = await startDelivering();
  });

  afterAll(() => harness?.stop());

  beforeEach(() => {
    harness.sink.taken.length = 0;
    harness.sink.onRecipient = () => null;
    harness.sink.onMessage = () => null;
  });

  const create = async (facts: Record<string, unknown> = {}): Promise<string> => {
    const { status, body } = await harness.call('POST', '/admin/campaigns/', admin, { ...input, ...facts });
    expect([status, body.detail]).toEqual([201, undefined]);
    return `/admin/campaigns/${body.id}`;
  };
  const stats = async (campaign: string) => (await harness.call('GET', `${campaign}/stats`, admin)).body;
  const ends = (campaign: string, status: string) =>
    eventually(`campaign ${status}`, async () => {
      const now = await stats(campaign);
      expect(now.status).toBe(status);
      return now;
    });
  const runs = async (facts: Record<string, unknown>, status = 'completed') => {
    const campaign = await create(facts);
    const { body } = await harness.call('POST', `${campaign}/send`, admin);
    expect(body).toEqual({ message: 'Campaign started in background!' });
    return ends(campaign, status);
  };

  async function subscriber(name: string, facts = ''): Promise<string> {
    const email = `${name}@example.com`;
    await harness.database.query(
      `INSERT INTO subscribers (email, first_name, last_name, source ${facts && ', is_subscribed'})
       VALUES ($1, $2, 'Test', 'test' ${facts && ', false'})`,
      [email, name],
    );
    return email;
  }

  async function account(facts: Parameters<DeliveringHarness['newUser']>[0] = {}) {
    const user = harness.newUser(facts);
    await harness.database.query(
      'INSERT INTO accounts (user_id, email, username, full_name, marketing_emails) VALUES ($1, $2, $3, $4, $5)',
      [user.id, user.email, user.username, user.fullName, user.notifications.marketingEmails],
    );
    return user;
  }

  it('goes to subscribers by name, each with ways to leave, and never to who has left', async () => {
    const [ada, gone, left] = [
      await subscriber('ada'),
      await subscriber('gone'),
      await subscriber('left', 'x'),
    ];
    await harness.call('POST', '/newsletter/unsubscribe', null, { email: gone, reason: '' });
    await harness.database.query(`INSERT INTO suppressions VALUES ($1, 'bounced')`, [left]);
    const done = await runs({});
    expect(done).toMatchObject({
      total_recipients: 1,
      emails_sent: 1,
      progress_percent: 100,
      success_rate_percent: 100,
    });
    const campaignMails = harness.sink.taken.filter(({ mail }) => mail.subject?.startsWith('Hello'));
    expect(campaignMails.map(({ to }) => to)).toEqual([ada]);
    const [{ mail, raw }] = campaignMails as [(typeof campaignMails)[0]];
    expect(mail.subject).toBe('Hello ada');
    expect(mail.html).toContain('href="https://palisade.example/pricing"');
    expect(mail.text).toContain('Dear ada');
    expect(mail.text).toContain('https://palisade.example/unsubscribe?email=ada');
    expect(raw).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click/m);
    const header = mail.headers.find(({ key }) => key === 'list-unsubscribe')?.value ?? '';
    const oneClick = header.slice(1, -1).replace('https://palisade.example/api', '');
    expect((await harness.call('GET', oneClick, null)).status).toBe(404);
    const form = { 'content-type': 'application/x-www-form-urlencoded' };
    expect((await harness.call('POST', oneClick, null, 'List-Unsubscribe=One-Click', form)).status).toBe(200);
    const { rows } = await harness.database.query(
      `SELECT via, campaign_id FROM unsubscriptions WHERE email = $1`,
      [ada],
    );
    expect(rows).toEqual([{ via: 'one_click', campaign_id: expect.any(Number) }]);
    expect((await harness.call('POST', `${await create()}/send`, admin)).body.detail).toBe(
      'This campaign has no recipients',
    );
  });

  it('asks auth and billing who has which plan and wants marketing mails', async () => {
    const wants = {
      notifications: {
        emailAlerts: true,
        attackNotifications: true,
        weeklyReports: true,
        marketingEmails: true,
      },
    };
    const business = await account({ plan: 'business', ...wants });
    const starter = await account({ plan: 'starter', ...wants });
    await account({ plan: 'business' });
    await account({ plan: 'business', ...wants, isActive: false });
    const done = await runs({ target_audience: 'plans', target_plans: ['business'] });
    expect(done).toMatchObject({
      total_recipients: 1,
      left_out: { marketing_emails_off: 1, account_inactive: 1 },
    });
    expect(harness.sink.recipients).toEqual([business.email]);
    harness.sink.taken.length = 0;
    await runs({ target_audience: 'all' });
    expect(harness.sink.recipients.sort()).toEqual([business.email, starter.email].sort());
  });

  it('asks accounts again before each mail: a «no» since it began counts', async () => {
    const on = { notifications: { ...harness.newUser().notifications, marketingEmails: true } };
    const team = () => account({ plan: 'enterprise', ...on });
    const [stays, off, moved, closed, inactive] = [
      await team(),
      await team(),
      await team(),
      await team(),
      await team(),
    ];
    // Nobody receives it before it is paused.
    harness.sink.onRecipient = () => ({ code: 451, text: '4.7.1 Later' });
    const campaign = await create({ target_audience: 'plans', target_plans: ['enterprise'] });
    expect((await harness.call('POST', `${campaign}/send`, admin)).status).toBe(200);
    expect((await harness.call('POST', `${campaign}/pause`, admin)).status).toBe(200);
    const change = (sql: string, { id }: { id: string }) => harness.database.query(sql, [id]);
    await change('UPDATE accounts SET marketing_emails = false WHERE user_id = $1', off);
    await change(`UPDATE accounts SET email = 'new-' || email WHERE user_id = $1`, moved);
    await change('DELETE FROM accounts WHERE user_id = $1', closed);
    await change('UPDATE accounts SET is_active = false WHERE user_id = $1', inactive);
    harness.sink.onRecipient = () => null;
    harness.sink.taken.length = 0;
    expect((await harness.call('POST', `${campaign}/send`, admin)).status).toBe(200);
    expect(await ends(campaign, 'completed')).toMatchObject({
      total_recipients: 5,
      emails_sent: 1,
      failures_by_reason: {
        marketing_emails_off: 1,
        other_address: 1,
        account_closed: 1,
        account_inactive: 1,
      },
    });
    expect(harness.sink.recipients).toEqual([stays.email]);
  });

  it('is neither overwritten nor sent by somebody who has not seen its last change', async () => {
    const campaign = await create();
    const { body: seen } = await harness.call('GET', campaign, admin);
    const first = await harness.call('PUT', campaign, admin, {
      ...input,
      name: 'First',
      version: seen.version,
    });
    expect(first).toMatchObject({ status: 200, body: { name: 'First', version: Number(seen.version) + 1 } });
    const stale = { version: seen.version };
    const refused = { status: 409, body: { code: 'campaign_changed' } };
    expect(await harness.call('PUT', campaign, admin, { ...input, name: 'Second', ...stale })).toMatchObject(
      refused,
    );
    expect(await harness.call('POST', `${campaign}/send`, admin, stale)).toMatchObject(refused);
    expect((await harness.call('GET', campaign, admin)).body).toMatchObject({
      name: 'First',
      status: 'draft',
    });
    expect(await harness.call('PUT', campaign, admin, { ...input, version: 0 })).toMatchObject({
      status: 422,
    });
  });

  it('does not send the text of one audience to another that was chosen before', async () => {
    const campaign = await create({ target_audience: 'custom', custom_emails: 'before@example.com' });
    const audience = harness.app.get(AudienceService);
    const resolve = audience.resolve.bind(audience);
    const edited = { ...input, target_audience: 'custom', custom_emails: 'after@example.com' };
    jest.spyOn(audience, 'resolve').mockImplementationOnce(async (draft) => {
      const resolved = await resolve(draft);
      expect((await harness.call('PUT', campaign, admin, edited)).status).toBe(200);
      return resolved;
    });
    expect(await harness.call('POST', `${campaign}/send`, admin)).toMatchObject({
      status: 409,
      body: { code: 'campaign_changed' },
    });
    expect(await stats(campaign)).toMatchObject({ status: 'draft', total_recipients: 0 });
    expect((await harness.call('POST', `${campaign}/send`, admin)).status).toBe(200);
    await ends(campaign, 'completed');
    expect(harness.sink.recipients).toEqual(['after@example.com']);
  });

  it('reaches every paid plan, and no free account, where no plan is named', async () => {
    const on = { notifications: { ...harness.newUser().notifications, marketingEmails: true } };
    const paid = await account({ plan: 'starter', ...on });
    const free = await account({ plan: 'free', ...on });
    await runs({ target_audience: 'plans', target_plans: [] });
    expect(harness.sink.to(paid.email)).toHaveLength(1);
    expect(harness.sink.to(free.email)).toHaveLength(0);
  });

  it('tells refused from unknown, retries what is deferred, and sends unknown ones again only when told to', async () => {
    let deferrals = 0;
    harness.sink.onRecipient = (address) => {
      if (address.startsWith('no-such')) return { code: 550, text: '5.1.1 No such user' };
      if (address.startsWith('grey')) return deferrals++ === 0 ? { code: 451, text: '4.7.1 Later' } : null;
      return null;
    };
    harness.sink.onMessage = (address) => (address.startsWith('lost') ? 'drop' : null);
    const campaign = await create({
      target_audience: 'custom',
      custom_emails:
        'no-such@example.com, grey@example.com,lost@example.com\nfine@example.com, FINE@example.com',
    });
    await harness.call('POST', `${campaign}/send`, admin);
    const done = await ends(campaign, 'completed');
    expect(done).toMatchObject({
      total_recipients: 4,
      emails_sent: 2,
      emails_failed: 1,
      emails_unknown: 1,
      failures_by_reason: { smtp_550: 1, connection_lost: 1 },
      success_rate_percent: 50,
    });
    expect(harness.sink.to('lost@example.com')).toHaveLength(1);
    harness.sink.onMessage = () => null;
    const { body } = await harness.call('POST', `${campaign}/retry-unknown`, admin);
    expect(body.message).toBe('1 email is being sent again');
    expect(await ends(campaign, 'completed')).toMatchObject({ emails_sent: 3, emails_unknown: 0 });
  });

  it('fails where nothing was accepted', async () => {
    harness.sink.onRecipient = () => ({ code: 550, text: 'no' });
    await runs({ target_audience: 'custom', custom_emails: 'a@example.com' }, 'failed');
  });

  it('changes and deletes drafts only', async () => {
    const campaign = await create({ target_audience: 'custom', custom_emails: 'b@example.com' });
    const { body } = await harness.call('PUT', campaign, admin, { ...input, name: 'Other' });
    expect(body).toMatchObject({ name: 'Other', status: 'draft', target_audience: 'newsletter' });
    expect((await harness.call('POST', `${campaign}/pause`, admin)).status).toBe(409);
    expect((await harness.call('DELETE', campaign, admin)).status).toBe(204);
    expect((await harness.call('GET', `${campaign}/stats`, admin)).status).toBe(404);
  });

  it('takes scripts, handlers and foreign links out, and refuses header and template injection', async () => {
    const campaign = await create({
      target_audience: 'custom',
      custom_emails: 'c@example.com',
      body_html: `<p onclick="x()">Hi</p><script>alert(1)</script><a href="javascript:alert(1)">a</a>
        <a href="{{full_name}}">b</a><iframe src="https://x"></iframe><form action="https://x"><input></form>`,
    });
    const { body } = await harness.call('POST', `${campaign}/preview`, admin, {
      test_email: 'c@example.com',
    });
    expect(body.html).not.toMatch(/script|onclick|iframe|<form|<input|full_name/);
    const refused = async (facts: Record<string, unknown>) =>
      (await harness.call('POST', '/admin/campaigns/', admin, { ...input, ...facts })).status;
    expect(await refused({ subject: 'Hi\r\nBcc: victim@example.com' })).toBe(422);
    expect(await refused({ subject: 'Hi {{constructor}}' })).toBe(422);
    expect(await refused({ target_audience: 'custom', custom_emails: 'a@example.com\r\nBcc: x' })).toBe(422);
    expect(await refused({ target_audience: 'custom', custom_emails: '' })).toBe(422);
    expect(await refused({ emails_per_second: 51 })).toBe(422);
    expect(await refused({ smtp_config_id: 999_999 })).toBe(422);
  });

  it('sends a test to one address only, counted nowhere', async () => {
    const campaign = await create({ target_audience: 'custom', custom_emails: 'd@example.com' });
    expect(
      (await harness.call('POST', `${campaign}/test`, admin, { test_email: 'me@example.com' })).status,
    ).toBe(200);
    expect(harness.sink.recipients).toEqual(['me@example.com']);
    expect(await stats(campaign)).toMatchObject({ status: 'draft', emails_sent: 0 });
  });
});

it('a campaign over two processes, one killed twice, paused and resumed: nobody gets a mail twice', async () => {
  const figures = await proveCampaign({
    recipients: 400,
    perSecond: 50,
    kills: 2,
    slowness: 40,
    watch: 1_500,
  });
  expect(figures).toMatchObject({ total: 400, duplicates: 0, failed: 0, whilePaused: 0 });
  expect(figures.sent + figures.unknown).toBe(400);
  expect(figures.unknown).toBeLessThanOrEqual(figures.mostInFlight);
  expect(figures.arrived).toBeGreaterThanOrEqual(figures.sent);
});
