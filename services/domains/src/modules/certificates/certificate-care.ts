import { Injectable, Logger } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { OutboxWriter } from '@palisade/messaging';
import type { DomainId } from '@palisade/nest-kit';
import type { DataSource } from 'typeorm';
import { Domain } from '../domains/domain.entity.ts';
import { PublicationPump } from '../publication/publication-pump.ts';
import { Releases } from '../publication/releases.service.ts';
import { AcmeAccounts } from './acme/acme-accounts.ts';
import { AuthorityNews } from './acme/authority-news.ts';
import type { Certificate, CertificateSource } from './certificate.entity.ts';
import { certificateExpiring } from './certificate-facts.ts';
import { CertificateStore } from './certificate-store.ts';
import { Issuance } from './issuance.ts';
import { IDLE_LOOK, nextLook, nextLookAtUploaded, plannedRenewal, STAND_IN_BEFORE_END } from './schedule.ts';

/** Does what is due about one certificate: obtain or renew it, notice its revocation, or tell of its end. */
@Injectable()
export class CertificateCare {
  private readonly logger = new Logger('CertificateCare');

  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly store: CertificateStore,
    private readonly accounts: AcmeAccounts,
    private readonly news: AuthorityNews,
    private readonly issuance: Issuance,
    private readonly releases: Releases,
    private readonly pump: PublicationPump,
    private readonly outbox: OutboxWriter,
  ) {}

  async attend(domainId: DomainId, source: CertificateSource): Promise<void> {
    const [domain, row] = await Promise.all([
      this.dataSource.manager.findOneBy(Domain, { id: domainId }),
      this.store.find(domainId, source),
    ]);
    if (domain === null || row === null) return;
    await (source === 'automatic' ? this.attendObtained(domain, row) : this.attendUploaded(domain, row));
  }

  private async attendObtained(domain: Domain, row: Certificate): Promise<void> {
    if (!this.accounts.isConfigured || !domain.dnsVerified || domain.ownerDisabled) {
      await this.store.change(domain.id, 'automatic', { nextAttemptAt: new Date(Date.now() + IDLE_LOOK) });
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

  /** Whether nothing needs to be obtained now; if so, when to look again is written down. */
  private async isGood(domain: Domain, row: Certificate): Promise<boolean> {
    const { chainPem, renewAt, notAfter } = row;
    if (row.status !== 'active' || chainPem === null || renewAt === null || notAfter === null) return false;
    if (renewAt <= new Date()) return false;
    const hosts = await this.store.newlyPointing(domain.id);
    if (hosts.length > 0) return false;
    const { revoked, window } = await this.news.of(chainPem);
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
    await this.store.change(domain.id, 'automatic', { renewAt: planned, nextAttemptAt: nextLook(planned) });
    return true;
  }

  /** Two moments: two weeks before its end its owner is told; at its end ours takes its place. */
  private async attendUploaded(domain: Domain, row: Certificate): Promise<void> {
    const { notBefore, notAfter } = row;
    if (notBefore === null || notAfter === null) return;
    const isOver = notAfter <= new Date();
    await this.dataSource.transaction(async (manager) => {
      const locked = await manager.findOne(Domain, {
        where: { id: domain.id },
        lock: { mode: 'pessimistic_write' },
      });
      if (locked === null) return;
      const nextAttemptAt = isOver ? null : nextLookAtUploaded(notBefore, notAfter, true);
      await this.store.change(
        domain.id,
        'uploaded',
        { nextAttemptAt, status: isOver ? 'expired' : 'active', toldAt: row.toldAt ?? new Date() },
        manager,
      );
      if (row.toldAt === null) await this.outbox.addAll(manager, [certificateExpiring(locked, notAfter)]);
      if (isOver) await this.releases.release(manager, locked);
    });
    this.pump.kick();
  }
}
