import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DomainId } from '@palisade/nest-kit';
import { type DataSource, type EntityManager, LessThanOrEqual, MoreThan } from 'typeorm';
import { PolicyDraft } from './policy-draft.entity.ts';
import { MAX_DRAFTS } from './policy-draft.schema.ts';

/** Those that have expired are none any more. */
@Injectable()
export class PolicyDraftsRepository {
  constructor(@InjectDataSource() private readonly dataSource: DataSource) {}

  /** Last written first. */
  ofDomain(domainId: DomainId, now: Date): Promise<PolicyDraft[]> {
    return this.dataSource.manager.find(PolicyDraft, {
      where: { domainId, expiresAt: MoreThan(now) },
      order: { updatedAt: 'DESC', id: 'DESC' },
      take: MAX_DRAFTS,
    });
  }

  find(domainId: DomainId, id: string, now: Date): Promise<PolicyDraft | null> {
    return this.dataSource.manager.findOneBy(PolicyDraft, { domainId, id, expiresAt: MoreThan(now) });
  }

  /** The caller holds the domain. @returns how many there are, without what has expired, which is deleted */
  async count(manager: EntityManager, domainId: DomainId, now: Date): Promise<number> {
    await manager.delete(PolicyDraft, { domainId, expiresAt: LessThanOrEqual(now) });
    return manager.countBy(PolicyDraft, { domainId });
  }

  async insert(manager: EntityManager, draft: PolicyDraft): Promise<void> {
    await manager.insert(PolicyDraft, draft);
  }

  /** @returns whether it is still there */
  async update(domainId: DomainId, id: string, changes: Partial<PolicyDraft>): Promise<boolean> {
    const { affected } = await this.dataSource.manager.update(PolicyDraft, { domainId, id }, changes);
    return affected === 1;
  }

  /** @returns whether it was there */
  async delete(domainId: DomainId, id: string): Promise<boolean> {
    const { affected } = await this.dataSource.manager.delete(PolicyDraft, { domainId, id });
    return affected === 1;
  }
}
