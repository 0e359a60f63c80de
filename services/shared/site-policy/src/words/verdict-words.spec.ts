import { decisionText } from './verdict-words.ts';

describe('what an entry of the log says of a list', () => {
  it.each([
    [
      'ip_list',
      'blocked_list:scanners',
      'List scanners: 192.0.2.0/24',
      'This address is on the list “scanners”, by its entry 192.0.2.0/24. Under the domain’s WAF policy a client on that list is refused.',
    ],
    [
      'challenge',
      'challenged_list:tor_exits',
      'List tor_exits: 192.0.2.1',
      'This address is on the list “tor_exits”, by its entry 192.0.2.1. Under the domain’s WAF policy a client on that list has to prove that it is a browser.',
    ],
    [
      'ip_list',
      'blocked_list:scanners',
      null,
      'This address is on the list “scanners”. Under the domain’s WAF policy a client on that list is refused.',
    ],
    ['ip_list', 'blocked_address', '', 'This address is on the block list of the domain’s WAF policy.'],
  ])('%s because of %s with %j', (action, reason, message, said) => {
    expect(decisionText({ action, reason, message })).toBe(said);
  });
});

describe('what an entry of the log says of a client certificate', () => {
  const judged = (reason: string, message: string | null = null) =>
    decisionText({ action: 'reject', reason, message });

  it('names what is wrong with it, and whose it is', () => {
    expect(judged('client_certificate:missing')).toBe(
      'The visitor sent no client certificate, and this path requires one.',
    );
    expect(judged('client_certificate:revoked', 'Client certificate CN=a, SHA-256 00ff')).toBe(
      'The visitor’s certificate is on a revocation list of the domain (CN=a, SHA-256 00ff), and this path requires one.',
    );
  });

  it('tells a connection that is to be begun anew from a refusal', () => {
    expect(judged('client_certificate:outdated')).toMatch(/^The connection is older than/);
  });
});

it('says what became of a browser’s report', () => {
  expect(decisionText({ action: 'allow', reason: 'csp_report:not_ours', message: null })).toBe(
    'A browser’s report of a Content-Security-Policy: it is about pages of another host.',
  );
});

it.each([
  ['allow', 'leaked_password:found', 'The password of this sign-in is known from a data breach.'],
  ['allow', 'leaked_password:unknown', /the list did not respond/],
  ['rate_limit', 'leaked_password:busy', /too many sign-ins at once/],
  ['reject', 'leaked_password:unreadable', /the body is too long, unreadable, or has many passwords/],
])('says what was found out about a password: %s, %s', (action, reason, text) => {
  expect(decisionText({ action, reason, message: null })).toMatch(text);
});

it.each([
  ['bot', 'deception:link', /followed a hidden link/],
  ['allow', 'deception:field', /filled in a hidden form field/],
  ['challenge', 'deception:remembered', /earlier, and the period/],
  ['allow', 'deception:let_alone', /without consequences/],
])('says what of the hidden was touched: %s, %s', (action, reason, text) => {
  expect(decisionText({ action, reason, message: null })).toMatch(text);
});

it.each([
  ['ip_list', 'blocked_address', /on the block list/],
  ['log_only', 'blocked_address', /on the block list/],
  ['log_only', 'blocked_country', /^Requests from this country are blocked/],
  ['log_only', 'ddos:client_rate', /^This address took part in a flood/],
  ['challenge', 'challenge:everybody', /^The client gets a browser challenge/],
  ['challenge', 'bot:library:curl', /behaves like one \(library curl\), and bot protection is on/],
  ['reject', 'bad_framing:two_lengths', /^The request was malformed \(two lengths\)/],
  ['reject', '', /^The request was malformed, so/],
])(
  'says the same of a decision and of what only the log would have stopped: %s, %s',
  (action, reason, text) => {
    expect(decisionText({ action, reason, message: null })).toMatch(text);
  },
);

it('names the custom rule that decided, where its name is known', () => {
  const decided = { action: 'custom_rule', reason: 'custom:0195' };
  expect(decisionText({ ...decided, message: 'Office only' })).toBe(
    'The domain’s custom rule “Office only” matches this request.',
  );
  expect(decisionText({ ...decided, message: null })).toBe(
    'One of the domain’s custom rules matches this request.',
  );
});

it.each([
  ['block', 'rule'],
  ['allow', ''],
  ['log_only', 'rule'],
])('leaves it to the matches to tell what rules found: %s, %s', (action, reason) => {
  expect(decisionText({ action, reason, message: null })).toBeUndefined();
});
