import { create } from '@bufbuild/protobuf';
import { edgeV1 } from '@palisade/contracts';
import { notPlayed } from './not-played.rules.ts';

const policy = (limits: { name: string; amount: number }[], level = 'low') =>
  create(edgeV1.PolicySchema, {
    ddosProtectionLevel: level,
    rateLimitRules: limits.map(({ name, amount }) => ({ id: 'one', name, amount })),
  });

it.each([
  ['nothing', policy([]), policy([]), []],
  ['a limit of one’s own', policy([]), policy([{ name: 'API', amount: 5 }]), ['rate_limits']],
  ['its amount', policy([{ name: 'API', amount: 5 }]), policy([{ name: 'API', amount: 6 }]), ['rate_limits']],
  ['the level of DDoS protection', policy([]), policy([], 'high'), ['ddos_protection']],
])('a change of %s is named where no trial can show it', (_, current, proposed, parts) => {
  expect(notPlayed(current, proposed)).toEqual(parts);
});
