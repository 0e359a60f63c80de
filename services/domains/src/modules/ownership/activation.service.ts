import { Inject, Injectable, Logger } from '@nestjs/common';
import { CachePurgeLog } from '@palisade/edge-state';
import { OutboxWriter } from '@palisade/messaging';
import type { DomainId, UserId } from '@palisade/nest-kit';
import type { Redis } from 'ioredis';
import type { EntityManager } from 'typeorm';
import { EDGE_REDIS } from '../../connections/edge-redis.ts';
import type { Domain } from '../domain-store/domain.entity.ts';
import { domainChanged, domainEvent } from '../domain-store/domain.events.ts';
import { isSameOrBelow } from '../domain-store/domain-name.rules.ts';
import { DomainsRepository } from '../domain-store/domains.repository.ts';
import { newVerificationToken } from '../domain-store/proof-names.rules.ts';
import { SiteHostsRepository } from '../domain-store/site-hosts.repository.ts';
import { OwnerPlansService } from '../plans/owner-plans.service.ts';
import { domainLimitReached } from '../plans/plan-limit.errors.ts';
import { PublicationService } from '../publication/publication.service.ts';
import { type OwnershipEvent, OwnershipHistoryRepository } from './ownership-history.repository.ts';
import type { ProofMethod } from './proof.rules.ts';

/** Serves a proved domain, and stops serving one that is not its claimant's any more. The caller holds the rows. */
@Injectable()
export class ActivationService {
  private readonly logger = new Logger(ActivationService.name);
  private readonly purges: CachePurgeLog;

  constructor(
    private readonly domains: DomainsRepository,
    private readonly siteHosts: SiteHostsRepository,
    private readonly history: OwnershipHistoryRepository,
    private readonly plans: OwnerPlansService,
    private readonly publication: PublicationService,
    private readonly outbox: OutboxWriter,
    @Inject(EDGE_REDIS) redis: Redis,
  ) {
    this.purges = new CachePurgeLog(redis);
  }

  /**
   * @param parent another owner's domain above this one, which gives up the names that this one covers
   * @throws DomainError `upgrade_required`, `domain_taken`
   */
  async activate(
    manager: EntityManager,
    domain: Domain,
    method: ProofMethod,
    parent: Domain | null,
  ): Promise<void> {
    await this.refuseBeyondLimit(manager, domain.ownerId);
    const now = new Date();
    await this.domains.update(manager, domain, { dnsVerified: true, verifiedAt: now, nextDnsCheckAt: now });
    if (parent !== null) await this.handOver(manager, parent, domain.domainName);
    await this.leaveToOthers(manager, domain);
    const lost = await this.siteHosts.take(manager, domain, 'pass over');
    await this.publication.publish(manager, domain.id);
    await this.publishAgain(manager, lost);
    await this.history.record(manager, domain.id, 'verified', { method });
    await this.outbox.addAll(manager, [
      domainEvent('domains.domain_verified.v1', domain),
      domainChanged(domain),
    ]);
  }

  /** Whether the owner's plan has room for one more served site. */
  async hasRoom(manager: EntityManager, ownerId: UserId): Promise<boolean> {
    const { limit, served } = await this.useOf(manager, ownerId);
    return limit === null || served < limit;
  }

  /**
   * The claim stays, with its settings and history, and is unproved under a new token: whatever is in DNS from before
   * proves nothing. Keys of obtained certificates are forgotten; an uploaded one stays with the claim that brought it.
   */
  async release(manager: EntityManager, domain: Domain, event: OwnershipEvent): Promise<void> {
    const now = new Date();
    await this.domains.update(manager, domain, {
      dnsVerified: false,
      verifiedAt: null,
      verificationToken: newVerificationToken(),
      tokenIssuedAt: now,
      nextDnsCheckAt: now,
    });
    await this.siteHosts.keepOnly(manager, domain.id, []);
    await manager.query(`DELETE FROM certificates WHERE domain_id = $1 AND source = 'automatic'`, [
      domain.id,
    ]);
    for (const table of ['traffic_watch', 'dns_records', 'ownership_lapses']) {
      await manager.query(`DELETE FROM ${table} WHERE domain_id = $1`, [domain.id]);
    }
    await this.publication.withdraw(manager, domain.id);
    await this.history.record(manager, domain.id, event);
    await this.outbox.addAll(manager, [domainChanged(domain)]);
  }

  /** After the commit. What edges keep is by site, so nobody else is ever given it; this frees it. */
  async forgetStored(domain: Domain): Promise<void> {
    try {
      await this.purges.announce(domain.id, {
        kind: 'all',
        values: [],
        atMs: Date.now(),
        byUserId: domain.ownerId,
      });
    } catch (error) {
      this.logger.warn(
        { err: error, domain: domain.id },
        'stored responses of a released site were not purged',
      );
    }
  }

  /** Names that were listed before somebody else proved them, or a name above them. */
  private async leaveToOthers(manager: EntityManager, domain: Domain): Promise<void> {
    const theirs = await this.siteHosts.belowOthers(manager, domain);
    if (theirs.length === 0) return;
    const hosts = domain.hosts.filter((host) => !theirs.includes(host));
    await this.domains.update(manager, domain, { hosts });
  }

  private async handOver(manager: EntityManager, parent: Domain, name: string): Promise<void> {
    const kept = parent.hosts.filter((host) => !isSameOrBelow(host, name));
    if (kept.length === parent.hosts.length) return;
    await this.domains.update(manager, parent, { hosts: kept });
    await this.siteHosts.keepOnly(manager, parent.id, kept);
    await this.publication.publish(manager, parent.id);
    await this.history.record(manager, parent.id, 'name_handed_over', { name });
    await this.outbox.addAll(manager, [domainChanged(parent)]);
  }

  /** Claims made under a larger plan must not become served sites under a smaller one. */
  private async refuseBeyondLimit(manager: EntityManager, ownerId: UserId): Promise<void> {
    const { limit, served, planName } = await this.useOf(manager, ownerId);
    if (limit !== null && served >= limit) throw domainLimitReached(planName, limit);
  }

  private async useOf(manager: EntityManager, ownerId: UserId) {
    const plan = await this.plans.planOf(ownerId, manager);
    const served = await this.domains.countVerified(manager, ownerId);
    return { limit: plan.entitlements.maxDomains, served, planName: plan.planName };
  }

  private async publishAgain(manager: EntityManager, ids: readonly DomainId[]): Promise<void> {
    const domains = await this.domains.findMany(ids, manager);
    for (const { id } of domains) await this.publication.publish(manager, id);
  }
}
