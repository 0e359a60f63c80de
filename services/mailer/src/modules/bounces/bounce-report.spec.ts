import { readBounces } from './bounce-report.ts';

const report = (type: string, part: string) =>
  [
    'From: mailer-daemon@example.com',
    'To: bounce@palisade.example',
    'Subject: Undelivered',
    'MIME-Version: 1.0',
    'Content-Type: multipart/report; report-type=delivery-status; boundary="b"',
    '',
    '--b',
    'Content-Type: text/plain',
    '',
    'Sorry.',
    '--b',
    `Content-Type: ${type}`,
    '',
    part,
    '--b',
    'Content-Type: text/rfc822-headers',
    '',
    'Message-ID: <campaign-42-7@palisade.example>',
    '',
    '--b--',
    '',
  ].join('\r\n');

const status = (action: string, code: string) =>
  report(
    'message/delivery-status',
    `Reporting-MTA: dns; mx.example.com\r\n\r\nFinal-Recipient: rfc822; Ada@Example.com\r\nAction: ${action}\r\nStatus: ${code}\r\nDiagnostic-Code: smtp; 550\r\n No such user`,
  );

describe('what came back', () => {
  it('is a hard bounce, a soft one, or nothing at all', async () => {
    expect(await readBounces(status('failed', '5.1.1'))).toEqual([
      { email: 'ada@example.com', kind: 'hard', diagnostic: '5.1.1 smtp; 550 No such user' },
    ]);
    expect(await readBounces(status('delayed', '4.2.2'))).toMatchObject([{ kind: 'soft' }]);
    expect(await readBounces(status('delivered', '2.0.0'))).toEqual([]);
    expect(await readBounces('From: a@b.c\r\nSubject: Out of office\r\n\r\nBack on Monday')).toEqual([]);
  });

  it('is a complaint', async () => {
    const complaint = report(
      'message/feedback-report',
      'Feedback-Type: abuse\r\nOriginal-Rcpt-To: <ada@example.com>\r\nVersion: 1',
    );
    expect(await readBounces(complaint)).toMatchObject([{ email: 'ada@example.com', kind: 'complaint' }]);
  });
});
