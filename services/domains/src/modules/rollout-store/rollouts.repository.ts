import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DomainId } from '@palisade/nest-kit';
import type { DataSource, EntityManager } from 'typeorm';
import { Rollout } from './rollout.entity.ts';

/** Maximum per domain; older ones are deleted. */
const ROLLOUTS_KEPT = 50;

/** Roll-outs of policies. To change one, lock its domain first. */
@Injectable()
export class RolloutsRepository {
  constructor(@InjectDataSource() private readonly dataSource: DataSource) {}

  running(manager: EntityManager, domainId: DomainId): Promise<Rollout | null> {
    return manager.findOneBy(Rollout, { domainId, state: 'running' });
  }

  find(domainId: DomainId, id: string): Promise<Rollout | null> {
    return this.dataSource.manager.findOneBy(Rollout, { domainId, id });
  }

  /** Newest first. */
  ofDomain(domainId: DomainId): Promise<Rollout[]> {
    return this.dataSource.manager.find(Rollout, {
      where: { domainId },
      order: { startedAt: 'DESC' },
      take: ROLLOUTS_KEPT,
    });
  }

  async insert(manager: EntityManager, rollout: Rollout): Promise<void> {
    await manager.insert(Rollout, rollout);
    await manager.query(
      `DELETE FROM rollouts WHERE domain_id = $1 AND id NOT IN
         (SELECT id FROM rollouts WHERE domain_id = $1 ORDER BY started_at DESC LIMIT ${ROLLOUTS_KEPT})`,
      [rollout.domainId],
    );
  }

  /** Changes the given object too. */
  async update(manager: EntityManager, rollout: Rollout, changes: Partial<Rollout>): Promise<void> {
    Object.assign(rollout, changes);
    await manager.update(Rollout, { id: rollout.id }, changes);
  }
}
