import { Injectable } from '@nestjs/common';
import type { DomainId } from '@palisade/nest-kit';
import type { EntityManager } from 'typeorm';
import { CertificatesRepository } from '../certificates/certificates.repository.ts';
import { DomainsRepository } from '../domains/domains.repository.ts';
import { SiteHostsRepository } from '../domains/site-hosts.repository.ts';
import { OwnerPlansService } from '../plans/owner-plans.service.ts';
import { type SiteDocument, SiteDocuments } from '../publication/site-documents.port.ts';
import { WafConfigVersionsRepository } from '../waf-config/waf-config-versions.repository.ts';
import { nextExpiry } from './next-expiry.rules.ts';
import { buildSiteConfig } from './site-document.rules.ts';

/** Gathers a site's document from the modules that own its parts. */
@Injectable()
export class SiteDocumentsService extends SiteDocuments {
  constructor(
    private readonly domains: DomainsRepository,
    private readonly hosts: SiteHostsRepository,
    private readonly configs: WafConfigVersionsRepository,
    private readonly certificates: CertificatesRepository,
    private readonly plans: OwnerPlansService,
  ) {
    super();
  }

  override async lock(manager: EntityManager, siteId: DomainId): Promise<boolean> {
    return (await this.domains.lock(manager, siteId)) !== null;
  }

  override async build(
    manager: EntityManager,
    siteId: DomainId,
    nowMs: number,
  ): Promise<SiteDocument | null> {
    const domain = await this.domains.find(siteId, manager);
    if (domain === null || !domain.dnsVerified) return null;
    const config = await this.configs.current(manager, domain);
    const document = buildSiteConfig({
      domain,
      hosts: await this.hosts.ofSite(manager, siteId),
      config,
      plan: await this.plans.planOf(domain.ownerId, manager),
      tls: await this.certificates.inUse(manager, siteId),
      nowMs,
    });
    return { document, expiresAt: nextExpiry(config.policyConfig.rule_exclusions, nowMs) };
  }
}
