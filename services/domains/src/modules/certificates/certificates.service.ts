import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { sealTlsKey } from '@palisade/edge-state';
import type { DomainId, UserId } from '@palisade/nest-kit';
import type { DataSource } from 'typeorm';
import { CONFIG, type DomainsConfig } from '../../config/config.ts';
import type { Domain } from '../domain-store/domain.entity.ts';
import { DomainsRepository } from '../domain-store/domains.repository.ts';
import { SiteHostsRepository } from '../domain-store/site-hosts.repository.ts';
import { ConfigPublisherService } from '../publication/config-publisher.service.ts';
import { PublicationService } from '../publication/publication.service.ts';
import { AcmeAccountsService } from './acme/acme-accounts.service.ts';
import { ACME_DNS_CHALLENGES, type AcmeDnsChallenges } from './acme-challenges/dns-challenges.ts';
import { Certificate } from './certificate.entity.ts';
import {
  askedTooSoon,
  automaticOff,
  noCertificate,
  notVerified,
  waitForAuthority,
} from './certificate.errors.ts';
import type { CertificateRevocation, CertificatesView, CertificateUpload } from './certificate.schema.ts';
import { viewCertificates } from './certificate-view.ts';
import { CertificatesJob } from './certificates.job.ts';
import { CertificatesRepository } from './certificates.repository.ts';
import { nextCheckOfUploadedAt } from './renewal-schedule.rules.ts';
import { readUploadedCertificate } from './uploaded-certificate.rules.ts';

/** Minimum interval between two requests of an owner, s. */
const ASK_EVERY = 60;
/** RFC 5280, 5.3.1. */
const REASONS = { key_compromised: 1, superseded: 4 } as const satisfies Record<
  CertificateRevocation['reason'],
  number
>;

/** Owners' actions on their sites' certificates. */
@Injectable()
export class CertificatesService {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly domains: DomainsRepository,
    private readonly siteHosts: SiteHostsRepository,
    private readonly store: CertificatesRepository,
    private readonly accounts: AcmeAccountsService,
    private readonly jobs: CertificatesJob,
    private readonly publication: PublicationService,
    private readonly publisher: ConfigPublisherService,
    @Inject(ACME_DNS_CHALLENGES) private readonly dnsChallenges: AcmeDnsChallenges | null,
    @Inject(CONFIG) private readonly config: Pick<DomainsConfig, 'PALISADE_EDGE_SEAL_PUBLIC_KEY'>,
  ) {}

  /** @throws DomainError `domain_not_found` */
  async view(ownerId: UserId, id: DomainId): Promise<CertificatesView> {
    return this.viewOf(await this.domains.owned(ownerId, id));
  }

  /** @throws DomainError `domain_not_found`, `domain_not_verified`, `automatic_certificates_off`, `certificate_asked_too_soon`, `certificate_authority_limit` */
  async issue(ownerId: UserId, id: DomainId): Promise<CertificatesView> {
    const domain = await this.dataSource.transaction(async (manager) => {
      const owned = await this.domains.owned(ownerId, id, manager, 'for update');
      this.refuseWithoutAutomatic(owned);
      refuseTooSoon(await this.store.find(id, 'automatic', manager));
      await this.store.request(manager, id);
      return owned;
    });
    this.jobs.kick();
    return this.viewOf(domain);
  }

  /** @throws DomainError `domain_not_found`, `domain_not_verified`, `automatic_certificates_off`, `certificate_not_found`, `certificate_asked_too_soon` */
  async revoke(
    ownerId: UserId,
    id: DomainId,
    reason: CertificateRevocation['reason'],
  ): Promise<CertificatesView> {
    const domain = await this.domains.owned(ownerId, id);
    this.refuseWithoutAutomatic(domain);
    const held = await this.store.find(id, 'automatic');
    if (!held?.chainPem) throw noCertificate();
    refuseTooSoon(held);
    // The successor is ordered even if the authority is unreachable now.
    await this.dataSource.transaction((manager) => this.store.request(manager, id));
    await this.accounts.revoke(held.chainPem, REASONS[reason]);
    await this.store.markRevoked(id, held.serial);
    this.jobs.kick();
    return this.viewOf(domain);
  }

  /** @throws DomainError `domain_not_found`, `domain_not_verified` and those of `readUploadedCertificate` */
  async upload(ownerId: UserId, id: DomainId, upload: CertificateUpload): Promise<CertificatesView> {
    const domain = await this.dataSource.transaction(async (manager) => {
      const owned = await this.domains.owned(ownerId, id, manager, 'for update');
      if (!owned.dnsVerified) throw notVerified();
      const hosts = await this.siteHosts.ofSite(manager, id);
      const { chainPem, keyPem, details } = readUploadedCertificate(
        upload.certificate_chain,
        upload.private_key,
        hosts,
      );
      const sealedKey = sealTlsKey(keyPem, id, this.config.PALISADE_EDGE_SEAL_PUBLIC_KEY);
      const nextAttemptAt = nextCheckOfUploadedAt(details.notBefore, details.notAfter, false);
      await this.store.put(
        manager,
        id,
        'uploaded',
        { chainPem, sealedKey, details },
        { renewAt: null, nextAttemptAt },
      );
      await this.publication.publish(manager, owned.id);
      return owned;
    });
    this.publisher.kick();
    return this.viewOf(domain);
  }

  /** @throws DomainError `domain_not_found`, `certificate_not_found` */
  async removeUploaded(ownerId: UserId, id: DomainId): Promise<CertificatesView> {
    const domain = await this.dataSource.transaction(async (manager) => {
      const owned = await this.domains.owned(ownerId, id, manager, 'for update');
      const { affected } = await manager.delete(Certificate, { domainId: id, source: 'uploaded' });
      if (!affected) throw noCertificate();
      // The obtained certificate may have been neglected meanwhile.
      await this.store.change(id, 'automatic', { nextAttemptAt: new Date() }, manager);
      await this.publication.publish(manager, owned.id);
      return owned;
    });
    this.publisher.kick();
    this.jobs.kick();
    return this.viewOf(domain);
  }

  private async viewOf(domain: Domain): Promise<CertificatesView> {
    const [rows, hosts] = await Promise.all([
      this.store.ofDomain(domain.id),
      this.siteHosts.ofSite(this.dataSource.manager, domain.id),
    ]);
    return {
      automatic_available: this.accounts.isConfigured,
      certificates: viewCertificates(rows, hosts),
      wildcard_record:
        this.dnsChallenges === null || !this.accounts.isConfigured
          ? null
          : {
              type: 'CNAME',
              name: `_acme-challenge.${domain.domainName}`,
              value: this.dnsChallenges.delegatedName(domain.verificationToken),
            },
    };
  }

  private refuseWithoutAutomatic(domain: Domain): void {
    if (!this.accounts.isConfigured) throw automaticOff();
    if (!domain.dnsVerified) throw notVerified();
  }
}

function refuseTooSoon(row: Certificate | null): void {
  const now = Date.now();
  const since = (now - (row?.requestedAt?.getTime() ?? 0)) / 1_000;
  if (since < ASK_EVERY) throw askedTooSoon(ASK_EVERY - since);
  if (row?.lastErrorCode !== 'rate_limited' || row.nextAttemptAt === null) return;
  const wait = (row.nextAttemptAt.getTime() - now) / 1_000;
  if (wait > 0) throw waitForAuthority(wait);
}
