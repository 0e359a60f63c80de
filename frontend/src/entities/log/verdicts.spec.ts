import { verdictReason } from './verdicts.ts';

describe('what an entry of the log says of a list', () => {
  it.each([
    [
      'ip_list',
      'blocked_list:scanners',
      'List scanners: 192.0.2.0/24',
      'This address is on the list “scanners”, by its entry 192.0.2.0/24. Whoever is on that list is refused under the domain’s WAF policy.',
    ],
    [
      'challenge',
      'challenged_list:tor_exits',
      'List tor_exits: 192.0.2.1',
      'This address is on the list “tor_exits”, by its entry 192.0.2.1. Whoever is on that list has to prove that it is a browser under the domain’s WAF policy.',
    ],
    [
      'ip_list',
      'blocked_list:scanners',
      null,
      'This address is on the list “scanners”. Whoever is on that list is refused under the domain’s WAF policy.',
    ],
    ['ip_list', 'blocked_address', '', 'This address is on the block list of the domain’s WAF policy.'],
  ])('%s because of %s with %j', (action, reason, modsec_message, said) => {
    expect(verdictReason({ action, reason, modsec_message })).toBe(said);
  });
});
