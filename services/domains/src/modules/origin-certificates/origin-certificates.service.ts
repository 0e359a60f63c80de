import { X509Certificate } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DomainId, UserId } from '@palisade/nest-kit';
import type { DataSource, EntityManager } from 'typeorm';
import type { CertificateUpload } from '../certificates/certificate.schema.ts';
import { nextCheckOfUploadedAt } from '../certificates/renewal-schedule.rules.ts';
import { readOriginCertificate } from '../certificates/uploaded-certificate.rules.ts';
import type { Domain } from '../domain-store/domain.entity.ts';
import { DomainsRepository } from '../domain-store/domains.repository.ts';
import { OriginCertificatesRepository } from '../origin-certificate-store/origin-certificates.repository.ts';
import { OriginIssuanceService } from '../origin-certificate-store/origin-issuance.service.ts';
import { ConfigPublisherService } from '../publication/config-publisher.service.ts';
import { PublicationService } from '../publication/publication.service.ts';
import { SitePolicyVersionsRepository } from '../site-policy/site-policy-versions.repository.ts';
import {
  noOriginAuthority,
  noOriginCertificate,
  noSuccessor,
  originCertificateInUse,
} from './origin-certificate.errors.ts';
import type { OriginAuthorityView, OriginCertificatesView } from './origin-certificate.schema.ts';

/** Owners' actions on what the edge presents to their servers. */
@Injectable()
export class OriginCertificatesService {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly domains: DomainsRepository,
    private readonly policies: SitePolicyVersionsRepository,
    private readonly store: OriginCertificatesRepository,
    private readonly issuance: OriginIssuanceService,
    private readonly publication: PublicationService,
    private readonly publisher: ConfigPublisherService,
  ) {}

  /** @throws DomainError `domain_not_found` */
  async view(ownerId: UserId, id: DomainId): Promise<OriginCertificatesView> {
    return this.viewOf(await this.domains.owned(ownerId, id));
  }

  /** @throws DomainError `domain_not_found` and those of `readOriginCertificate` */
  upload(ownerId: UserId, id: DomainId, upload: CertificateUpload): Promise<OriginCertificatesView> {
    return this.change(ownerId, id, async (manager) => {
      const { certificate_chain, private_key } = upload;
      const { chainPem, keyPem, details } = readOriginCertificate(certificate_chain, private_key);
      await this.store.put(manager, id, 'uploaded', {
        chainPem,
        keyPem,
        dueAt: nextCheckOfUploadedAt(details.notBefore, details.notAfter, false),
      });
    });
  }

  /** @throws DomainError `domain_not_found`, `origin_certificate_not_found`, `origin_certificate_in_use` */
  removeUploaded(ownerId: UserId, id: DomainId): Promise<OriginCertificatesView> {
    return this.change(ownerId, id, async (manager, domain) => {
      const { originConfig } = await this.policies.current(manager, domain);
      if (originConfig.origin_client_certificate === 'uploaded') throw originCertificateInUse();
      if (!(await this.store.remove(manager, id, 'uploaded'))) throw noOriginCertificate();
    });
  }

  /** @throws DomainError `domain_not_found`, `origin_authority_missing` */
  prepareAuthority(ownerId: UserId, id: DomainId): Promise<OriginCertificatesView> {
    return this.change(ownerId, id, async (manager, domain) => {
      if ((await this.issuance.prepareSuccessor(manager, domain)) === null) throw noOriginAuthority();
    });
  }

  /** @throws DomainError `domain_not_found`, `origin_authority_not_prepared` */
  switchAuthority(ownerId: UserId, id: DomainId): Promise<OriginCertificatesView> {
    return this.change(ownerId, id, async (manager, domain) => {
      if (!(await this.issuance.switchAuthority(manager, domain))) throw noSuccessor();
    });
  }

  private async change(
    ownerId: UserId,
    id: DomainId,
    work: (manager: EntityManager, domain: Domain) => Promise<void>,
  ): Promise<OriginCertificatesView> {
    const domain = await this.dataSource.transaction(async (manager) => {
      const owned = await this.domains.owned(ownerId, id, manager, 'for update');
      await work(manager, owned);
      await this.publication.publish(manager, id);
      return owned;
    });
    this.publisher.kick();
    return this.viewOf(domain);
  }

  private async viewOf(domain: Domain): Promise<OriginCertificatesView> {
    const [{ originConfig }, authority, certificates] = await Promise.all([
      this.policies.current(this.dataSource.manager, domain),
      this.store.authority(domain.id),
      this.store.ofDomain(domain.id),
    ]);
    return {
      in_use: originConfig.origin_client_certificate,
      authority: viewAuthority(authority?.certificatePem ?? null),
      next_authority: viewAuthority(authority?.nextCertificatePem ?? null),
      certificates: certificates.map((row) => ({
        source: row.source,
        subject: row.subject,
        issuer: row.issuer,
        serial: row.serial,
        fingerprint_sha256: row.fingerprint,
        not_before: row.notBefore.toISOString(),
        not_after: row.notAfter.toISOString(),
        renew_at: row.source === 'automatic' ? (row.dueAt?.toISOString() ?? null) : null,
      })),
    };
  }
}

function viewAuthority(pem: string | null): OriginAuthorityView | null {
  if (pem === null) return null;
  const authority = new X509Certificate(pem);
  return {
    certificate_pem: pem,
    fingerprint_sha256: authority.fingerprint256.replaceAll(':', '').toLowerCase(),
    not_after: authority.validToDate.toISOString(),
  };
}
