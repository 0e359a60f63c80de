import { failureOutcome } from './outcome.ts';

const failure = (facts: object, messageBegan = false) =>
  failureOutcome({ message: 'it broke', ...facts }, messageBegan, 7);

describe('what an SMTP failure means', () => {
  it.each([
    [
      '550 to the recipient',
      { responseCode: 550, command: 'RCPT TO', response: '550 no such user' },
      'refused',
    ],
    ['554 to the message', { responseCode: 554, command: 'DATA', response: '554 spam' }, 'refused'],
    [
      '450 to the recipient',
      { responseCode: 450, command: 'RCPT TO', response: '450 greylisted' },
      'deferred',
    ],
    [
      '421 to the recipient',
      { responseCode: 421, command: 'RCPT TO', response: '421 closing' },
      'server_failed',
    ],
    ['535 to the sign-in', { responseCode: 535, command: 'AUTH PLAIN', response: '535 no' }, 'server_failed'],
    ['550 to the sender', { responseCode: 550, command: 'MAIL FROM', response: '550 no' }, 'server_failed'],
    ['no connection', { code: 'ECONNECTION' }, 'server_failed'],
    ['a refused sign-in', { code: 'EAUTH' }, 'server_failed'],
    ['an address that cannot be sent to', { code: 'EENVELOPE' }, 'refused'],
  ])('%s', (_what, facts, kind) => {
    expect(failure(facts)).toMatchObject({ kind, serverId: 7 });
  });

  it('a connection lost before the message leaves nothing behind, one lost in it leaves its fate unknown', () => {
    expect(failure({ code: 'ECONNECTION' }, false).kind).toBe('server_failed');
    expect(failure({ code: 'ECONNECTION' }, true).kind).toBe('unknown');
  });

  it('an answer is final for the attempt, even where the message had begun', () => {
    expect(failure({ responseCode: 451, command: 'DATA', response: '451 later' }, true).kind).toBe(
      'deferred',
    );
  });

  it('is told in one line of bounded length, whatever the server said', () => {
    const outcome = failure({
      responseCode: 550,
      command: 'DATA',
      response: `550 a\r\nb\u0000 ${'x'.repeat(5_000)}`,
    });
    expect(outcome).toMatchObject({ reason: expect.stringMatching(/^smtp_550: 550 a b x+$/) });
    expect('reason' in outcome && outcome.reason.length).toBe(300);
  });
});
