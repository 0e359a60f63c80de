import { mailEventsV1 } from '@palisade/contracts';
import { uuidV7 } from '@palisade/messaging';
import { eventually } from '@palisade/testing';
import { MAIL_TEXTS, type MailTemplate } from '../../templating/texts/mail-texts.ts';
import { type DeliveringHarness, startDelivering } from '../../test/delivering.ts';
import { newAdmin } from '../../test/harness.ts';
import { SignedLinksService } from '../links/signed-links.service.ts';

const { MailCategory } = mailEventsV1;

describe('newsletter and contact form', () => {
  const admin = newAdmin();
  let harness: DeliveringHarness;

  beforeAll(async () => {
    harness = await startDelivering({
      PALISADE_BOUNCE_KEY: 'a-key-of-some-length',
    });
  });

  afterAll(() => harness?.stop());

  const subscribe = (email: string, facts: Record<string, unknown> = {}) =>
    harness.call('POST', '/newsletter/subscribe', null, {
      email,
      first_name: 'Ada',
      last_name: 'Lovelace',
      ...facts,
    });
  const unsubscribe = (email: string, facts: Record<string, unknown> = {}, address = '192.0.2.9') =>
    harness.call(
      'POST',
      '/newsletter/unsubscribe',
      null,
      { email, reason: 'other', ip_address: '', user_agent: 'x', ...facts },
      { 'x-test-address': address },
    );
  const arrives = (email: string, subject: string) =>
    eventually(`"${subject}" for ${email}`, async () => {
      const found = harness.sink.to(email).find(({ mail }) => mail.subject === subject);
      expect(found).toBeDefined();
      return found!;
    });
  const linkIn = (text: string | undefined, path: string): string => {
    const found = new RegExp(`https://palisade\\.example(${path.replaceAll('/', '\\/')}\\?\\S+)`).exec(
      text ?? '',
    );
    expect(found).not.toBeNull();
    return found![1]!;
  };

  it('welcomes a subscriber, and answers 400 with the known text the second time', async () => {
    expect((await subscribe('New@Example.com')).body).toEqual({
      message: 'Successfully subscribed! Check your email.',
    });
    const welcome = await arrives('new@example.com', 'Welcome to our newsletter');
    expect(welcome.raw).toMatch(/^List-Unsubscribe:\s+</m);
    const again = await subscribe('new@example.com');
    expect([again.status, again.body.detail]).toEqual([400, 'This email is already subscribed!']);
    expect(again.body.errors).toEqual([{ path: 'email', message: 'This email is already subscribed!' }]);
    expect((await subscribe('x@example.com', { first_name: '' })).status).toBe(422);
    expect((await subscribe('x@example.com', { first_name: 'A\r\nBcc: y@example.com' })).status).toBe(422);
  });

  it('a link from a mail unsubscribes without a notice; the bare form does so with a way back', async () => {
    await subscribe('linked@example.com');
    const welcome = await arrives('linked@example.com', 'Welcome to our newsletter');
    const page = linkIn(welcome.mail.text, '/unsubscribe');
    const token = new URLSearchParams(page.split('?')[1]).get('token');
    expect((await unsubscribe('linked@example.com', { token })).status).toBe(200);

    await subscribe('bare@example.com');
    expect((await unsubscribe('bare@example.com')).body).toEqual({ message: 'Successfully unsubscribed!' });
    const notice = await arrives('bare@example.com', 'You are unsubscribed');
    expect(harness.sink.to('linked@example.com').map(({ mail }) => mail.subject)).toEqual([
      'Welcome to our newsletter',
    ]);

    const back = linkIn(notice.mail.text, '/api/newsletter/resubscribe').replace('/api', '');
    const asked = await harness.call('GET', back, null);
    expect(asked.text).toContain('Subscribe me');
    const isSuppressed = async () =>
      (await harness.database.query(`SELECT 1 FROM suppressions WHERE email = 'bare@example.com'`)).rowCount;
    expect(await isSuppressed()).toBe(1);
    expect((await harness.call('POST', back, null)).status).toBe(200);
    expect(await isSuppressed()).toBe(0);
    const { rows } = await harness.database.query(
      `SELECT reason, via, client_address FROM unsubscriptions WHERE email LIKE '%bare%'`,
    );
    expect(rows).toEqual([{ reason: 'other', via: 'form', client_address: '192.0.2.9' }]);
  });

  it('calls nobody by a name that somebody else may have typed', async () => {
    await subscribe('typed@example.com', { first_name: 'http://evil.example' });
    const { mail } = await arrives('typed@example.com', 'Welcome to our newsletter');
    expect(mail.text).not.toContain('evil.example');
    expect(mail.html).not.toContain('evil.example');
    await unsubscribe('typed@example.com');
    await subscribe('typed@example.com', { first_name: 'http://evil.example' });
    const again = await arrives('typed@example.com', 'Do you want our newsletter again?');
    expect(again.mail.text).not.toContain('evil.example');
  });

  it('asks by mail before it takes back somebody who had left', async () => {
    await subscribe('back@example.com');
    await unsubscribe('back@example.com');
    expect((await subscribe('back@example.com')).status).toBe(200);
    await arrives('back@example.com', 'Do you want our newsletter again?');
    const { rows } = await harness.database.query(
      `SELECT is_subscribed FROM subscribers WHERE email = 'back@example.com'`,
    );
    expect(rows).toEqual([{ is_subscribed: false }]);
  });

  it('refuses forged, foreign and reused tokens', async () => {
    await subscribe('safe@example.com');
    const welcome = await arrives('safe@example.com', 'Welcome to our newsletter');
    const token = new URLSearchParams(linkIn(welcome.mail.text, '/unsubscribe').split('?')[1]).get('token')!;
    const oneClick = (given: string) =>
      harness.call('POST', `/newsletter/one-click?${new URLSearchParams({ token: given })}`, null);
    expect((await oneClick(`${token}x`)).status).toBe(400);
    expect((await oneClick('e30.x')).status).toBe(400);
    expect(
      (await harness.call('POST', `/newsletter/resubscribe?${new URLSearchParams({ token })}`, null)).status,
    ).toBe(400);
    expect((await oneClick(token)).status).toBe(200);
  });

  it('limits bare requests of one visitor', async () => {
    const answers = [];
    for (let i = 0; i < 11; i++)
      answers.push((await unsubscribe(`n${i}@example.com`, {}, '192.0.2.77')).status);
    expect(answers).toEqual([...Array.from({ length: 10 }, () => 200), 429]);
  });

  it('whoever has unsubscribed gets account mail and nothing else, whatever is asked for', async () => {
    const user = harness.newUser({
      notifications: {
        emailAlerts: true,
        attackNotifications: true,
        weeklyReports: true,
        marketingEmails: true,
      },
    });
    await subscribe(user.email);
    const welcome = await arrives(user.email, 'Welcome to our newsletter');
    const token = new URLSearchParams(linkIn(welcome.mail.text, '/unsubscribe').split('?')[1]).get('token');
    await unsubscribe(user.email, { token }, '192.0.2.78');
    harness.sink.taken.length = 0;
    const ask = async (category: 'marketing' | 'reports' | 'account', template: MailTemplate) => {
      const mailId = uuidV7();
      await harness.queueMail(mailId, { category, template, to: user.email, userId: user.id });
      return mailId;
    };
    const ids: string[] = [];
    for (const template of Object.keys(MAIL_TEXTS) as MailTemplate[]) {
      ids.push(await ask('marketing', template), await ask('reports', template));
    }
    ids.push(await ask('account', 'password_changed'));
    await eventually('all decided', async () => {
      const { rows } = await harness.database.query(
        `SELECT 1 FROM mails WHERE id = ANY($1) AND status <> 'queued'`,
        [ids],
      );
      expect(rows).toHaveLength(ids.length);
    });
    expect(harness.sink.to(user.email).map(({ mail }) => mail.subject)).toEqual([
      'Your password was changed',
    ]);
  });

  it('what somebody says without a link ends the newsletter, not the reports of an account', async () => {
    const user = harness.newUser({
      notifications: {
        emailAlerts: true,
        attackNotifications: true,
        weeklyReports: true,
        marketingEmails: true,
      },
    });
    await unsubscribe(user.email, {}, '192.0.2.80');
    await arrives(user.email, 'You are unsubscribed');
    const [reportId, offerId] = [uuidV7(), uuidV7()];
    const facts = { template: 'password_changed', to: user.email, userId: user.id };
    await harness.publish([
      {
        type: 'mailer.mail_requested.v1',
        key: user.id,
        payload: { ...facts, mailId: offerId, category: MailCategory.MARKETING },
      },
      {
        type: 'mailer.mail_requested.v1',
        key: user.id,
        payload: { ...facts, mailId: reportId, category: MailCategory.REPORTS },
      },
    ]);
    await eventually('both decided', async () => {
      const { rows } = await harness.database.query(
        'SELECT id, status FROM mails WHERE id = ANY($1) ORDER BY id = $2 DESC',
        [[reportId, offerId], reportId],
      );
      expect(rows).toEqual([
        { id: reportId, status: 'sent' },
        { id: offerId, status: 'withheld' },
      ]);
    });
  });

  it('a network gets no more bare requests for having more addresses', async () => {
    const answers = [];
    for (let i = 0; i < 11; i++)
      answers.push((await unsubscribe(`v6-${i}@example.com`, {}, `2001:db8:5:6::${i + 1}`)).status);
    expect(answers).toEqual([...Array.from({ length: 10 }, () => 200), 429]);
  });

  it('shows, searches, exports and imports subscribers, formulas defused', async () => {
    const csv =
      'email,first_name,last_name\nimp@example.com,"=HYPERLINK(""http://x"")",Doe\nnot-an-address,A,B\nback@example.com,X,Y\n';
    const { body } = await harness.call('POST', '/admin/subscribers/import', admin, { csv });
    expect(body).toEqual({ added: 1, known: 0, suppressed: 1, bad_lines: [3] });
    const found = await harness.call('GET', '/admin/subscribers?search=IMP@', admin);
    expect(found.body).toMatchObject([{ email: 'imp@example.com', last_name: 'Doe' }]);
    const exported = await harness.call('GET', '/admin/subscribers/export', admin);
    expect(exported.type).toContain('text/csv');
    expect(exported.text).toContain(`"'=HYPERLINK`);
    expect((await harness.call('GET', '/admin/subscribers', null)).status).toBe(401);
  });

  it('takes a subscriber off for an administrator, for good', async () => {
    const csv = 'email\noff@example.com\n';
    const importing = () => harness.call('POST', '/admin/subscribers/import', admin, { csv });
    await importing();
    const find = () => harness.call('GET', '/admin/subscribers?search=off@example.com', admin);
    const [found] = (await find()).body as unknown as { id: number }[];
    const remove = () => harness.call('DELETE', `/admin/subscribers/${found!.id}`, admin);
    expect((await harness.call('DELETE', `/admin/subscribers/${found!.id}`, null)).status).toBe(401);
    expect((await remove()).status).toBe(204);
    expect((await find()).body).toEqual([]);
    expect((await remove()).body).toMatchObject({ code: 'subscriber_not_found' });
    expect((await importing()).body).toMatchObject({ added: 0, suppressed: 1 });
    expect((await harness.call('DELETE', '/admin/subscribers/0', admin)).status).toBe(422);
  });

  it('takes bounce reports from whoever has the key, and suppresses hard bounces for good', async () => {
    const campaign = await harness.database.query(
      `INSERT INTO campaigns (name, subject, body_html, body_text, target_audience, target_plans, custom_emails, emails_per_second, created_by)
       VALUES ('n', 's', 'b', 'b', 'newsletter', '{}', '', 1, gen_random_uuid()) RETURNING id`,
    );
    const recipient = await harness.database.query(
      `INSERT INTO campaign_recipients (campaign_id, email, variables) VALUES ($1, 'dead@example.com', '{}') RETURNING id`,
      [campaign.rows[0].id],
    );
    const path = harness.app.get(SignedLinksService).returnPath(String(recipient.rows[0].id));
    const message = [
      `To: ${path}@bounces.example`,
      'Content-Type: multipart/report; boundary=b',
      '',
      '--b',
      'Content-Type: message/delivery-status',
      '',
      'Final-Recipient: rfc822; dead@example.com\r\nAction: failed\r\nStatus: 5.1.1',
      '--b--',
    ].join('\r\n');
    const report = (key: string) => harness.call('POST', '/newsletter/bounces', null, { key, message });
    expect((await report('wrong')).status).toBe(403);
    expect((await report('a-key-of-some-length')).body).toEqual({ recorded: 1 });
    await unsubscribe('dead@example.com', {}, '192.0.2.79');
    const { rows } = await harness.database.query(
      `SELECT cause FROM suppressions WHERE email = 'dead@example.com'`,
    );
    expect(rows).toEqual([{ cause: 'bounced' }]);
    expect((await subscribe('dead@example.com')).status).toBe(200);
    expect(harness.sink.to('dead@example.com').map(({ mail }) => mail.subject)).not.toContain(
      'Welcome to our newsletter',
    );
  });

  it('shows administrators who is suppressed and what bounced, and lets them lift a bounce only', async () => {
    await harness.database.query(
      `INSERT INTO suppressions (email, cause) VALUES ('back@list.example', 'bounced'), ('gone@list.example', 'unsubscribed')`,
    );
    await harness.database.query(
      `INSERT INTO bounces (email, kind, diagnostic) VALUES ('back@list.example', 'hard', '5.1.1 smtp; 550 No such user')`,
    );
    const { body } = await harness.call('GET', '/admin/subscribers/suppressions?search=LIST.example', admin);
    const common = { reason: '', created_at: expect.any(String) };
    expect(body).toEqual(
      [
        { email: 'gone@list.example', cause: 'unsubscribed' },
        { email: 'back@list.example', cause: 'bounced' },
      ].map((row) => ({ ...row, ...common, position: expect.stringMatching(`^\\d+_${row.email}$`) })),
    );
    expect(
      (await harness.call('GET', '/admin/subscribers/bounces?search=back@list', admin)).body,
    ).toMatchObject([{ email: 'back@list.example', kind: 'hard', campaign_id: null, campaign_name: null }]);
    const lift = async (email: string) =>
      (await harness.call('POST', '/admin/subscribers/suppressions/lift', admin, { email })).status;
    expect([await lift('back@list.example'), await lift('gone@list.example')]).toEqual([200, 409]);
  });

  it('passes a contact message on, acknowledges it, and keeps it', async () => {
    const message = { name: 'Bob', email: 'bob@example.com', subject: 'Help <b>', message: 'Line 1\nLine 2' };
    const { body } = await harness.call('POST', '/contact/', null, message);
    expect(body.message).toBe("Message sent successfully! We'll get back to you soon.");
    const passedOn = await arrives('support@palisade.test', 'Contact form: Help <b>');
    expect(passedOn.mail.replyTo).toMatchObject([{ address: 'bob@example.com' }]);
    expect(passedOn.mail.html).toContain('Line 1<br>Line 2');
    const answer = await arrives('bob@example.com', 'We have received your message');
    expect(answer.mail.html).not.toContain('Help');
    const before = harness.sink.taken.length;
    await harness.call('POST', '/contact', null, {
      ...message,
      email: 'bot@example.com',
      website: 'http://spam',
    });
    expect(
      (await harness.call('POST', '/contact', null, { ...message, subject: 'a\r\nBcc: x' })).status,
    ).toBe(422);
    expect((await harness.call('POST', '/contact', null, { ...message, message: ' ' })).status).toBe(422);
    const statuses = [];
    for (let i = 0; i < 4; i++)
      statuses.push((await harness.call('POST', '/contact', null, { ...message, website: 'x' })).status);
    expect(statuses).toEqual([200, 200, 200, 429]);
    const { rows } = await harness.database.query(
      'SELECT is_spam, count(*)::int FROM contact_messages GROUP BY 1 ORDER BY 1',
    );
    expect(rows).toEqual([
      { is_spam: false, count: 1 },
      { is_spam: true, count: 4 },
    ]);
    expect(harness.sink.taken).toHaveLength(before);
  });

  it('loads templates with placeholders for the editor and with personal data for the preview', async () => {
    const list = (await harness.call('GET', '/admin/templates/list', admin)).body as unknown as {
      id: string;
      category: string;
    }[];
    expect(new Set(list.map(({ category }) => category))).toEqual(
      new Set(['security', 'billing', 'domains', 'onboarding']),
    );
    await harness.database.query(
      `INSERT INTO accounts (user_id, email, username, full_name) VALUES ($1, 'grace@example.com', 'grace', 'Grace <Hopper>')`,
      [uuidV7()],
    );
    const { body } = await harness.call('POST', '/admin/templates/load', admin, {
      template_id: 'welcome',
      user_email: 'grace@example.com',
    });
    expect(body.subject).toBe('Welcome to Palisade');
    expect(body.html_content).toContain('{{first_name|there}}');
    expect(body.preview_html).toContain('Hello Grace,');
    expect(
      (await harness.call('POST', '/admin/templates/load', admin, { template_id: '__proto__' })).status,
    ).toBe(404);
  });
});
