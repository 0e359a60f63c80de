import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { type DataSource, type EntityManager, In, IsNull } from 'typeorm';
import { RuleRollout } from './rule-rollout.entity.ts';

/** That are shown. */
const ROLLOUTS_SHOWN = 20;

/** Roll-outs of candidates, one at a time for each release. */
@Injectable()
export class RuleRolloutsRepository {
  constructor(@InjectDataSource() private readonly dataSource: DataSource) {}

  /** Newest first. */
  newest(): Promise<RuleRollout[]> {
    return this.dataSource.manager.find(RuleRollout, {
      order: { startedAt: 'DESC', id: 'DESC' },
      take: ROLLOUTS_SHOWN,
    });
  }

  running(): Promise<RuleRollout[]> {
    return this.dataSource.manager.findBy(RuleRollout, { endedAt: IsNull() });
  }

  find(id: string, manager: EntityManager = this.dataSource.manager): Promise<RuleRollout | null> {
    return manager.findOneBy(RuleRollout, { id });
  }

  findMany(ids: readonly string[]): Promise<RuleRollout[]> {
    return this.dataSource.manager.findBy(RuleRollout, { id: In([...ids]) });
  }

  lock(manager: EntityManager, id: string): Promise<RuleRollout | null> {
    return manager.findOne(RuleRollout, { where: { id }, lock: { mode: 'pessimistic_write' } });
  }

  /** @returns false if another one of the release is running; nothing is done then */
  async begin(manager: EntityManager, rollout: RuleRollout): Promise<boolean> {
    const { release } = rollout;
    await manager.query(`SELECT pg_advisory_xact_lock(hashtextextended('rule-rollout:' || $1, 0))`, [
      release,
    ]);
    if (await manager.existsBy(RuleRollout, { release, endedAt: IsNull() })) return false;
    await manager.insert(RuleRollout, rollout);
    return true;
  }

  /**
   * The caller has locked it. Documents of its sites are published again, except for held ones, which do not mention it
   * already.
   */
  async end(manager: EntityManager, rollout: RuleRollout, endedAt: Date): Promise<void> {
    rollout.endedAt = endedAt;
    await manager.update(RuleRollout, { id: rollout.id }, { endedAt });
    await manager.query(
      `UPDATE rule_rollout_sites SET unpublished = true WHERE rollout_id = $1 AND stage <> 'held'`,
      [rollout.id],
    );
  }
}
