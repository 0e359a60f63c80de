import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DomainId, UserId } from '@palisade/nest-kit';
import type { SitePolicy } from '@palisade/site-policy';
import { type DataSource, type EntityManager, LessThan } from 'typeorm';
import type { Domain } from '../domain-store/domain.entity.ts';
import { type ChangeKind, SitePolicyVersion } from './site-policy-version.entity.ts';

/** Older versions are dropped, so that a history is bounded whatever saves it. */
const VERSIONS_KEPT = 200;

export interface NewVersion {
  domainId: DomainId;
  version: number;
  config: SitePolicy;
  authorId: UserId;
  changeKind: ChangeKind;
  restoredVersion: number | null;
}

/** Saved configurations of domains. */
@Injectable()
export class SitePolicyVersionsRepository {
  constructor(@InjectDataSource() private readonly dataSource: DataSource) {}

  /** The one in force. */
  current(manager: EntityManager, domain: Pick<Domain, 'id' | 'configVersion'>): Promise<SitePolicyVersion> {
    return manager.findOneByOrFail(SitePolicyVersion, { domainId: domain.id, version: domain.configVersion });
  }

  find(domainId: DomainId, version: number): Promise<SitePolicyVersion | null> {
    return this.dataSource.manager.findOne(SitePolicyVersion, { where: { domainId, version } });
  }

  /** Newest first. A policy may be large, so that all that are kept are never read at once. */
  ofDomain(
    domainId: DomainId,
    { before, limit }: { before: number | null; limit: number },
  ): Promise<SitePolicyVersion[]> {
    return this.dataSource.manager.find(SitePolicyVersion, {
      where: { domainId, ...(before !== null && { version: LessThan(before) }) },
      order: { version: 'DESC' },
      take: limit,
    });
  }

  async insert(manager: EntityManager, { config, ...version }: NewVersion): Promise<void> {
    await manager.insert(SitePolicyVersion, {
      ...version,
      originConfig: config.originConfig,
      policyConfig: config.policyConfig,
      createdAt: new Date(),
    });
    await manager.query('DELETE FROM waf_config_versions WHERE domain_id = $1 AND version <= $2', [
      version.domainId,
      version.version - VERSIONS_KEPT,
    ]);
  }
}
