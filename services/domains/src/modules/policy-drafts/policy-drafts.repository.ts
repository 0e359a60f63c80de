import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DomainId } from '@palisade/nest-kit';
import { type DataSource, type EntityManager, LessThanOrEqual, MoreThan, Not } from 'typeorm';
import { PolicyDraft } from './policy-draft.entity.ts';
import { MAX_DRAFTS } from './policy-draft.schema.ts';

/** Without expired drafts. */
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

  find(
    domainId: DomainId,
    id: string,
    now: Date,
    manager: EntityManager = this.dataSource.manager,
  ): Promise<PolicyDraft | null> {
    return manager.findOneBy(PolicyDraft, { domainId, id, expiresAt: MoreThan(now) });
  }

  /** The caller holds the domain. @returns how many there are, without what has expired, which is deleted */
  async count(manager: EntityManager, domainId: DomainId, now: Date): Promise<number> {
    await manager.delete(PolicyDraft, { domainId, expiresAt: LessThanOrEqual(now) });
    return manager.countBy(PolicyDraft, { domainId });
  }

  /** The caller holds the domain. @param except a draft that may have the name */
  hasName(
    manager: EntityManager,
    { domainId, name, now }: { domainId: DomainId; name: string; now: Date },
    except?: string,
  ): Promise<boolean> {
    const others = except === undefined ? {} : { id: Not(except) };
    return manager.existsBy(PolicyDraft, { domainId, name, expiresAt: MoreThan(now), ...others });
  }

  async insert(manager: EntityManager, draft: PolicyDraft): Promise<void> {
    await manager.insert(PolicyDraft, draft);
  }

  /** The caller holds the domain, which who deletes a draft does not. @returns whether it was there */
  async update(manager: EntityManager, draft: PolicyDraft): Promise<boolean> {
    const { affected } = await manager.update(PolicyDraft, { id: draft.id }, draft);
    return affected === 1;
  }

  /** The caller has locked the domain. @returns whether it existed, unchanged since it was reviewed */
  async take(
    manager: EntityManager,
    { domainId, id, revision }: Pick<PolicyDraft, 'domainId' | 'id' | 'revision'>,
  ): Promise<boolean> {
    const { affected } = await manager.delete(PolicyDraft, { domainId, id, revision });
    return affected === 1;
  }

  /** @returns whether it was there */
  async delete(domainId: DomainId, id: string): Promise<boolean> {
    const { affected } = await this.dataSource.manager.delete(PolicyDraft, { domainId, id });
    return affected === 1;
  }
}
