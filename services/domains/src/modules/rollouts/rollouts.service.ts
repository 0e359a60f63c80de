import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { OutboxWriter, uuidV7 } from '@palisade/messaging';
import { type Actor, AuditLogger } from '@palisade/messaging/nest';
import { DomainError, type DomainId, type UserId } from '@palisade/nest-kit';
import { changesBetween } from '@palisade/site-policy';
import type { DataSource, EntityManager } from 'typeorm';
import { ClockService } from '../clock/clock.service.ts';
import type { Domain } from '../domain-store/domain.entity.ts';
import { domainChanged } from '../domain-store/domain.events.ts';
import { DomainsRepository } from '../domain-store/domains.repository.ts';
import { ConfigPublisherService } from '../publication/config-publisher.service.ts';
import { PublicationService } from '../publication/publication.service.ts';
import { changedPolicy, rolloutRunning } from '../rollout-store/rolled-out-policy.rules.ts';
import type { Rollout, RolloutDecider, RolloutState } from '../rollout-store/rollout.entity.ts';
import { RolloutsRepository } from '../rollout-store/rollouts.repository.ts';
import { changedMeanwhile, SitePolicyService } from '../site-policy/site-policy.service.ts';
import { SitePolicyVersionsRepository } from '../site-policy/site-policy-versions.repository.ts';
import { rolloutDecided } from './rollout.events.ts';
import type { RolloutStart } from './rollout.schema.ts';

export interface Decision {
  state: Exclude<RolloutState, 'running'>;
  by: RolloutDecider;
  reason: string;
}

/**
 *   start ─▶ first share ─▶ … ─▶ last share ─▶ promoted: a version for everybody
 *               └───────────────────┴────────▶ taken back: nobody's any more
 *
 * Each arrow is one transaction, with the document that edges get of it.
 */
@Injectable()
export class RolloutsService {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly domains: DomainsRepository,
    private readonly rollouts: RolloutsRepository,
    private readonly configs: SitePolicyService,
    private readonly versions: SitePolicyVersionsRepository,
    private readonly publication: PublicationService,
    private readonly publisher: ConfigPublisherService,
    private readonly outbox: OutboxWriter,
    private readonly audit: AuditLogger,
    private readonly clock: ClockService,
  ) {}

  /** @throws DomainError `domain_not_found` */
  async list(ownerId: UserId, id: DomainId) {
    await this.domains.owned(ownerId, id);
    return (await this.rollouts.ofDomain(id)).map(viewOf);
  }

  /**
   * @throws DomainError `domain_not_found`, `version_not_found`, `domain_not_verified`, `configuration_changed`,
   * `rollout_running` (409), `upgrade_required` (402), `validation_failed`, `nothing_changed`, `configuration_refused`,
   * `configuration_too_large`
   */
  async start(actor: Actor, id: DomainId, wanted: RolloutStart) {
    const restored = wanted.restore_version;
    const next = await this.configs.admissible(
      actor.userId,
      id,
      restored === undefined ? { update: { policyConfig: wanted.policyConfig } } : { version: restored },
    );
    const rollout = await this.dataSource.transaction(async (manager) => {
      const domain = await this.domains.owned(actor.userId, id, manager, 'for update');
      if (!domain.dnsVerified) throw notServed();
      if ((await this.rollouts.running(manager, id)) !== null) throw rolloutRunning();
      if (wanted.version !== undefined && wanted.version !== domain.configVersion)
        throw changedMeanwhile(domain.configVersion);
      const stored = await this.versions.current(manager, domain);
      const candidate = { ...next(stored), originConfig: stored.originConfig };
      const changes = changesBetween(stored, candidate);
      if (changes.length === 0) throw nothingChanged();
      await this.configs.holdLists(manager, actor.userId, {
        stored,
        next: candidate,
        restored: restored !== undefined,
      });
      const now = new Date(this.clock.now());
      const rollout: Rollout = {
        id: uuidV7(),
        domainId: id,
        authorId: actor.userId,
        baseVersion: domain.configVersion,
        policy: changedPolicy(stored, candidate),
        changes,
        shares: wanted.shares,
        sharePercent: wanted.shares[0]!,
        stepMinutes: wanted.step_minutes,
        tolerancePercent: wanted.tolerance_percent,
        state: 'running',
        decidedBy: null,
        reason: '',
        figures: null,
        startedAt: now,
        stepStartedAt: now,
        endedAt: null,
      };
      await this.rollouts.insert(manager, rollout);
      await this.publication.publishChange(manager, id);
      await this.audit.record(manager, actor, 'policy.rollout_started', id, {
        share: `${rollout.sharePercent} %`,
      });
      return rollout;
    });
    this.publisher.kick();
    return viewOf(rollout);
  }

  /** @throws DomainError `domain_not_found`, `rollout_not_found`, `rollout_over` */
  async decideByOwner(actor: Actor, id: DomainId, rolloutId: string, state: Decision['state']) {
    await this.domains.owned(actor.userId, id);
    if ((await this.rollouts.find(id, rolloutId)) === null) throw rolloutNotFound();
    const reason = state === 'promoted' ? 'You promoted it.' : 'You rolled it back.';
    const rollout = await this.withRunning(id, rolloutId, async (manager, domain, running) => {
      await this.decide(manager, domain, running, { state, by: 'owner', reason });
      await this.audit.record(manager, actor, `policy.rollout_${state}`, id, {});
      return running;
    });
    if (rollout === null) throw rolloutOver();
    return viewOf(rollout);
  }

  /**
   * Does something with a roll-out that still runs, holding its domain, and publishes.
   * @returns null if it does not run any more; nothing is done then
   */
  async withRunning<T>(
    id: DomainId,
    rolloutId: string,
    work: (manager: EntityManager, domain: Domain, rollout: Rollout) => Promise<T>,
  ): Promise<T | null> {
    const done = await this.dataSource.transaction(async (manager) => {
      const domain = await this.domains.lock(manager, id);
      const rollout = domain && (await this.rollouts.running(manager, id));
      return rollout?.id === rolloutId ? work(manager, domain!, rollout) : null;
    });
    if (done !== null) this.publisher.kick();
    return done;
  }

  /** The next share. The caller holds the domain. */
  async widen(manager: EntityManager, rollout: Rollout, sharePercent: number): Promise<void> {
    const stepStartedAt = new Date(this.clock.now());
    await this.rollouts.update(manager, rollout, { sharePercent, stepStartedAt, figures: null });
    await this.publication.publish(manager, rollout.domainId);
  }

  /** The end. The caller holds the domain. */
  async decide(
    manager: EntityManager,
    domain: Domain,
    rollout: Rollout,
    { state, by, reason }: Decision,
  ): Promise<void> {
    const endedAt = new Date(this.clock.now());
    await this.rollouts.update(manager, rollout, { state, decidedBy: by, reason, endedAt });
    if (state === 'promoted') await this.configs.adopt(manager, domain, rollout.policy);
    else {
      await this.publication.publish(manager, domain.id);
      await this.outbox.addAll(manager, [domainChanged(domain)]);
    }
    // Owners know what they do themselves.
    if (by === 'watcher') await this.outbox.addAll(manager, [rolloutDecided(domain, rollout)]);
  }
}

function viewOf(rollout: Rollout) {
  return {
    id: rollout.id,
    state: rollout.state,
    base_version: rollout.baseVersion,
    changes: rollout.changes,
    shares: rollout.shares,
    share_percent: rollout.sharePercent,
    step_minutes: rollout.stepMinutes,
    tolerance_percent: rollout.tolerancePercent,
    started_at: rollout.startedAt.toISOString(),
    step_started_at: rollout.stepStartedAt.toISOString(),
    ended_at: rollout.endedAt?.toISOString() ?? null,
    decided_by: rollout.decidedBy,
    reason: rollout.reason,
    figures: rollout.figures,
  };
}

const notServed = () => new DomainError('conflict', 'domain_not_verified', 'Please verify the domain first.');

const nothingChanged = () =>
  new DomainError('unprocessable', 'nothing_changed', 'This does not change the policy.');

const rolloutNotFound = () =>
  new DomainError('not_found', 'rollout_not_found', 'There is no such roll-out of this policy');

const rolloutOver = () =>
  new DomainError('conflict', 'rollout_over', 'This roll-out has ended. Please reload the page.');
