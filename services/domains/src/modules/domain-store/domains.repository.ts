import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DomainId, UserId } from '@palisade/nest-kit';
import { type DataSource, type EntityManager, In } from 'typeorm';
import { Domain } from './domain.entity.ts';
import { domainNotFound } from './domain.errors.ts';

export interface DomainTraffic {
  domain: Domain;
  total: bigint;
  allowed: bigint;
  blocked: bigint;
}

/** Rows of domains. To change one, lock it first by one of the locking methods. */
@Injectable()
export class DomainsRepository {
  constructor(@InjectDataSource() private readonly dataSource: DataSource) {}

  /** @throws DomainError `domain_not_found`, for another's domain too */
  async owned(
    ownerId: UserId,
    id: DomainId,
    manager: EntityManager = this.dataSource.manager,
    lock: 'none' | 'for update' = 'none',
  ): Promise<Domain> {
    const domain = await manager.findOne(Domain, {
      where: { id, ownerId },
      ...(lock === 'for update' && { lock: { mode: 'pessimistic_write' as const } }),
    });
    if (domain === null) throw domainNotFound();
    return domain;
  }

  find(id: DomainId, manager: EntityManager = this.dataSource.manager): Promise<Domain | null> {
    return manager.findOneBy(Domain, { id });
  }

  /** In the order of their ids. */
  findMany(ids: readonly DomainId[], manager: EntityManager = this.dataSource.manager): Promise<Domain[]> {
    return manager.find(Domain, { where: { id: In([...ids]) }, order: { id: 'ASC' } });
  }

  ofOwner(ownerId: UserId, manager: EntityManager = this.dataSource.manager): Promise<Domain[]> {
    return manager.find(Domain, { where: { ownerId }, order: { createdAt: 'ASC', id: 'ASC' } });
  }

  /** The owner's domain with this name, and the verified one of any account. */
  claimsOf(manager: EntityManager, ownerId: UserId, name: string): Promise<Domain[]> {
    return manager.find(Domain, {
      where: [
        { domainName: name, ownerId },
        { domainName: name, dnsVerified: true },
      ],
    });
  }

  verifiedNamed(manager: EntityManager, names: readonly string[]): Promise<Domain[]> {
    return manager.find(Domain, { where: { domainName: In([...names]), dnsVerified: true } });
  }

  countVerified(manager: EntityManager, ownerId: UserId): Promise<number> {
    return manager.count(Domain, { where: { ownerId, dnsVerified: true } });
  }

  count(): Promise<number> {
    return this.dataSource.manager.count(Domain);
  }

  /** Serialises an owner's changes, so that limits hold; until the end of the transaction. */
  async lockOwner(manager: EntityManager, ownerId: UserId): Promise<void> {
    await manager.query(`SELECT pg_advisory_xact_lock(hashtextextended('owner:' || $1, 0))`, [ownerId]);
  }

  /** Null if it was removed. */
  lock(manager: EntityManager, id: DomainId): Promise<Domain | null> {
    return manager.findOne(Domain, { where: { id }, lock: { mode: 'pessimistic_write' } });
  }

  /** In a fixed order, to avoid deadlocks; removed ones are left out. */
  async lockMany(manager: EntityManager, ids: readonly DomainId[]): Promise<Map<DomainId, Domain>> {
    const domains = await manager.find(Domain, {
      where: { id: In([...ids]) },
      order: { id: 'ASC' },
      lock: { mode: 'pessimistic_write' },
    });
    return new Map(domains.map((domain) => [domain.id, domain]));
  }

  lockOfOwner(manager: EntityManager, ownerId: UserId): Promise<Domain[]> {
    return manager.find(Domain, {
      where: { ownerId },
      order: { id: 'ASC' },
      lock: { mode: 'pessimistic_write' },
    });
  }

  async insert(manager: EntityManager, domain: Domain): Promise<void> {
    await manager.insert(Domain, domain);
  }

  /** The caller must have locked the row. Updates the given object, too. */
  async update(manager: EntityManager, domain: Domain, changes: Partial<Domain>): Promise<void> {
    Object.assign(domain, changes);
    await manager.update(Domain, { id: domain.id }, changes);
  }

  async delete(manager: EntityManager, id: DomainId): Promise<void> {
    await manager.delete(Domain, { id });
  }

  /** Traffic of several owners' domains, for other services. */
  trafficOf(ownerIds: readonly string[]): Promise<DomainTraffic[]> {
    return this.withTraffic('owner_id', ownerIds);
  }

  /** The same by domain ids. */
  trafficOfDomains(ids: readonly string[]): Promise<DomainTraffic[]> {
    return this.withTraffic('id', ids);
  }

  /** The same by name, for all claims to it. */
  trafficOfNames(names: readonly string[]): Promise<DomainTraffic[]> {
    return this.withTraffic('domain_name', names);
  }

  private async withTraffic(
    column: 'owner_id' | 'id' | 'domain_name',
    ids: readonly string[],
  ): Promise<DomainTraffic[]> {
    if (ids.length === 0) return [];
    // nosemgrep: no-sql-from-text -- the column is one of three names, by its type
    const { entities, raw } = await this.dataSource.manager
      .createQueryBuilder(Domain, 'd')
      .leftJoin('site_totals', 't', 't.site_id = d.id')
      .addSelect('coalesce(t.total_requests, 0)', 'total')
      .addSelect('coalesce(t.allowed_requests, 0)', 'allowed')
      .addSelect('coalesce(t.blocked_requests, 0)', 'blocked')
      .where(`d.${column} IN (:...ids)`, { ids })
      .orderBy('d.created_at')
      .addOrderBy('d.id')
      .getRawAndEntities<{ total: string; allowed: string; blocked: string }>();
    return entities.map((domain, index) => ({
      domain,
      total: BigInt(raw[index]!.total),
      allowed: BigInt(raw[index]!.allowed),
      blocked: BigInt(raw[index]!.blocked),
    }));
  }
}
