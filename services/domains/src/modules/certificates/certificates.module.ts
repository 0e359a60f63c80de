import { Module } from '@nestjs/common';
import { followedSecretBox, KeyFile, SecretBox } from '@palisade/nest-kit';
import { CONFIG, type DomainsConfig, sealingKeyFields } from '../../config/config.ts';
import { DnsModule } from '../dns/dns.module.ts';
import { DomainStoreModule } from '../domain-store/domain-store.module.ts';
import { PublicationModule } from '../publication/publication.module.ts';
import { AcmeAccountsService } from './acme/acme-accounts.service.ts';
import { AcmeOrdersService } from './acme/acme-orders.service.ts';
import { CertificateStatusService } from './acme/certificate-status.service.ts';
import { AcmeChallengesService } from './acme-challenges/acme-challenges.service.ts';
import { ACME_DNS_CHALLENGES, type AcmeDnsChallenges } from './acme-challenges/dns-challenges.ts';
import { HttpSelfCheckService } from './acme-challenges/http-self-check.service.ts';
import { Rfc2136Challenges } from './acme-challenges/rfc2136-challenges.ts';
import { CertificateMaintenanceService } from './certificate-maintenance.service.ts';
import { CertificateOrdersRepository } from './certificate-orders.repository.ts';
import { CertificatesController } from './certificates.controller.ts';
import { CertificatesJob } from './certificates.job.ts';
import { CertificatesRepository } from './certificates.repository.ts';
import { CertificatesService } from './certificates.service.ts';
import { IssuanceService } from './issuance.service.ts';

@Module({
  imports: [DnsModule, DomainStoreModule, PublicationModule],
  controllers: [CertificatesController],
  providers: [
    AcmeAccountsService,
    AcmeChallengesService,
    AcmeOrdersService,
    CertificateMaintenanceService,
    CertificateOrdersRepository,
    CertificatesJob,
    CertificatesRepository,
    CertificatesService,
    CertificateStatusService,
    HttpSelfCheckService,
    IssuanceService,
    { provide: ACME_DNS_CHALLENGES, inject: [CONFIG], useFactory: dnsChallenges },
    {
      provide: SecretBox,
      inject: [CONFIG, KeyFile],
      useFactory: (config: DomainsConfig, keys: KeyFile) =>
        followedSecretBox(keys, config, (settings) => sealingKeyFields.parse(settings)),
    },
  ],
  exports: [CertificatesRepository, SecretBox],
})
export class CertificatesModule {}

function dnsChallenges(config: DomainsConfig): AcmeDnsChallenges | null {
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
