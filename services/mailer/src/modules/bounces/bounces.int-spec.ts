import { eventually } from '@palisade/testing';
import { type DeliveringHarness, startDelivering } from '../../test/delivering.ts';
import { newAdmin } from '../../test/harness.ts';

const KEY = 'a-key-of-some-length';

describe('mails of campaigns that come back', () => {
  let harness: DeliveringHarness;
  const admin = newAdmin();
  /** The return path of the mail to each address. */
  const paths = new Map<string, string>();

  beforeAll(async () => {
    harness = await startDelivering({ PALISADE_BOUNCE_DOMAIN: 'bounces.example', PALISADE_BOUNCE_KEY: KEY });
    for (const name of ['ada', 'mallory', 'grace', 'linus'])
      await harness.database.query(
        `INSERT INTO subscribers (email, first_name, last_name, source) VALUES ($1, $2, 'Test', 'test')`,
        [`${name}@example.com`, name],
      );
    const { body } = await harness.call('POST', '/admin/campaigns/', admin, {
      name: 'News',
      subject: 'Hello',
      body_html: '<p>Hello</p>',
      target_audience: 'newsletter',
      emails_per_second: 50,
    });
    await harness.call('POST', `/admin/campaigns/${body.id}/send`, admin);
    await eventually('four mails', async () => expect(harness.sink.taken).toHaveLength(4));
    for (const { to, from } of harness.sink.taken) paths.set(to, from);
  });
  afterAll(() => harness?.stop());

  const status = (to: string, about: string) =>
    [
      'From: mailer-daemon@example.com',
      `To: <${to}>`,
      'Content-Type: multipart/report; report-type=delivery-status; boundary=b',
      '',
      '--b',
      'Content-Type: message/delivery-status',
      '',
      `Reporting-MTA: dns; mx.example.com\r\n\r\nFinal-Recipient: rfc822; ${about}\r\nAction: failed\r\nStatus: 5.1.1`,
      '--b--',
      '',
    ].join('\r\n');
  const complaint = (from: string, about: string) =>
    [
      'From: fbl@example.com',
      'To: abuse@palisade.example',
      'Content-Type: multipart/report; report-type=feedback-report; boundary=b',
      '',
      '--b',
      'Content-Type: message/feedback-report',
      '',
      `Feedback-Type: abuse\r\nOriginal-Mail-From: <${from}>\r\nOriginal-Rcpt-To: <${about}>`,
      '--b--',
      '',
    ].join('\r\n');
  const handIn = async (message: string, more: object = {}) => {
    const answer = await harness.call('POST', '/newsletter/bounces', null, { key: KEY, message, ...more });
    return answer.body.recorded;
  };
  const withheld = async () => {
    const { rows } = await harness.database.query('SELECT email, cause FROM suppressions ORDER BY email');
    return rows.map(({ email, cause }) => `${email} ${cause}`);
  };

  it('have a return path each, of which none is another’s', () => {
    expect(new Set(paths.values()).size).toBe(4);
    for (const path of paths.values()) expect(path).toMatch(/^bounce\+\d+-[0-9a-f]{24}@bounces\.example$/);
  });

  it('take nobody off the list who is only named in a report that anybody can write', async () => {
    const mallorys = paths.get('mallory@example.com')!;
    for (const to of [
      'bounce@bounces.example',
      mallorys.replace(/\d/, '9'),
      mallorys.replace(/-[0-9a-f]{24}/, `-${'0'.repeat(24)}`),
    ])
      expect(await handIn(status(to, 'ada@example.com'))).toBe(0);
    expect(await handIn(complaint('bounce@bounces.example', 'ada@example.com'))).toBe(0);
    expect(await withheld()).toEqual([]);
  });

  it('are believed of the address that the mail went to, whatever the report says', async () => {
    expect(await handIn(status(paths.get('mallory@example.com')!, 'ada@example.com'))).toBe(1);
    expect(await withheld()).toEqual(['mallory@example.com bounced']);
    const { rows } = await harness.database.query('SELECT email, kind, campaign_id FROM bounces');
    expect(rows).toEqual([{ email: 'mallory@example.com', kind: 'hard', campaign_id: expect.any(Number) }]);
    expect((await harness.call('GET', '/admin/subscribers/bounces', admin)).body).toMatchObject([
      { email: 'mallory@example.com', campaign_name: 'News' },
    ]);
  });

  it('are known by the envelope, too, and complaints by the return path that they name', async () => {
    const bare = status('postmaster@bounces.example', 'grace@forwarded.example');
    expect(await handIn(bare, { recipient: paths.get('grace@example.com')! })).toBe(1);
    expect(await handIn(complaint(paths.get('linus@example.com')!, 'linus@example.com'))).toBe(1);
    expect(await withheld()).toEqual([
      'grace@example.com bounced',
      'linus@example.com complained',
      'mallory@example.com bounced',
    ]);
  });
});
