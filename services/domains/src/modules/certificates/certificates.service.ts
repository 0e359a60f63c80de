import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { sealTlsKey } from '@palisade/edge-state';
import type { DomainId, UserId } from '@palisade/nest-kit';
import type { DataSource } from 'typeorm';
import { CONFIG, type DomainsConfig } from '../../config.ts';
import type { Domain } from '../domains/domain.entity.ts';
import { DomainsRepository } from '../domains/domains.repository.ts';
import { PublicationPump } from '../publication/publication-pump.ts';
import { Releases } from '../publication/releases.service.ts';
import { AcmeAccounts } from './acme/acme-accounts.ts';
import type { CertificateRevocation, CertificatesView, CertificateUpload } from './certificate.dto.ts';
import { Certificate } from './certificate.entity.ts';
import {
  askedTooSoon,
  automaticOff,
  noCertificate,
  notVerified,
  waitForAuthority,
} from './certificate.errors.ts';
import { CertificateJobs } from './certificate-jobs.ts';
import { CertificateStore } from './certificate-store.ts';
import { viewCertificates } from './certificate-view.ts';
import { DNS_CHALLENGES, type DnsChallenges } from './challenges/dns-challenges.ts';
import { nextLookAtUploaded } from './schedule.ts';
import { readUploadedCertificate } from './uploaded-certificate.ts';

/** An owner may ask for a certificate so often, in seconds. */
const ASK_EVERY = 60;
/** RFC 5280, 5.3.1. */
const REASONS = { key_compromised: 1, superseded: 4 } as const satisfies Record<
  CertificateRevocation['reason'],
  number
>;

/** What an owner does with a site's certificates. */
@Injectable()
export class CertificatesService {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly domains: DomainsRepository,
    private readonly store: CertificateStore,
    private readonly accounts: AcmeAccounts,
    private readonly jobs: CertificateJobs,
    private readonly releases: Releases,
    private readonly pump: PublicationPump,
    @Inject(DNS_CHALLENGES) private readonly dnsChallenges: DnsChallenges | null,
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
    // The successor is ordered even if the authority cannot be reached now.
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
      const hosts = await this.store.servedHosts(id, manager);
      const { chainPem, keyPem, facts } = readUploadedCertificate(
        upload.certificate_chain,
        upload.private_key,
        hosts,
      );
      const sealedKey = sealTlsKey(keyPem, id, this.config.PALISADE_EDGE_SEAL_PUBLIC_KEY);
      const nextAttemptAt = nextLookAtUploaded(facts.notBefore, facts.notAfter, false);
      await this.store.put(
        manager,
        id,
        'uploaded',
        { chainPem, sealedKey, facts },
        { renewAt: null, nextAttemptAt },
      );
      await this.releases.release(manager, owned);
      return owned;
    });
    this.pump.kick();
    return this.viewOf(domain);
  }

  /** @throws DomainError `domain_not_found`, `certificate_not_found` */
  async removeUploaded(ownerId: UserId, id: DomainId): Promise<CertificatesView> {
    const domain = await this.dataSource.transaction(async (manager) => {
      const owned = await this.domains.owned(ownerId, id, manager, 'for update');
      const { affected } = await manager.delete(Certificate, { domainId: id, source: 'uploaded' });
      if (!affected) throw noCertificate();
      // The obtained one may have been left alone meanwhile.
      await this.store.change(id, 'automatic', { nextAttemptAt: new Date() }, manager);
      await this.releases.release(manager, owned);
      return owned;
    });
    this.pump.kick();
    this.jobs.kick();
    return this.viewOf(domain);
  }

  private async viewOf(domain: Domain): Promise<CertificatesView> {
    const [rows, hosts] = await Promise.all([
      this.store.ofDomain(domain.id),
      this.store.servedHosts(domain.id),
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
