import { Inject, Injectable, Logger } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { NODE_ALIVE_MS, NodeBoard } from '@palisade/edge-state';
import { uuidV7 } from '@palisade/messaging';
import { type Actor, AuditLogger } from '@palisade/messaging/nest';
import { DomainError } from '@palisade/nest-kit';
import type { Redis } from 'ioredis';
import type { DataSource } from 'typeorm';
import { EDGE_REDIS } from '../../connections/edge-redis.ts';
import { ClockService } from '../clock/clock.service.ts';
import type { RuleRollout } from '../rule-rollout-store/rule-rollout.entity.ts';
import {
  RuleRolloutSitesRepository,
  type StageCounts,
} from '../rule-rollout-store/rule-rollout-sites.repository.ts';
import { RuleRolloutsRepository } from '../rule-rollout-store/rule-rollouts.repository.ts';
import type { Stage } from '../rule-rollout-store/stages.rules.ts';
import { viewOfSite } from './site-rule-rollouts.service.ts';
import { isHalted } from './site-stage.rules.ts';

/** The operator's actions on candidates of rule releases, over all sites. */
@Injectable()
export class RuleRolloutsService {
  private readonly logger = new Logger(RuleRolloutsService.name);
  private readonly nodes: NodeBoard;

  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly rollouts: RuleRolloutsRepository,
    private readonly sites: RuleRolloutSitesRepository,
    private readonly audit: AuditLogger,
    private readonly clock: ClockService,
    @Inject(EDGE_REDIS) redis: Redis,
  ) {
    this.nodes = new NodeBoard(redis);
  }

  async list() {
    const rollouts = await this.rollouts.newest();
    const counts = await this.sites.countsOf(rollouts.map(({ id }) => id));
    const views = await Promise.all(rollouts.map((rollout) => this.viewOf(rollout, counts.get(rollout.id))));
    return { rollouts: views, ...(await this.reported()) };
  }

  /** @throws DomainError `candidate_not_found`, `candidates_differ`, `rule_rollout_running`, `edges_not_reached` */
  async start(actor: Actor, release: string) {
    const candidate = await this.candidateOf(release);
    const rollout: RuleRollout = {
      id: uuidV7(),
      release,
      candidate,
      authorId: actor.userId,
      startedAt: new Date(this.clock.now()),
      endedAt: null,
    };
    await this.dataSource.transaction(async (manager) => {
      if (!(await this.rollouts.begin(manager, rollout))) throw alreadyRunning();
      await this.audit.record(manager, actor, 'rules.rollout_started', rollout.id, { release, candidate });
    });
    return this.viewOf(rollout, undefined);
  }

  /** Sites have the rules that are installed from now on. @throws DomainError `rule_rollout_not_found`, `rule_rollout_over` */
  async end(actor: Actor, id: string) {
    const rollout = await this.dataSource.transaction(async (manager) => {
      const found = await this.rollouts.lock(manager, id);
      if (found === null) throw rolloutNotFound();
      if (found.endedAt !== null) throw rolloutOver();
      await this.rollouts.end(manager, found, new Date(this.clock.now()));
      await this.audit.record(manager, actor, 'rules.rollout_ended', id, { release: found.release });
      return found;
    });
    return this.viewOf(rollout, (await this.sites.countsOf([id])).get(id));
  }

  /** Of one stage, newest first. @throws DomainError `rule_rollout_not_found` */
  async sitesOf(id: string, stage: Stage) {
    if ((await this.rollouts.find(id)) === null) throw rolloutNotFound();
    const sites = await this.sites.atStage(id, stage);
    return sites.map(({ site, domainName }) => ({
      ...viewOfSite(site),
      domain_id: site.domainId,
      domain_name: domainName,
    }));
  }

  private async viewOf(rollout: RuleRollout, counts: StageCounts | undefined) {
    const { shadow = 0, promoted = 0, held = 0 } = counts ?? {};
    const isOver = rollout.endedAt !== null;
    return {
      id: rollout.id,
      release: rollout.release,
      candidate: rollout.candidate,
      started_at: rollout.startedAt.toISOString(),
      ended_at: rollout.endedAt?.toISOString() ?? null,
      sites: { waiting: isOver ? null : await this.sites.countWaiting(rollout), shadow, promoted, held },
      is_halted: !isOver && isHalted({ promoted, held }),
    };
  }

  private async candidateOf(release: string): Promise<string> {
    const { candidates } = await this.reported();
    if (candidates === null) throw edgesNotReached();
    const found = candidates.filter((one) => one.release === release);
    if (found.length === 0) throw candidateNotFound();
    if (found.length > 1) throw candidatesDiffer();
    return found[0]!.candidate;
  }

  private async reported() {
    try {
      const alive = (await this.nodes.read()).filter(({ silentMs }) => silentMs <= NODE_ALIVE_MS);
      const counts = new Map<string, { release: string; candidate: string; nodes: number }>();
      for (const { ruleReleases } of alive)
        for (const { name, hash, isCandidate } of ruleReleases) {
          if (!isCandidate) continue;
          const known = counts.get(`${name} ${hash}`) ?? { release: name, candidate: hash, nodes: 0 };
          counts.set(`${name} ${hash}`, { ...known, nodes: known.nodes + 1 });
        }
      return { candidates: [...counts.values()], nodes: alive.length };
    } catch (error) {
      this.logger.warn({ err: error }, 'reading candidate rule sets from the edge nodes failed');
      return { candidates: null, nodes: 0 };
    }
  }
}

const rolloutNotFound = () =>
  new DomainError('not_found', 'rule_rollout_not_found', 'There is no such roll-out of rules');

const rolloutOver = () =>
  new DomainError('conflict', 'rule_rollout_over', 'This roll-out has ended. Please reload the page.');

const alreadyRunning = () =>
  new DomainError(
    'conflict',
    'rule_rollout_running',
    'A candidate of these rules is being rolled out. Please end that first.',
  );

const candidateNotFound = () =>
  new DomainError('conflict', 'candidate_not_found', 'No edge node has a candidate of these rules.');

const candidatesDiffer = () =>
  new DomainError(
    'conflict',
    'candidates_differ',
    'Edge nodes have different candidates of these rules. Please install the same one everywhere.',
  );

const edgesNotReached = () =>
  new DomainError(
    'unavailable',
    'edges_not_reached',
    'The edge nodes cannot be asked for their candidates right now. Please try again in a moment.',
  );
