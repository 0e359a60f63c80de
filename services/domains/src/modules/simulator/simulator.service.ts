import { Injectable } from '@nestjs/common';
import { DomainError, type DomainId, type UserId } from '@palisade/nest-kit';
import { applyUpdate, listsOfPolicy } from '@palisade/site-policy';
import { SOMEBODY } from '@palisade/waf-proxy/judge';
import { ClockService } from '../clock/clock.service.ts';
import { DomainsRepository } from '../domain-store/domains.repository.ts';
import { ListReferencesRepository } from '../lists/list-references.repository.ts';
import { OwnerPlansService } from '../plans/owner-plans.service.ts';
import { SitePolicyService } from '../site-policy/site-policy.service.ts';
import type { SampleAnswer } from './judge-sample.rules.ts';
import { JudgeThreadService } from './judge-thread.service.ts';
import { refuseOperatorsRules } from './managed-rules-only.rules.ts';
import type { Simulation, SimulationRequest } from './simulation.schema.ts';

/** Judges requests that owners write down, with the code of the edge. Nothing is sent, and nothing is kept. */
@Injectable()
export class SimulatorService {
  constructor(
    private readonly domains: DomainsRepository,
    private readonly configs: SitePolicyService,
    private readonly plans: OwnerPlansService,
    private readonly lists: ListReferencesRepository,
    private readonly clock: ClockService,
    private readonly thread: JudgeThreadService,
  ) {}

  /**
   * @throws DomainError `domain_not_found`, `version_not_found`, `request_unreadable`, `configuration_refused`, `rule_set_elsewhere`,
   * `simulator_busy`, `simulation_running`, `simulation_too_expensive`
   */
  async simulate(ownerId: UserId, id: DomainId, asked: SimulationRequest): Promise<Simulation> {
    const { request, version, draft } = asked;
    const domain = await this.domains.owned(ownerId, id);
    const stored =
      version === undefined
        ? await this.configs.get(ownerId, id)
        : await this.configs.version(ownerId, id, version);
    const { originConfig, policyConfig } = stored;
    const config = applyUpdate({ originConfig, policyConfig }, draft ?? {});
    refuseOperatorsRules(config, 'Requests can be simulated under the managed rules.');
    const { planSlug, entitlements } = await this.plans.planOf(ownerId);
    const client = asked.client_address ?? SOMEBODY;
    const named = [...new Set(listsOfPolicy(config.policyConfig).map(({ id }) => id))];
    const answer = await this.thread.ask(ownerId, {
      kind: 'sample',
      request,
      host: domain.domainName,
      clientAddress: client,
      country: asked.country,
      lists: await this.thread.prepare(ownerId, () =>
        this.lists.holding(ownerId, named, { address: client, country: asked.country }),
      ),
      config,
      plan: { planSlug, entitlements },
      nowMs: this.clock.now(),
    });
    const judged = draft === undefined ? (version === undefined ? 'live' : 'version') : 'draft';
    return { ...verdictOf(answer), judged, version: stored.version };
  }
}

function verdictOf(answer: SampleAnswer) {
  switch (answer.kind) {
    case 'judged':
      return answer.verdict;
    case 'no_request': {
      const message = `Not a request: ${answer.why}`;
      throw new DomainError('unprocessable', 'request_unreadable', message, {
        fields: [{ path: 'request', message }],
      });
    }
    case 'no_policy':
      throw new DomainError(
        'unprocessable',
        'configuration_refused',
        `The edge would refuse this policy: ${answer.why}`,
      );
  }
}
