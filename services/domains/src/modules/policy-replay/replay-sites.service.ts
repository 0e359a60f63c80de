import { toBinary } from '@bufbuild/protobuf';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { edgeV1 } from '@palisade/contracts';
import type { DomainId, UserId } from '@palisade/nest-kit';
import type { SitePolicy } from '@palisade/site-policy';
import type { DataSource } from 'typeorm';
import { CertificatesRepository } from '../certificates/certificates.repository.ts';
import { ClockService } from '../clock/clock.service.ts';
import { DomainsRepository } from '../domain-store/domains.repository.ts';
import { SiteHostsRepository } from '../domain-store/site-hosts.repository.ts';
import { OwnerPlansService } from '../plans/owner-plans.service.ts';
import { buildSiteConfig } from '../site-documents/site-document.rules.ts';
import { type ProposedChange, SitePolicyService } from '../site-policy/site-policy.service.ts';

/** Documents of a site as the edge would get them: as it is, and with a change that is not saved. */
@Injectable()
export class ReplaySitesService {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly domains: DomainsRepository,
    private readonly hosts: SiteHostsRepository,
    private readonly plans: OwnerPlansService,
    private readonly certificates: CertificatesRepository,
    private readonly configs: SitePolicyService,
    private readonly clock: ClockService,
  ) {}

  /** @throws DomainError `domain_not_found`, `version_not_found`, `validation_failed` */
  async build(ownerId: UserId, id: DomainId, change: ProposedChange) {
    const { stored, next } = await this.configs.propose(ownerId, id, change);
    const { manager } = this.dataSource;
    const domain = await this.domains.owned(ownerId, id);
    const hosts = await this.hosts.ofSite(manager, id);
    const plan = await this.plans.planOf(ownerId);
    const material = await this.certificates.inUse(manager, id);
    // Whether there is a certificate affects requests; its key is not needed here.
    const tls = material && { ...material, sealed_key: Buffer.alloc(0) };
    const nowMs = this.clock.now();
    const document = (config: SitePolicy) =>
      toBinary(
        edgeV1.SiteConfigSchema,
        buildSiteConfig({ domain, hosts, config, plan, tls, originClient: null, nowMs }),
      );
    return { current: document(stored), proposed: document(next) };
  }
}
