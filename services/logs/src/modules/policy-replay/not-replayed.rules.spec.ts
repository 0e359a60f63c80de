import { create } from '@bufbuild/protobuf';
import { edgeV1 } from '@palisade/contracts';
import { notReplayed } from './not-replayed.rules.ts';

const site = (limits: { name: string; amount: number }[], level = 'low') =>
  create(edgeV1.SiteConfigSchema, {
    policy: {
      ddosProtectionLevel: level,
      rateLimitRules: limits.map(({ name, amount }) => ({ id: 'one', name, amount })),
    },
    delivery: {},
  });

const asking = (terms: { mode: edgeV1.ClientCertificateMode; forwardsWhole?: boolean }) => {
  const asks = site([]);
  asks.delivery!.clientCertificates = create(edgeV1.ClientCertificatesSchema, terms);
  return asks;
};
const { REQUIRED, OPTIONAL } = edgeV1.ClientCertificateMode;

it.each([
  ['nothing', site([]), site([]), []],
  ['a limit of one’s own', site([]), site([{ name: 'API', amount: 5 }]), ['rate_limits']],
  ['its amount', site([{ name: 'API', amount: 5 }]), site([{ name: 'API', amount: 6 }]), ['rate_limits']],
  ['the level of DDoS protection', site([]), site([], 'high'), ['ddos_protection']],
  [
    'who needs a certificate',
    asking({ mode: OPTIONAL }),
    asking({ mode: REQUIRED }),
    ['client_certificates'],
  ],
  ['who needs one at all', site([]), asking({ mode: REQUIRED }), ['client_certificates']],
  [
    'what the origin is told of it',
    asking({ mode: REQUIRED }),
    asking({ mode: REQUIRED, forwardsWhole: true }),
    [],
  ],
])('a change of %s is named where no replay can show it', (_, current, proposed, parts) => {
  expect(notReplayed(current, proposed)).toEqual(parts);
});
