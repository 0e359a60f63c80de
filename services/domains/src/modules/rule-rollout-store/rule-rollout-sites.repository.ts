import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DomainId } from '@palisade/nest-kit';
import { MANAGED_RULE_SET } from '@palisade/site-policy';
import type { DataSource, EntityManager } from 'typeorm';
import { type RuleRollout, RuleRolloutSite } from './rule-rollout.entity.ts';
import type { Stage } from './stages.rules.ts';

/** A site's part in a roll-out, as published to edges. */
export interface RuleRolloutInForce {
  id: string;
  candidate: string;
  stage: Exclude<Stage, 'held'>;
}

export interface StageCounts {
  rollout_id: string;
  shadow: number;
  promoted: number;
  held: number;
}

/** Served sites that are judged by the release $2 and have no part in the roll-out $1 yet. */
const WAITING = `
  FROM domains d JOIN waf_config_versions v ON v.domain_id = d.id AND v.version = d.config_version
  WHERE d.dns_verified AND NOT d.paused_by_owner AND NOT d.owner_disabled
    AND coalesce(v.policy_config->>'rule_set', '${MANAGED_RULE_SET}') = $2
    AND coalesce((v.policy_config->>'enable_managed_rules')::boolean, true)
    AND NOT EXISTS (SELECT 1 FROM rule_rollout_sites s WHERE s.rollout_id = $1 AND s.domain_id = d.id)`;

/** Maximum parts of one site that are listed. */
const PARTS_SHOWN = 20;
/** Maximum sites of one stage of a roll-out that are listed. */
const SITES_SHOWN = 100;

/** Parts of sites in roll-outs of rule releases. To change one, lock its domain first. */
@Injectable()
export class RuleRolloutSitesRepository {
  constructor(@InjectDataSource() private readonly dataSource: DataSource) {}

  /** Null: the site is judged by the rules that are installed, and by nothing beside them. */
  async inForce(
    manager: EntityManager,
    domainId: DomainId,
    release: string,
  ): Promise<RuleRolloutInForce | null> {
    const [row]: RuleRolloutInForce[] = await manager.query(
      `SELECT s.id, r.candidate, s.stage FROM rule_rollout_sites s JOIN rule_rollouts r ON r.id = s.rollout_id
       WHERE s.domain_id = $1 AND r.release = $2 AND r.ended_at IS NULL AND s.stage <> 'held'`,
      [domainId, release],
    );
    return row ?? null;
  }

  find(id: string, manager: EntityManager = this.dataSource.manager): Promise<RuleRolloutSite | null> {
    return manager.findOneBy(RuleRolloutSite, { id });
  }

  /** Newest first. */
  ofDomain(domainId: DomainId): Promise<RuleRolloutSite[]> {
    return this.dataSource.manager.find(RuleRolloutSite, {
      where: { domainId },
      order: { startedAt: 'DESC', id: 'DESC' },
      take: PARTS_SHOWN,
    });
  }

  /** At one stage, those that were decided last first; each with its site's name. */
  async atStage(rolloutId: string, stage: Stage): Promise<{ site: RuleRolloutSite; domainName: string }[]> {
    const { entities, raw } = await this.dataSource
      .createQueryBuilder(RuleRolloutSite, 's')
      .innerJoin('domains', 'd', 'd.id = s.domainId')
      .addSelect('d.domain_name', 'domain_name')
      .where('s.rolloutId = :rolloutId AND s.stage = :stage', { rolloutId, stage })
      .orderBy('s.decidedAt', 'DESC', 'NULLS LAST')
      .addOrderBy('s.id')
      .limit(SITES_SHOWN)
      .getRawAndEntities<{ domain_name: string }>();
    return entities.map((site, index) => ({ site, domainName: raw[index]!.domain_name }));
  }

  /** Sites whose state is not published to edges yet. */
  async unpublished(most: number): Promise<DomainId[]> {
    const rows: { domain_id: DomainId }[] = await this.dataSource.query(
      'SELECT DISTINCT domain_id FROM (SELECT domain_id FROM rule_rollout_sites WHERE unpublished ORDER BY started_at LIMIT $1) AS due',
      [most],
    );
    return rows.map(({ domain_id }) => domain_id);
  }

  async published(manager: EntityManager, domainId: DomainId): Promise<void> {
    await manager.update(RuleRolloutSite, { domainId, unpublished: true }, { unpublished: false });
  }

  /** Sites of running roll-outs in the trial stage since then or longer. */
  async triedSince(before: Date, most: number): Promise<{ id: string; domainId: DomainId }[]> {
    const rows: { id: string; domain_id: DomainId }[] = await this.dataSource.query(
      `SELECT s.id, s.domain_id FROM rule_rollout_sites s JOIN rule_rollouts r ON r.id = s.rollout_id
       WHERE s.stage = 'shadow' AND r.ended_at IS NULL AND s.started_at <= $1 ORDER BY s.started_at LIMIT $2`,
      [before, most],
    );
    return rows.map(({ id, domain_id: domainId }) => ({ id, domainId }));
  }

  async countsOf(
    rolloutIds: readonly string[],
    manager: EntityManager = this.dataSource.manager,
  ): Promise<Map<string, StageCounts>> {
    const rows: StageCounts[] = await manager.query(
      `SELECT rollout_id, count(*) FILTER (WHERE stage = 'shadow')::int AS shadow,
         count(*) FILTER (WHERE stage = 'promoted')::int AS promoted, count(*) FILTER (WHERE stage = 'held')::int AS held
       FROM rule_rollout_sites WHERE rollout_id = ANY($1) GROUP BY rollout_id`,
      [rolloutIds],
    );
    return new Map(rows.map((row) => [row.rollout_id, row]));
  }

  /**
   * Enrols at most `most` more of the active sites that run the release, in an order that does not depend on their properties.
   * @returns number of sites enrolled
   */
  async enrol({ id, release }: RuleRollout, most: number, now: Date): Promise<number> {
    if (most <= 0) return 0;
    const rows: unknown[] = await this.dataSource.query(
      `INSERT INTO rule_rollout_sites (id, rollout_id, domain_id, stage, started_at)
       SELECT gen_random_uuid(), $1, d.id, 'shadow', $3 ${WAITING} ORDER BY md5(d.id::text) LIMIT $4
       ON CONFLICT DO NOTHING RETURNING 1`,
      [id, release, now, most],
    );
    return rows.length;
  }

  /** Sites that run the release and have not begun. */
  async countWaiting({ id, release }: RuleRollout): Promise<number> {
    const [row]: { count: number }[] = await this.dataSource.query(
      `SELECT count(*)::int AS count ${WAITING}`,
      [id, release],
    );
    return row!.count;
  }

  /** Changes the given object too; also its id, where it is tried again. */
  async update(
    manager: EntityManager,
    site: RuleRolloutSite,
    changes: Partial<RuleRolloutSite>,
  ): Promise<void> {
    const { id } = site;
    Object.assign(site, changes);
    await manager.update(RuleRolloutSite, { id }, changes);
  }
}
