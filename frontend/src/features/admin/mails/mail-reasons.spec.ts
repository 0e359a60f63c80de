import { failureInWords, problemInWords } from './mail-reasons.ts';

it.each([
  [
    'no_connection: connect ETIMEDOUT 192.0.2.25:465',
    'Mail server not reachable: connect ETIMEDOUT 192.0.2.25:465',
  ],
  ['smtp_550: 550 5.1.1 No such user', 'Refused for good: 550 5.1.1 No such user'],
  ['smtp_421', 'Refused for now (421)'],
  ['unsubscribed', 'Has unsubscribed'],
  ['something_new: of a later mailer', 'something new: of a later mailer'],
  ['Mail refused', 'Mail refused'],
  ['', ''],
])('%s is said as %s', (failure, words) => {
  expect(failureInWords(failure)).toBe(words);
});

it('what keeps a campaign is a sentence with what failed', () => {
  expect(problemInWords('The chosen SMTP server takes no mails. no_connection: connect ETIMEDOUT')).toBe(
    'The chosen SMTP server takes no mails. Mail server not reachable: connect ETIMEDOUT',
  );
  expect(problemInWords('No SMTP server takes mails.')).toBe('No SMTP server takes mails.');
});
