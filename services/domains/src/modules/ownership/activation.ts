import { Inject, Injectable, Logger } from '@nestjs/common';
import { CachePurgeLog } from '@palisade/edge-state';
import { OutboxWriter } from '@palisade/messaging';
import type { DomainId, UserId } from '@palisade/nest-kit';
import type { Redis } from 'ioredis';
import { type EntityManager, In } from 'typeorm';
import { Domain } from '../domains/domain.entity.ts';
import { isSameOrBelow } from '../domains/domain-name.ts';
import { newToken } from '../domains/new-token.ts';
import { hostsBelowOthers, takeHosts } from '../domains/site-hosts.ts';
import { domainChanged, domainFact } from '../facts/facts.ts';
import { OwnerPlans } from '../plans/owner-plans.service.ts';
import { EDGE_REDIS } from '../publication/publication-pump.ts';
import { Releases } from '../publication/releases.service.ts';
import { domainLimitReached } from '../waf-config/gating.ts';
import { type OwnershipEvent, recordOwnership } from './ownership-history.ts';
import type { ProofMethod } from './proof-rules.ts';

/** Serves a proved domain, and stops serving one that is not its claimant's any more. The caller holds the rows. */
@Injectable()
export class Activation {
  private readonly logger = new Logger('Activation');
  private readonly purges: CachePurgeLog;

  constructor(
    private readonly plans: OwnerPlans,
    private readonly releases: Releases,
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
    Object.assign(domain, { dnsVerified: true, verifiedAt: new Date() });
    await manager.update(
      Domain,
      { id: domain.id },
      { dnsVerified: true, verifiedAt: domain.verifiedAt, nextDnsCheckAt: new Date() },
    );
    if (parent !== null) await this.handOver(manager, parent, domain.domainName);
    await this.leaveToOthers(manager, domain);
    const lost = await takeHosts(manager, domain, 'pass over');
    await this.releases.release(manager, domain);
    await this.releaseAgain(manager, lost);
    await recordOwnership(manager, domain.id, 'verified', { method });
    await this.outbox.addAll(manager, [
      domainFact('domains.domain_verified.v1', domain),
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
    Object.assign(domain, {
      dnsVerified: false,
      verifiedAt: null,
      verificationToken: newToken(),
      tokenIssuedAt: new Date(),
    });
    await manager.update(
      Domain,
      { id: domain.id },
      {
        dnsVerified: false,
        verifiedAt: null,
        verificationToken: domain.verificationToken,
        tokenIssuedAt: domain.tokenIssuedAt,
        nextDnsCheckAt: new Date(),
      },
    );
    await manager.query('DELETE FROM site_hosts WHERE domain_id = $1', [domain.id]);
    await manager.query(`DELETE FROM certificates WHERE domain_id = $1 AND source = 'automatic'`, [
      domain.id,
    ]);
    for (const table of ['traffic_watch', 'dns_records', 'ownership_lapses']) {
      await manager.query(`DELETE FROM ${table} WHERE domain_id = $1`, [domain.id]);
    }
    await this.releases.remove(manager, domain.id);
    await recordOwnership(manager, domain.id, event);
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
    const theirs = await hostsBelowOthers(manager, domain);
    if (theirs.length === 0) return;
    domain.hosts = domain.hosts.filter((host) => !theirs.includes(host));
    await manager.update(Domain, { id: domain.id }, { hosts: domain.hosts });
  }

  private async handOver(manager: EntityManager, parent: Domain, name: string): Promise<void> {
    const kept = parent.hosts.filter((host) => !isSameOrBelow(host, name));
    if (kept.length === parent.hosts.length) return;
    parent.hosts = kept;
    await manager.update(Domain, { id: parent.id }, { hosts: kept });
    await manager.query('DELETE FROM site_hosts WHERE domain_id = $1 AND host <> ALL ($2)', [
      parent.id,
      kept,
    ]);
    await this.releases.release(manager, parent);
    await recordOwnership(manager, parent.id, 'name_handed_over', { name });
    await this.outbox.addAll(manager, [domainChanged(parent)]);
  }

  /** Claims made under a larger plan must not become served sites under a smaller one. */
  private async refuseBeyondLimit(manager: EntityManager, ownerId: UserId): Promise<void> {
    const { limit, served, planName } = await this.useOf(manager, ownerId);
    if (limit !== null && served >= limit) throw domainLimitReached(planName, limit);
  }

  private async useOf(manager: EntityManager, ownerId: UserId) {
    const plan = await this.plans.planOf(ownerId, manager);
    const served = await manager.count(Domain, { where: { ownerId, dnsVerified: true } });
    return { limit: plan.entitlements.maxDomains, served, planName: plan.planName };
  }

  private async releaseAgain(manager: EntityManager, ids: readonly string[]): Promise<void> {
    const domains = await manager.find(Domain, {
      where: { id: In(ids as DomainId[]) },
      order: { id: 'ASC' },
    });
    for (const domain of domains) await this.releases.release(manager, domain);
  }
}
