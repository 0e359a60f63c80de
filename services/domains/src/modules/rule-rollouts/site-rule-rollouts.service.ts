import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { requestLogV1 } from '@palisade/contracts';
import { OutboxWriter, uuidV7 } from '@palisade/messaging';
import { type Actor, AuditLogger } from '@palisade/messaging/nest';
import { DomainError, type DomainId, type UserId } from '@palisade/nest-kit';
import type { DataSource, EntityManager } from 'typeorm';
import { ClockService } from '../clock/clock.service.ts';
import type { Domain } from '../domain-store/domain.entity.ts';
import { DomainsRepository } from '../domain-store/domains.repository.ts';
import { ConfigPublisherService } from '../publication/config-publisher.service.ts';
import { PublicationService } from '../publication/publication.service.ts';
import type {
  RuleRollout,
  RuleRolloutSite,
  ShadowFigures,
} from '../rule-rollout-store/rule-rollout.entity.ts';
import { RuleRolloutSitesRepository } from '../rule-rollout-store/rule-rollout-sites.repository.ts';
import { RuleRolloutsRepository } from '../rule-rollout-store/rule-rollouts.repository.ts';
import type { Decider, Stage } from '../rule-rollout-store/stages.rules.ts';
import { rulesHeld } from './rule-rollout.events.ts';
import type { RuleDecision } from './rule-rollout.schema.ts';
import { nextStage } from './site-stage.rules.ts';

/** A site and what was decided for it. */
interface Held {
  domain: Domain;
  site: RuleRolloutSite;
  rollout: RuleRollout;
}

const STAGE_AFTER: Readonly<Record<RuleDecision, Stage>> = {
  promote: 'promoted',
  hold: 'held',
  try_again: 'shadow',
};

/**
 * shadow ─▶ promoted: the candidate judges the site
 *      └────▶ held: the site keeps its rules, and its owner is notified
 *
 * Decided by the site's figures, or by its owner or the operator, who may also reverse it. Each arrow is one
 * transaction, including the edges' document.
 */
@Injectable()
export class SiteRuleRolloutsService {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly domains: DomainsRepository,
    private readonly rollouts: RuleRolloutsRepository,
    private readonly sites: RuleRolloutSitesRepository,
    private readonly publication: PublicationService,
    private readonly publisher: ConfigPublisherService,
    private readonly outbox: OutboxWriter,
    private readonly audit: AuditLogger,
    private readonly clock: ClockService,
  ) {}

  /** @throws DomainError `domain_not_found` */
  async ofDomain(ownerId: UserId, domainId: DomainId) {
    await this.domains.owned(ownerId, domainId);
    const sites = await this.sites.ofDomain(domainId);
    const rollouts = await this.rollouts.findMany(sites.map(({ rolloutId }) => rolloutId));
    return sites.flatMap((site) => {
      const rollout = rollouts.find(({ id }) => id === site.rolloutId);
      return rollout === undefined ? [] : [viewForOwner(site, rollout)];
    });
  }

  /** @throws DomainError `domain_not_found`, `rule_rollout_not_found`, `rule_rollout_over` */
  async decideByOwner(actor: Actor, domainId: DomainId, partId: string, decision: RuleDecision) {
    await this.domains.owned(actor.userId, domainId);
    const part = await this.sites.find(partId);
    if (part?.domainId !== domainId) throw partNotFound();
    const { site, rollout } = await this.decideBy(actor, 'owner', part, decision);
    return viewForOwner(site, rollout);
  }

  /** @throws DomainError `rule_rollout_not_found`, `rule_rollout_over` */
  async decideByOperator(actor: Actor, rolloutId: string, partId: string, decision: RuleDecision) {
    const part = await this.sites.find(partId);
    if (part?.rolloutId !== rolloutId) throw partNotFound();
    const { site, domain } = await this.decideBy(actor, 'operator', part, decision);
    return { ...viewOfSite(site), domain_id: domain.id, domain_name: domain.domainName };
  }

  /** Figures are absolute: the latest win. Those of a try that is over are nobody's concern. */
  async keep(event: requestLogV1.RolloutFigures): Promise<void> {
    await this.withPart(event.siteId as DomainId, event.rolloutId, async (manager, held) => {
      const { site } = held;
      const figures = figuresOf(event, this.clock.now());
      if (site.figures !== null && site.figures.as_of >= figures.as_of) return;
      await this.sites.update(manager, site, { figures });
      await this.takeStep(manager, held);
    });
  }

  /** Decides by the site's figures while it is in the trial stage. @returns whether something was decided */
  async judge(domainId: DomainId, partId: string): Promise<boolean> {
    const stage = await this.withPart(domainId, partId, async (manager, held) => {
      await this.takeStep(manager, held);
      return held.site.stage;
    });
    return stage !== null && stage !== 'shadow';
  }

  /** Has edges get what was decided of a site without them. */
  async publish(domainId: DomainId): Promise<void> {
    await this.dataSource.transaction(async (manager) => {
      const domain = await this.domains.lock(manager, domainId);
      if (domain === null) return;
      await this.publication.publish(manager, domainId);
      await this.sites.published(manager, domainId);
    });
  }

  private async takeStep(manager: EntityManager, { domain, site, rollout }: Held): Promise<void> {
    if (site.stage !== 'shadow') return;
    const counts = (await this.sites.countsOf([rollout.id], manager)).get(rollout.id);
    const others = { promoted: counts?.promoted ?? 0, held: counts?.held ?? 0 };
    const step = nextStage(site, others, this.clock.now());
    if (step.kind === 'wait') return;
    await this.settle(manager, site, { stage: step.kind, decidedBy: 'watcher', reason: step.reason });
    if (step.kind === 'held') await this.outbox.addAll(manager, [rulesHeld(domain, site)]);
  }

  private async decideBy(
    actor: Actor,
    decidedBy: Exclude<Decider, 'watcher'>,
    { domainId, id }: RuleRolloutSite,
    decision: RuleDecision,
  ): Promise<Held> {
    const done = await this.withPart(domainId, id, async (manager, held) => {
      const { site, domain } = held;
      await this.audit.record(manager, actor, 'rules.site_decided', domain.id, { decision });
      const stage = STAGE_AFTER[decision];
      const who = decidedBy === 'owner' ? 'You' : 'The operator';
      if (decision === 'try_again') {
        await this.sites.update(manager, site, {
          id: uuidV7(),
          figures: null,
          startedAt: new Date(this.clock.now()),
        });
        await this.settle(manager, site, { stage, decidedBy: null, reason: '' });
      } else {
        const did = decision === 'promote' ? 'took up the new rules' : 'kept the rules of before';
        await this.settle(manager, site, { stage, decidedBy, reason: `${who} ${did}.` });
      }
      return held;
    });
    if (done === null) throw partOver();
    return done;
  }

  /** The caller holds the domain. */
  private async settle(
    manager: EntityManager,
    site: RuleRolloutSite,
    decision: Pick<RuleRolloutSite, 'stage' | 'decidedBy' | 'reason'>,
  ): Promise<void> {
    const decidedAt = decision.decidedBy === null ? null : new Date(this.clock.now());
    await this.sites.update(manager, site, { ...decision, decidedAt, unpublished: false });
    await this.publication.publish(manager, site.domainId);
  }

  /** Holding the domain. @returns null if there is no such part any more, or its roll-out is over */
  private async withPart<T>(
    domainId: DomainId,
    partId: string,
    work: (manager: EntityManager, held: Held) => Promise<T>,
  ): Promise<T | null> {
    const done = await this.dataSource.transaction(async (manager) => {
      const domain = await this.domains.lock(manager, domainId);
      const site = domain && (await this.sites.find(partId, manager));
      if (site?.domainId !== domainId) return null;
      const rollout = await this.rollouts.find(site.rolloutId, manager);
      return rollout?.endedAt === null ? work(manager, { domain: domain!, site, rollout }) : null;
    });
    if (done !== null) this.publisher.kick();
    return done;
  }
}

export const viewOfSite = (site: RuleRolloutSite) => ({
  id: site.id,
  stage: site.stage,
  decided_by: site.decidedBy,
  reason: site.reason,
  figures: site.figures,
  started_at: site.startedAt.toISOString(),
  decided_at: site.decidedAt?.toISOString() ?? null,
});

const viewForOwner = (site: RuleRolloutSite, { release, candidate, endedAt }: RuleRollout) => ({
  ...viewOfSite(site),
  release,
  candidate,
  is_over: endedAt !== null,
});

const figuresOf = (
  { candidate, rules, asOfMs }: requestLogV1.RolloutFigures,
  nowMs: number,
): ShadowFigures => ({
  // By a clock that is fast a site would have been watched before it was.
  as_of: new Date(Math.min(Number(asOfMs), nowMs)).toISOString(),
  requests: Number(candidate?.requests ?? 0),
  lost_requests: Number(candidate?.blockedRequests ?? 0),
  failures: Number(candidate?.failedRequests ?? 0),
  visitors: Number(candidate?.visitors ?? 0),
  lost_visitors: Number(candidate?.blockedVisitors ?? 0),
  rules: rules.map(({ ruleId, requests }) => ({ rule_id: ruleId, requests: Number(requests) })),
});

const partNotFound = () =>
  new DomainError('not_found', 'rule_rollout_not_found', 'There is no such roll-out of rules on this site');

const partOver = () =>
  new DomainError('conflict', 'rule_rollout_over', 'This roll-out has ended. Please reload the page.');
