import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import { Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DAY_MS, MINUTE_MS } from '@palisade/basics';
import { OutboxWriter } from '@palisade/messaging';
import { RepeatedJobRunner } from '@palisade/messaging/jobs';
import type { DomainId } from '@palisade/nest-kit';
import type { DataSource } from 'typeorm';
import { ClockService } from '../clock/clock.service.ts';
import { DomainsRepository } from '../domain-store/domains.repository.ts';
import type { OriginCertificateSource } from '../origin-certificate-store/origin-certificate.entity.ts';
import { OriginCertificatesRepository } from '../origin-certificate-store/origin-certificates.repository.ts';
import { OriginIssuanceService } from '../origin-certificate-store/origin-issuance.service.ts';
import { ConfigPublisherService } from '../publication/config-publisher.service.ts';
import { PublicationService } from '../publication/publication.service.ts';
import { SitePolicyVersionsRepository } from '../site-policy/site-policy-versions.repository.ts';

const QUEUE = 'domains-origin-certificates';
const INTERVAL_MS = 5 * MINUTE_MS;

/**
 * Renews what we issued, and warns owners of what they uploaded before it expires. Only certificates in use: the others
 * are renewed when they are switched on.
 */
@Injectable()
export class OriginCertificatesJob implements OnApplicationBootstrap {
  private readonly logger = new Logger(OriginCertificatesJob.name);

  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly domains: DomainsRepository,
    private readonly policies: SitePolicyVersionsRepository,
    private readonly store: OriginCertificatesRepository,
    private readonly issuance: OriginIssuanceService,
    private readonly publication: PublicationService,
    private readonly publisher: ConfigPublisherService,
    private readonly outbox: OutboxWriter,
    private readonly clock: ClockService,
    private readonly runner: RepeatedJobRunner,
  ) {}

  onApplicationBootstrap(): void {
    this.runner.start({
      name: QUEUE,
      what: 'the maintenance of certificates for origins',
      schedule: { due: { everyMs: INTERVAL_MS } },
      work: () => this.maintainDue(),
    });
  }

  /** @returns number of certificates that were due */
  async maintainDue(): Promise<number> {
    let total = 0;
    for (;;) {
      const due = await this.store.claimDue(new Date(this.clock.now()));
      for (const { domainId, source } of due) {
        try {
          await this.maintain(domainId, source);
        } catch (error) {
          // Claimed for an hour; the others must not wait for it.
          this.logger.error(
            { err: error, domain: domainId },
            'maintaining a certificate for an origin failed',
          );
        }
      }
      if (due.length === 0) break;
      total += due.length;
    }
    if (total > 0) this.publisher.kick();
    return total;
  }

  private maintain(id: DomainId, source: OriginCertificateSource): Promise<void> {
    return this.dataSource.transaction(async (manager) => {
      const domain = await this.domains.lock(manager, id);
      const row = await this.store.find(manager, id, source);
      if (domain === null || row === null) return;
      const { originConfig } = await this.policies.current(manager, domain);
      if (originConfig.origin_client_certificate !== source) {
        await this.store.setDue(manager, id, source, new Date(this.clock.now() + DAY_MS));
        return;
      }
      if (source === 'automatic') {
        await this.issuance.ensure(manager, domain);
        await this.publication.publish(manager, id);
        return;
      }
      await this.store.setDue(manager, id, source, null);
      await this.outbox.add(manager, 'domains.origin_certificate_expiring.v1', id, {
        domainId: id,
        ownerId: domain.ownerId,
        domainName: domain.domainName,
        expiresAt: timestampFromDate(row.notAfter),
      });
    });
  }
}
