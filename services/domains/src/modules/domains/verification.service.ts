import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { OutboxWriter } from '@palisade/messaging';
import type { DomainId, UserId } from '@palisade/nest-kit';
import { type DataSource, type EntityManager, In } from 'typeorm';
import { DnsChecks } from '../dns/dns-checks.ts';
import { DnsRecords } from '../dns/dns-records.service.ts';
import { domainChanged, domainFact } from '../facts/facts.ts';
import { OwnerPlans } from '../plans/owner-plans.service.ts';
import { PublicationPump } from '../publication/publication-pump.ts';
import { Releases } from '../publication/releases.service.ts';
import { domainLimitReached } from '../waf-config/gating.ts';
import type { Verification } from './domain.dto.ts';
import { Domain, verificationName } from './domain.entity.ts';
import { verifiedElsewhere, violatedUnique } from './domain.errors.ts';
import { DomainsRepository } from './domains.repository.ts';
import { takeHosts } from './site-hosts.ts';

export const VERIFIED = 'Domain verified and activated!';

/** Proves by DNS that a domain is its claimant's, and from then on serves it. The first to prove it has it. */
@Injectable()
export class VerificationService {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly domains: DomainsRepository,
    private readonly checks: DnsChecks,
    private readonly records: DnsRecords,
    private readonly plans: OwnerPlans,
    private readonly releases: Releases,
    private readonly pump: PublicationPump,
    private readonly outbox: OutboxWriter,
  ) {}

  /** @throws DomainError `domain_not_found`, `domain_taken`, `upgrade_required` */
  async verify(ownerId: UserId, id: DomainId): Promise<Verification> {
    const domain = await this.domains.owned(ownerId, id);
    if (domain.dnsVerified) {
      return { verified: true, message: 'This domain is already verified.' };
    }
    const result = await this.checks.ownership(verificationName(domain));
    await this.records.storeOwnership(domain, result);
    if (result.state !== 'ok') {
      return { verified: false, message: result.message };
    }
    await this.plans.freshPlanOf(ownerId);
    try {
      await this.dataSource.transaction((manager) => this.activate(manager, ownerId, id));
    } catch (error) {
      if (violatedUnique(error) === 'domains_verified_name') throw verifiedElsewhere(domain.domainName);
      throw error;
    }
    this.pump.kick();
    return { verified: true, message: VERIFIED };
  }

  private async activate(manager: EntityManager, ownerId: UserId, id: DomainId): Promise<void> {
    await this.domains.serialise(manager, ownerId);
    const domain = await this.domains.owned(ownerId, id, manager, 'for update');
    if (domain.dnsVerified) return;
    await this.refuseBeyondLimit(manager, ownerId);
    Object.assign(domain, { dnsVerified: true, verifiedAt: new Date() });
    await manager.update(
      Domain,
      { id },
      { dnsVerified: true, verifiedAt: domain.verifiedAt, nextDnsCheckAt: new Date() },
    );
    const lost = await takeHosts(manager, domain, 'pass over');
    await this.releases.release(manager, domain);
    await this.releaseAgain(manager, lost);
    await this.outbox.addAll(manager, [
      domainFact('domains.domain_verified.v1', domain),
      domainChanged(domain),
    ]);
  }

  /** Claims made under a larger plan must not become served sites under a smaller one. */
  private async refuseBeyondLimit(manager: EntityManager, ownerId: UserId): Promise<void> {
    const plan = await this.plans.planOf(ownerId, manager);
    const limit = plan.entitlements.maxDomains;
    const served = await manager.count(Domain, { where: { ownerId, dnsVerified: true } });
    if (limit !== null && served >= limit) throw domainLimitReached(plan.planName, limit);
  }

  private async releaseAgain(manager: EntityManager, ids: readonly string[]): Promise<void> {
    const domains = await manager.find(Domain, {
      where: { id: In(ids as DomainId[]) },
      order: { id: 'ASC' },
    });
    for (const domain of domains) await this.releases.release(manager, domain);
  }
}
