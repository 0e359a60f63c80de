import { mailEventsV1 } from '@palisade/contracts';
import { uuidV7 } from '@palisade/messaging';
import { eventually } from '@palisade/testing';
import { type DeliveringHarness, startDelivering } from '../../test/delivering.ts';
import { newAdmin } from '../../test/harness.ts';

const { MailCategory } = mailEventsV1;

describe('single mails', () => {
  let harness: DeliveringHarness;
  const admin = newAdmin();

  beforeAll(async () => {
    harness = await startDelivering();
  });

  afterAll(() => harness?.stop());

  beforeEach(() => {
    harness.sink.onRecipient = () => null;
    harness.sink.onMessage = () => null;
  });

  async function request(facts: Record<string, unknown> = {}): Promise<{ mailId: string; to: string }> {
    const mailId = uuidV7();
    const to = `to-${mailId}@example.com`;
    await harness.publish([
      {
        type: 'mailer.mail_requested.v1',
        key: to,
        payload: { mailId, category: MailCategory.ACCOUNT, template: 'password_changed', to, ...facts },
      },
    ]);
    return { mailId, to };
  }

  const statusOf = async (
    id: string,
  ): Promise<{ status: string; reason: string | null; attempts: number }> => {
    const { rows } = await harness.database.query(
      'SELECT status, reason, attempts FROM mails WHERE id = $1',
      [id],
    );
    return rows[0];
  };

  const becomes = (id: string, status: string) =>
    eventually(`mail ${status}`, async () => expect((await statusOf(id))?.status).toBe(status));

  it('sends a mail as HTML and as text, with its sealed link, and then forgets the link', async () => {
    const mailId = uuidV7();
    const link = 'https://palisade.example/confirm-email?token=abc&x=1';
    const { to } = await request({
      mailId,
      to: 'ada@example.com',
      template: 'confirm_email',
      toName: 'Ada Lovelace',
      sealedVariables: harness.secrets.seal(JSON.stringify({ link }), `mail:${mailId}`),
    });
    expect(to).not.toBe('');
    await becomes(mailId, 'sent');
    const [taken] = harness.sink.to('ada@example.com');
    expect(taken?.mail.subject).toBe('Confirm your email address');
    expect(taken?.mail.text).toContain(link);
    expect(taken?.mail.text).toContain('Hello Ada Lovelace,');
    for (const part of [taken?.mail.text, taken?.mail.html])
      expect(part).toContain('Fence Ltd · 1 Row · Wilmington');
    expect(taken?.mail.html).toContain('https://palisade.example/confirm-email?token=abc&#38;x=1');
    expect(taken?.mail.messageId).toBe(`<${mailId}@palisade.example>`);
    expect(taken?.mail.html).not.toMatch(/\{\{/);
    const { rows } = await harness.database.query('SELECT sealed_variables FROM mails WHERE id = $1', [
      mailId,
    ]);
    expect(rows[0].sealed_variables).toBe('');
  });

  it('sends one mail however often it is asked for', async () => {
    const { mailId, to } = await request();
    await request({ mailId, to });
    await request({ mailId, to });
    await becomes(mailId, 'sent');
    const last = await request();
    await becomes(last.mailId, 'sent');
    expect(harness.sink.to(to)).toHaveLength(1);
  });

  it('counts what becomes of its attempts', async () => {
    const { mailId } = await request();
    await becomes(mailId, 'sent');
    const metrics = await (await fetch(`${harness.url}/metrics`)).text();
    expect(metrics).toMatch(/^palisade_mail_attempts_total\{outcome="sent",servers="any"\} [1-9]/m);
    for (const servers of ['any', 'chosen'])
      expect(metrics).toContain(
        `palisade_mail_attempts_total{outcome="server_failed",servers="${servers}"} 0\n`,
      );
  });

  it('comes back after greylisting', async () => {
    let refusals = 0;
    harness.sink.onRecipient = () =>
      refusals++ < 2 ? { code: 451, text: '4.7.1 Greylisted, come back' } : null;
    const { mailId, to } = await request();
    await becomes(mailId, 'sent');
    expect(await statusOf(mailId)).toMatchObject({ attempts: 3 });
    expect(harness.sink.to(to)).toHaveLength(1);
  });

  it('gives up at once where the recipient is refused for good, and shows it; an admin may try again', async () => {
    harness.sink.onRecipient = () => ({ code: 550, text: '5.1.1 No such user' });
    const { mailId, to } = await request();
    await becomes(mailId, 'failed');
    const { body } = await harness.call('GET', '/admin/smtp/mails?status=failed', admin);
    expect(body.mails).toContainEqual(
      expect.objectContaining({
        id: mailId,
        attempts: 1,
        reason: expect.stringMatching(/^smtp_550: .*No such user/),
      }),
    );
    harness.sink.onRecipient = () => null;
    expect((await harness.call('POST', `/admin/smtp/mails/${mailId}/retry`, admin)).status).toBe(200);
    await becomes(mailId, 'sent');
    expect(harness.sink.to(to)).toHaveLength(1);
  });

  it('lets an admin discard a dead letter, once', async () => {
    harness.sink.onRecipient = () => ({ code: 550, text: '5.1.1 No such user' });
    const { mailId } = await request();
    await becomes(mailId, 'failed');
    const discard = () => harness.call('POST', `/admin/smtp/mails/${mailId}/discard`, admin);
    expect((await discard()).status).toBe(200);
    expect(await statusOf(mailId)).toMatchObject({
      status: 'withheld',
      reason: 'discarded: by an administrator',
    });
    expect((await discard()).status).toBe(404);
    expect((await harness.call('POST', `/admin/smtp/mails/${mailId}/retry`, admin)).status).toBe(404);
  });

  it('tries again where the connection breaks before the message', async () => {
    let drops = 0;
    harness.sink.onRecipient = () => (drops++ < 1 ? 'drop' : null);
    const { mailId, to } = await request();
    await becomes(mailId, 'sent');
    expect(harness.sink.to(to)).toHaveLength(1);
  });

  it('shows a mail of a template that nobody knows as a dead letter', async () => {
    const { mailId } = await request({ template: 'constructor' });
    await becomes(mailId, 'failed');
    expect(await statusOf(mailId)).toMatchObject({ reason: 'unknown_template: constructor' });
  });

  it.each([
    ['attacks', 'attack_alert', { attackNotifications: false }],
    ['domains', 'domain_added', { emailAlerts: false }],
    ['reports', 'weekly_report', { weeklyReports: false }],
  ] as const)('obeys the account’s setting for %s', async (category, template, off) => {
    const on = harness.newUser();
    const user = harness.newUser({ notifications: { ...on.notifications, ...off } });
    const [wanted, unwanted] = [uuidV7(), uuidV7()];
    await harness.queueMail(wanted, { category, template, to: on.email, userId: on.id });
    await harness.queueMail(unwanted, { category, template, to: user.email, userId: user.id });
    await becomes(wanted, 'sent');
    await becomes(unwanted, 'withheld');
    expect(harness.sink.to(on.email)).toHaveLength(1);
    expect(harness.sink.to(user.email)).toHaveLength(0);
  });

  it('keeps headers and markup out of what others wrote', async () => {
    const hostile = '"><img src=x onerror=alert(1)>\r\nBcc: victim@example.com {{link}} <%=7*7%>';
    const mailId = uuidV7();
    await harness.queueMail(mailId, {
      category: 'account',
      to: 'hostile@example.com',
      toName: hostile,
      template: 'contact_message',
      variables: { subject: hostile, sender_name: hostile, sender_email: 'x@example.com', message: hostile },
    });
    await becomes(mailId, 'sent');
    const [taken] = harness.sink.to('hostile@example.com');
    expect(taken?.raw.split('\r\n\r\n')[0]).not.toMatch(/^Bcc:/im);
    expect(harness.sink.recipients).not.toContain('victim@example.com');
    expect(taken?.mail.html).not.toMatch(/<img/);
    expect(taken?.mail.html).toContain('{{link}}');
    expect(taken?.mail.subject).toContain('{{link}}');
    expect(taken?.mail.subject).toContain('<%=7*7%>');
  });

  it('thanks for a payment by the order’s fact, once', async () => {
    const user = harness.newUser();
    const event = {
      type: 'billing.order_paid.v1' as const,
      key: user.id,
      id: uuidV7(),
      payload: {
        orderId: uuidV7(),
        orderNumber: 'PAL-1',
        userId: user.id,
        email: user.email,
        planSlug: 'business',
        billingPeriod: 'monthly',
        amountCents: 7900n,
        currency: 'USD',
      },
    };
    await harness.publish([event]);
    await harness.publish([event]);
    await becomes(event.id, 'sent');
    await becomes((await request()).mailId, 'sent');
    expect(harness.sink.to(user.email)).toHaveLength(1);
    expect(harness.sink.to(user.email)[0]?.mail.subject).toBe('Payment received: $79.00');
    expect(harness.sink.to(user.email)[0]?.mail.text).toContain('Order: PAL-1');
    expect(harness.sink.to(user.email)[0]?.mail.attachments).toEqual([]);
  });

  it('tells a guest who has paid where to finish the account', async () => {
    const [id, orderId] = [uuidV7(), uuidV7()];
    const payload = {
      orderId,
      orderNumber: 'PAL-3',
      email: 'paying-guest@example.com',
      planSlug: 'starter',
      amountCents: 2900n,
      currency: 'USD',
    };
    await harness.publish([{ type: 'billing.order_paid.v1', key: orderId, id, payload }]);
    await becomes(id, 'sent');
    const [taken] = harness.sink.to('paying-guest@example.com');
    expect(taken?.mail.text).toContain(`/register?plan=starter&step=account&order=${orderId}`);
    expect(taken?.mail.text).toContain('Order: PAL-3');
  });

  it('tells a guest whose payment goes back', async () => {
    const [id, orderId] = [uuidV7(), uuidV7()];
    const payload = { orderId, amountCents: 2900n, currency: 'USD', email: 'refunded-guest@example.com' };
    await harness.publish([{ type: 'billing.order_refunded.v1', key: orderId, id, payload }]);
    await becomes(id, 'sent');
    const [mail] = harness.sink.to('refunded-guest@example.com');
    expect(mail?.mail.text).toContain('$29.00');
  });

  it('attaches the invoice to the mail about a payment', async () => {
    const user = harness.newUser();
    const [id, orderId] = [uuidV7(), uuidV7()];
    const pdf = Buffer.from('%PDF-1.7 an invoice');
    harness.neighbours.invoices.set(orderId, {
      number: '2026-000042',
      fileName: 'invoice-2026-000042.pdf',
      pdf,
    });
    await harness.publish([
      {
        type: 'billing.order_paid.v1',
        key: user.id,
        id,
        payload: { orderId, orderNumber: 'PAL-2', userId: user.id, amountCents: 100n, currency: 'USD' },
      },
    ]);
    await becomes(id, 'sent');
    const [taken] = harness.sink.to(user.email);
    expect(taken?.mail.text).toContain('Invoice: 2026-000042');
    expect(taken?.mail.attachments).toMatchObject([
      { filename: 'invoice-2026-000042.pdf', mimeType: 'application/pdf', disposition: 'attachment' },
    ]);
    expect(Buffer.from(taken?.mail.attachments[0]?.content as ArrayBuffer)).toEqual(pdf);
  });

  it('finds a mail whose job was lost with Redis’ memory', async () => {
    const id = uuidV7();
    await harness.database.query(
      `INSERT INTO mails (id, category, template, to_address, to_name, variables, sealed_variables, status, next_attempt_at)
       VALUES ($1, 'account', 'mfa_enabled', 'lost@example.com', '', '{}', '', 'queued', now() - interval '1 minute')`,
      [id],
    );
    await eventually('found again', async () => expect((await statusOf(id)).status).toBe('sent'));
  });

  it('is for administrators only', async () => {
    const user = { ...newAdmin(), isAdmin: false };
    expect((await harness.call('GET', '/admin/smtp/mails', user)).status).toBe(403);
    expect((await harness.call('GET', '/admin/smtp', null)).status).toBe(401);
  });
});
