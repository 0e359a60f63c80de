import { Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { DAY_MS } from '@palisade/basics';
import { RepeatedJobRunner } from '@palisade/messaging/jobs';
import type { DomainId } from '@palisade/nest-kit';
import { ClockService } from '../clock/clock.service.ts';
import { ConfigPublisherService } from '../publication/config-publisher.service.ts';
import { RuleRolloutSitesRepository } from '../rule-rollout-store/rule-rollout-sites.repository.ts';
import { RuleRolloutsRepository } from '../rule-rollout-store/rule-rollouts.repository.ts';
import { SiteRuleRolloutsService } from './site-rule-rollouts.service.ts';
import { MAX_DAYS } from './site-stage.rules.ts';

const QUEUE = 'domains-rule-rollouts';
const INTERVAL_MS = 15_000;
/** Sites that try a candidate at a time: edges judge their requests twice. */
const AT_A_TIME = 500;
const PER_RUN = 200;

/** Starts sites, publishes their state, and decides for sites without traffic, which have no figures. */
@Injectable()
export class RuleRolloutsJob implements OnApplicationBootstrap {
  private readonly logger = new Logger(RuleRolloutsJob.name);
  constructor(
    private readonly rollouts: RuleRolloutsRepository,
    private readonly sites: RuleRolloutSitesRepository,
    private readonly decisions: SiteRuleRolloutsService,
    private readonly publisher: ConfigPublisherService,
    private readonly clock: ClockService,
    private readonly runner: RepeatedJobRunner,
  ) {}

  onApplicationBootstrap(): void {
    this.runner.start({
      name: QUEUE,
      what: 'roll-outs of rules',
      schedule: { go_on: { everyMs: INTERVAL_MS } },
      work: () => this.advance(),
    });
  }

  /** @returns how many sites something was done for */
  async advance(): Promise<number> {
    return (await this.enrol()) + (await this.publish()) + (await this.decideOverdue());
  }

  private async enrol(): Promise<number> {
    const running = await this.rollouts.running();
    const counts = await this.sites.countsOf(running.map(({ id }) => id));
    let begun = 0;
    for (const rollout of running) {
      const room = AT_A_TIME - (counts.get(rollout.id)?.shadow ?? 0);
      begun += await this.sites.enrol(rollout, Math.min(room, PER_RUN), new Date(this.clock.now()));
    }
    return begun;
  }

  private async publish(): Promise<number> {
    const due = await this.sites.unpublished(PER_RUN);
    for (const id of due) await this.orLater(id, () => this.decisions.publish(id));
    if (due.length > 0) this.publisher.kick();
    return due.length;
  }

  private async decideOverdue(): Promise<number> {
    const before = new Date(this.clock.now() - MAX_DAYS * DAY_MS);
    let decided = 0;
    for (const { id, domainId } of await this.sites.triedSince(before, PER_RUN))
      await this.orLater(domainId, async () => {
        if (await this.decisions.judge(domainId, id)) decided++;
      });
    return decided;
  }

  /** A site whose publication fails does not block the others. */
  private async orLater(site: DomainId, work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      this.logger.error({ err: error, site }, 'advancing a rule rollout on a site failed');
    }
  }
}
