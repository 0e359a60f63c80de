import { Injectable, Logger } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { OutboxWriter } from '@palisade/messaging';
import type { DomainId } from '@palisade/nest-kit';
import type { DataSource } from 'typeorm';
import type { Domain } from '../domain-store/domain.entity.ts';
import { DomainsRepository } from '../domain-store/domains.repository.ts';
import { ConfigPublisherService } from '../publication/config-publisher.service.ts';
import { PublicationService } from '../publication/publication.service.ts';
import { AcmeAccountsService } from './acme/acme-accounts.service.ts';
import { CertificateStatusService } from './acme/certificate-status.service.ts';
import type { Certificate, CertificateSource } from './certificate.entity.ts';
import { certificateExpiring } from './certificate.events.ts';
import { CertificatesRepository } from './certificates.repository.ts';
import { IssuanceService } from './issuance.service.ts';
import {
  IDLE_CHECK_INTERVAL_MS,
  nextCheckAt,
  nextCheckOfUploadedAt,
  plannedRenewal,
  STAND_IN_BEFORE_END,
} from './renewal-schedule.rules.ts';

/** Does whatever is due for one certificate: obtain or renew it, detect its revocation, or warn of its expiry. */
@Injectable()
export class CertificateMaintenanceService {
  private readonly logger = new Logger(CertificateMaintenanceService.name);

  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly domains: DomainsRepository,
    private readonly store: CertificatesRepository,
    private readonly accounts: AcmeAccountsService,
    private readonly status: CertificateStatusService,
    private readonly issuance: IssuanceService,
    private readonly publication: PublicationService,
    private readonly publisher: ConfigPublisherService,
    private readonly outbox: OutboxWriter,
  ) {}

  async maintain(domainId: DomainId, source: CertificateSource): Promise<void> {
    const [domain, row] = await Promise.all([this.domains.find(domainId), this.store.find(domainId, source)]);
    if (domain === null || row === null) return;
    await (source === 'automatic' ? this.maintainObtained(domain, row) : this.maintainUploaded(domain, row));
  }

  private async maintainObtained(domain: Domain, row: Certificate): Promise<void> {
    if (!this.accounts.isConfigured || !domain.dnsVerified || domain.ownerDisabled) {
      await this.store.change(domain.id, 'automatic', {
        nextAttemptAt: new Date(Date.now() + IDLE_CHECK_INTERVAL_MS),
      });
      return;
    }
    const uploaded = await this.store.find(domain.id, 'uploaded');
    const notBefore = (uploaded?.notAfter?.getTime() ?? 0) - STAND_IN_BEFORE_END;
    if (notBefore > Date.now()) {
      await this.store.change(domain.id, 'automatic', { nextAttemptAt: new Date(notBefore) });
      return;
    }
    if (await this.isGood(domain, row)) return;
    await this.issuance.obtain(domain, row);
  }

  /** Whether nothing needs to be obtained now; if so, schedules the next check. */
  private async isGood(domain: Domain, row: Certificate): Promise<boolean> {
    const { chainPem, renewAt, notAfter } = row;
    if (row.status !== 'active' || chainPem === null || renewAt === null || notAfter === null) return false;
    if (renewAt <= new Date()) return false;
    const hosts = await this.store.newlyPointing(domain.id);
    if (hosts.length > 0) return false;
    const { revoked, window } = await this.status.of(chainPem);
    if (revoked) {
      this.logger.warn(
        { domain: domain.id, serial: row.serial },
        'a certificate was revoked and is replaced',
      );
      await this.store.markRevoked(domain.id, row.serial);
      return false;
    }
    const planned = plannedRenewal(renewAt, window);
    if (planned <= new Date()) return false;
    await this.store.change(domain.id, 'automatic', {
      renewAt: planned,
      nextAttemptAt: nextCheckAt(planned),
    });
    return true;
  }

  /**
   * Two weeks before an uploaded certificate expires, warns the owner; when it expires, replaces it by an obtained one.
   */
  private async maintainUploaded(domain: Domain, row: Certificate): Promise<void> {
    const { notBefore, notAfter } = row;
    if (notBefore === null || notAfter === null) return;
    const isOver = notAfter <= new Date();
    await this.dataSource.transaction(async (manager) => {
      const locked = await this.domains.lock(manager, domain.id);
      if (locked === null) return;
      const nextAttemptAt = isOver ? null : nextCheckOfUploadedAt(notBefore, notAfter, true);
      await this.store.change(
        domain.id,
        'uploaded',
        { nextAttemptAt, status: isOver ? 'expired' : 'active', notifiedAt: row.notifiedAt ?? new Date() },
        manager,
      );
      if (row.notifiedAt === null) await this.outbox.addAll(manager, [certificateExpiring(locked, notAfter)]);
      if (isOver) await this.publication.publish(manager, locked.id);
    });
    this.publisher.kick();
  }
}
