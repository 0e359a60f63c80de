import { reasonName } from './reason-names.ts';

it.each([
  ['rate_limit', 'Over the rate limit'],
  ['ddos', 'Part of a flood'],
  ['ddos:client_rate', 'Part of a flood (client rate)'],
  ['bot:library:curl', 'Bad bot (library curl)'],
  ['deception:link', 'Followed a hidden link'],
  ['deception:remembered', 'Hidden link or field (remembered)'],
  ['blocked_list:tor_exits', 'On a blocked list (tor exits)'],
  ['limit:0190a3b4-0000-7000-8000-000000000001', 'Over a rate limit rule'],
  ['custom:0190a3b4-0000-7000-8000-000000000001', 'Custom rule'],
  ['something_newer', 'something newer'],
])('names %s', (reason, name) => expect(reasonName(reason)).toBe(name));
