import type { Provider, Type } from '@nestjs/common';
import { SecretBox } from '@palisade/nest-kit';
import { CONFIG, type DomainsConfig } from '../../config.ts';
import { AcmeAccounts } from './acme/acme-accounts.ts';
import { AcmeOrders } from './acme/acme-order.ts';
import { AuthorityNews } from './acme/authority-news.ts';
import { CertificateCare } from './certificate-care.ts';
import { CertificateJobs } from './certificate-jobs.ts';
import { CertificateStore } from './certificate-store.ts';
import { CertificatesController } from './certificates.controller.ts';
import { CertificatesService } from './certificates.service.ts';
import { DNS_CHALLENGES, type DnsChallenges } from './challenges/dns-challenges.ts';
import { HttpSelfCheck } from './challenges/http-self-check.ts';
import { Provers } from './challenges/prover.ts';
import { Rfc2136Challenges } from './challenges/rfc2136-challenges.ts';
import { Issuance } from './issuance.ts';

export const certificateControllers: Type[] = [CertificatesController];

export const certificateProviders: Provider[] = [
  AcmeAccounts,
  AcmeOrders,
  AuthorityNews,
  CertificateCare,
  CertificateJobs,
  CertificateStore,
  CertificatesService,
  HttpSelfCheck,
  Issuance,
  Provers,
  { provide: DNS_CHALLENGES, inject: [CONFIG], useFactory: dnsChallenges },
  {
    provide: SecretBox,
    inject: [CONFIG],
    useFactory: (config: DomainsConfig) =>
      new SecretBox(config.PALISADE_KEK_KEYS, config.PALISADE_KEK_CURRENT),
  },
];

function dnsChallenges(config: DomainsConfig): DnsChallenges | null {
  const {
    PALISADE_ACME_DNS_ZONE: zone,
    PALISADE_ACME_DNS_SERVER: server,
    PALISADE_ACME_DNS_KEY: keys = {},
  } = config;
  const [key] = Object.entries(keys);
  if (zone === undefined || server === undefined || key === undefined) return null;
  return new Rfc2136Challenges({
    zone: zone.toLowerCase().replace(/\.$/, ''),
    server,
    key: { name: key[0], secret: Buffer.from(key[1], 'base64') },
  });
}
