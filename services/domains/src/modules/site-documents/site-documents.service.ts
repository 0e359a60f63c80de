import { Injectable } from '@nestjs/common';
import type { DomainId } from '@palisade/nest-kit';
import type { EntityManager } from 'typeorm';
import { CertificatesRepository } from '../certificates/certificates.repository.ts';
import { DomainsRepository } from '../domain-store/domains.repository.ts';
import { SiteHostsRepository } from '../domain-store/site-hosts.repository.ts';
import { OriginIssuanceService } from '../origin-certificate-store/origin-issuance.service.ts';
import { OwnerPlansService } from '../plans/owner-plans.service.ts';
import { type SiteDocument, SiteDocuments } from '../publication/site-documents.port.ts';
import { candidateOf } from '../rollout-store/rolled-out-policy.rules.ts';
import { RolloutsRepository } from '../rollout-store/rollouts.repository.ts';
import { RuleRolloutSitesRepository } from '../rule-rollout-store/rule-rollout-sites.repository.ts';
import { SitePolicyVersionsRepository } from '../site-policy/site-policy-versions.repository.ts';
import { nextExpiry } from './next-expiry.rules.ts';
import { buildSiteConfig } from './site-document.rules.ts';

/** Gathers a site's document from the modules that own its parts. */
@Injectable()
export class SiteDocumentsService extends SiteDocuments {
  constructor(
    private readonly domains: DomainsRepository,
    private readonly hosts: SiteHostsRepository,
    private readonly configs: SitePolicyVersionsRepository,
    private readonly certificates: CertificatesRepository,
    private readonly originIssuance: OriginIssuanceService,
    private readonly plans: OwnerPlansService,
    private readonly rollouts: RolloutsRepository,
    private readonly ruleRollouts: RuleRolloutSitesRepository,
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
    const rollout = await this.rollouts.running(manager, siteId);
    const candidate = rollout && candidateOf(config, rollout);
    const document = buildSiteConfig({
      domain,
      hosts: await this.hosts.ofSite(manager, siteId),
      config,
      plan: await this.plans.planOf(domain.ownerId, manager),
      tls: await this.certificates.inUse(manager, siteId),
      originClient: await this.originIssuance.material(
        manager,
        domain,
        config.originConfig.origin_client_certificate,
      ),
      rollout: rollout &&
        candidate && { id: rollout.id, sharePercent: rollout.sharePercent, config: candidate },
      ruleRollout: await this.ruleRollouts.inForce(manager, siteId, config.policyConfig.rule_set),
      nowMs,
    });
    const exclusions = [config, candidate].flatMap((one) => one?.policyConfig.rule_exclusions ?? []);
    return { document, expiresAt: nextExpiry(exclusions, nowMs) };
  }
}
