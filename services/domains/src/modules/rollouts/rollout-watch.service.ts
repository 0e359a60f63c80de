import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { requestLogV1 } from '@palisade/contracts';
import type { DomainId } from '@palisade/nest-kit';
import type { DataSource, EntityManager } from 'typeorm';
import { ClockService } from '../clock/clock.service.ts';
import type { Domain } from '../domain-store/domain.entity.ts';
import type { ArmFigures, Rollout, RolloutFigures } from '../rollout-store/rollout.entity.ts';
import { RolloutsRepository } from '../rollout-store/rollouts.repository.ts';
import { RolloutsService } from './rollouts.service.ts';
import { MAX_DAYS, nextStep } from './watch.rules.ts';

const PER_RUN = 100;

/** Does with roll-outs what the rules of the watch say, whenever there are new figures, and when their time is over. */
@Injectable()
export class RolloutWatchService {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly rollouts: RolloutsService,
    private readonly repository: RolloutsRepository,
    private readonly clock: ClockService,
  ) {}

  /** Figures are absolute: the latest of a share wins. Those of a roll-out that is over, or of a share before, are nobody's concern. */
  async keep(event: requestLogV1.RolloutFigures): Promise<void> {
    const figures = figuresOf(event, this.clock.now());
    await this.rollouts.withRunning(
      event.siteId as DomainId,
      event.rolloutId,
      async (manager, domain, rollout) => {
        const isNew = rollout.figures === null || rollout.figures.as_of < figures.as_of;
        if (!isNew || rollout.sharePercent !== figures.share_percent) return;
        await this.repository.update(manager, rollout, { figures });
        await this.takeStep(manager, domain, rollout);
      },
    );
  }

  /** Ends those that have run for too long. @returns how many */
  async endOverdue(): Promise<number> {
    const overdue: { id: string; domain_id: DomainId }[] = await this.dataSource.query(
      `SELECT id, domain_id FROM rollouts
       WHERE state = 'running' AND started_at <= $1::timestamptz - make_interval(days => ${MAX_DAYS})
       ORDER BY started_at LIMIT ${PER_RUN}`,
      [new Date(this.clock.now())],
    );
    for (const { id, domain_id: domainId } of overdue)
      await this.rollouts.withRunning(domainId, id, (manager, domain, rollout) =>
        this.takeStep(manager, domain, rollout),
      );
    return overdue.length;
  }

  private async takeStep(manager: EntityManager, domain: Domain, rollout: Rollout): Promise<void> {
    const step = nextStep(rollout, this.clock.now());
    switch (step.kind) {
      case 'wait':
        return;
      case 'widen':
        return this.rollouts.widen(manager, rollout, step.sharePercent);
      case 'promoted':
      case 'taken_back':
        return this.rollouts.decide(manager, domain, rollout, {
          state: step.kind,
          by: 'watcher',
          reason: step.reason,
        });
    }
  }
}

const figuresOf = (
  { sharePercent, live, candidate, asOfMs }: requestLogV1.RolloutFigures,
  nowMs: number,
): RolloutFigures => ({
  share_percent: sharePercent,
  // By a clock that is fast a share would be over before it was watched.
  as_of: new Date(Math.min(Number(asOfMs), nowMs)).toISOString(),
  live: armOf(live),
  candidate: armOf(candidate),
});

const armOf = (arm: requestLogV1.RolloutArm | undefined): ArmFigures => ({
  requests: Number(arm?.requests ?? 0),
  blocked_requests: Number(arm?.blockedRequests ?? 0),
  failed_requests: Number(arm?.failedRequests ?? 0),
  visitors: Number(arm?.visitors ?? 0),
  blocked_visitors: Number(arm?.blockedVisitors ?? 0),
  failed_visitors: Number(arm?.failedVisitors ?? 0),
});
