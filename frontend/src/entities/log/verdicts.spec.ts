import { settingOf, verdictReason } from './verdicts.ts';

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
  ])('%s because of %s with %j', (action, reason, modsec_message, said) => {
    expect(verdictReason({ action, reason, modsec_message })).toBe(said);
  });
});

describe('what an entry of the log says of a client certificate', () => {
  const judged = (reason: string, modsec_message: string | null = null) =>
    verdictReason({ action: 'reject', reason, modsec_message });

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

  it('leads to where that is set', () => {
    const entry = { action: 'reject', reason: 'client_certificate:missing', domain_name: 'shop.example' };
    expect(settingOf(entry)).toEqual({
      to: '/dashboard/domains?configure=shop.example&show=origin',
      text: 'Change client certificates',
    });
  });
});

it('says what became of a browser’s report', () => {
  expect(verdictReason({ action: 'allow', reason: 'csp_report:not_ours', modsec_message: null })).toBe(
    'A browser’s report of a Content-Security-Policy: it is about pages of another host.',
  );
});

it.each([
  ['allow', 'leaked_password:found', 'The password of this sign-in is known from a data breach.'],
  ['allow', 'leaked_password:unknown', /the list did not respond/],
  ['rate_limit', 'leaked_password:busy', /too many sign-ins at once/],
  ['reject', 'leaked_password:unreadable', /the body is too long, unreadable, or has many passwords/],
])('says what was found out about a password: %s, %s', (action, reason, text) => {
  expect(verdictReason({ action, reason, modsec_message: null })).toMatch(text);
});

it.each([
  ['bot', 'deception:link', /followed a hidden link/],
  ['allow', 'deception:field', /filled in a hidden form field/],
  ['challenge', 'deception:remembered', /earlier, and the period/],
  ['allow', 'deception:let_alone', /without consequences/],
])('says what of the hidden was touched: %s, %s', (action, reason, text) => {
  expect(verdictReason({ action, reason, modsec_message: null })).toMatch(text);
});

it('says why no origin answered, and where to look', () => {
  const entry = { action: 'allow', reason: 'origin:connect_failed', modsec_message: null };
  expect(verdictReason(entry)).toBe(
    'Your server refused the connection, or nothing listens at its address and port.',
  );
  expect(settingOf({ ...entry, domain_name: 'castle.example' })).toEqual({
    to: '/dashboard/domains?configure=castle.example&show=origin',
    text: 'Check the origin',
  });
});
