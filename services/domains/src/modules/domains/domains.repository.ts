import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DomainId, UserId } from '@palisade/nest-kit';
import type { DataSource, EntityManager } from 'typeorm';
import { CONFIG, type DomainsConfig } from '../../config.ts';
import { OwnershipRequests } from '../ownership/ownership-requests.ts';
import { txtName, txtValue } from '../ownership/proof-rules.ts';
import type { DomainView, OwnershipRequestView } from './domain.dto.ts';
import { Domain, verificationName } from './domain.entity.ts';
import { domainNotFound } from './domain.errors.ts';

interface FactsRow {
  id: DomainId;
  origin_host: string;
  origin_port: number;
  origin_protocol: 'http' | 'https';
  total_requests: string;
  allowed_requests: string;
  blocked_requests: string;
  release_at: Date | null;
}

export interface TrafficRow {
  domain: Domain;
  total: bigint;
  allowed: bigint;
  blocked: bigint;
}

@Injectable()
export class DomainsRepository {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    @Inject(CONFIG) private readonly config: Pick<DomainsConfig, 'PALISADE_CNAME_TARGET'>,
    private readonly requests: OwnershipRequests,
  ) {}

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

  /** What an owner does to domains happens one after the other, so that limits hold. Ends with the transaction. */
  async serialise(manager: EntityManager, ownerId: UserId): Promise<void> {
    await manager.query(`SELECT pg_advisory_xact_lock(hashtextextended('owner:' || $1, 0))`, [ownerId]);
  }

  ofOwner(ownerId: UserId, manager: EntityManager = this.dataSource.manager): Promise<Domain[]> {
    return manager.find(Domain, { where: { ownerId }, order: { createdAt: 'ASC', id: 'ASC' } });
  }

  async view(domain: Domain): Promise<DomainView> {
    const [view] = await this.views([domain]);
    return view!;
  }

  /** As the API shows them: with the origin in force and the traffic so far. */
  async views(domains: readonly Domain[]): Promise<DomainView[]> {
    if (domains.length === 0) return [];
    const rows: FactsRow[] = await this.dataSource.query(
      `SELECT d.id, v.origin_config ->> 'origin_host' AS origin_host,
              (v.origin_config ->> 'origin_port')::int AS origin_port,
              v.origin_config ->> 'origin_protocol' AS origin_protocol,
              coalesce(t.total_requests, 0) AS total_requests,
              coalesce(t.allowed_requests, 0) AS allowed_requests,
              coalesce(t.blocked_requests, 0) AS blocked_requests, l.release_at
       FROM domains d
       JOIN waf_config_versions v ON v.domain_id = d.id AND v.version = d.config_version
       LEFT JOIN site_totals t ON t.site_id = d.id
       LEFT JOIN ownership_lapses l ON l.domain_id = d.id
       WHERE d.id = ANY ($1)`,
      [domains.map((domain) => domain.id)],
    );
    const facts = new Map(rows.map((row) => [row.id, row]));
    const requests = await this.requestsOf(domains);
    return domains.flatMap((domain) => {
      const row = facts.get(domain.id);
      return row === undefined ? [] : [this.toView(domain, row, requests.get(domain.id) ?? [])];
    });
  }

  /** Domains of several owners with their traffic, for other services. */
  trafficOf(ownerIds: readonly string[]): Promise<TrafficRow[]> {
    return this.withTraffic('owner_id', ownerIds);
  }

  /** The same by the domains' own ids. */
  trafficOfDomains(ids: readonly string[]): Promise<TrafficRow[]> {
    return this.withTraffic('id', ids);
  }

  private async withTraffic(column: 'owner_id' | 'id', ids: readonly string[]): Promise<TrafficRow[]> {
    if (ids.length === 0) return [];
    // nosemgrep: no-sql-from-text -- the column is one of two names, by its type
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

  count(): Promise<number> {
    return this.dataSource.manager.count(Domain);
  }

  private async requestsOf(domains: readonly Domain[]): Promise<Map<DomainId, OwnershipRequestView[]>> {
    const views = new Map<DomainId, OwnershipRequestView[]>(domains.map(({ id }) => [id, []]));
    for (const row of await this.requests.openOf(this.dataSource.manager, [...views.keys()])) {
      const view = {
        id: row.id,
        kind: row.kind,
        name: row.claimant_name,
        held_name: row.holder_name,
        ends_at: row.ends_at.toISOString(),
      };
      views.get(row.holder_id)?.push({ ...view, role: 'holder' });
      views.get(row.claimant_id)?.push({ ...view, role: 'claimant' });
    }
    return views;
  }

  private toView(domain: Domain, row: FactsRow, requests: OwnershipRequestView[]): DomainView {
    return {
      id: domain.id,
      domain_name: domain.domainName,
      hosts: domain.hosts,
      origin_host: row.origin_host,
      origin_port: row.origin_port,
      origin_protocol: row.origin_protocol,
      dns_verified: domain.dnsVerified,
      is_active: domain.isActive,
      paused: domain.pausedByOwner,
      created_at: domain.createdAt.toISOString(),
      total_requests: Number(row.total_requests),
      allowed_requests: Number(row.allowed_requests),
      blocked_requests: Number(row.blocked_requests),
      cname_target: this.config.PALISADE_CNAME_TARGET,
      verification_subdomain: verificationName(domain),
      verification_token: domain.verificationToken,
      verification_txt: { name: txtName(domain.domainName), value: txtValue(domain.verificationToken) },
      txt_reason: domain.txtReason,
      release_at: row.release_at?.toISOString() ?? null,
      ownership_requests: requests,
    };
  }
}
