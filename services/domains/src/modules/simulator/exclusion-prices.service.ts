import { Injectable } from '@nestjs/common';
import { DomainError, type DomainId, type UserId } from '@palisade/nest-kit';
import { ClockService } from '../clock/clock.service.ts';
import { DomainsRepository } from '../domain-store/domains.repository.ts';
import { OwnerPlansService } from '../plans/owner-plans.service.ts';
import { SitePolicyService } from '../site-policy/site-policy.service.ts';
import type { ExclusionPrices, ExclusionPricesRequest } from './exclusion-prices.schema.ts';
import { JudgeThreadService, PRICES_WITHIN_MS } from './judge-thread.service.ts';
import { refuseOperatorsRules } from './managed-rules-only.rules.ts';

/** What exclusions from the managed rules would let through of the attacks of the house, before anybody saves them. */
@Injectable()
export class ExclusionPricesService {
  constructor(
    private readonly domains: DomainsRepository,
    private readonly configs: SitePolicyService,
    private readonly plans: OwnerPlansService,
    private readonly clock: ClockService,
    private readonly thread: JudgeThreadService,
  ) {}

  /**
   * @throws DomainError `domain_not_found`, `configuration_refused`, `rule_set_elsewhere`, `simulator_busy`, `simulation_running`,
   * `simulation_too_expensive`
   */
  async pricesOf(ownerId: UserId, id: DomainId, asked: ExclusionPricesRequest): Promise<ExclusionPrices> {
    const domain = await this.domains.owned(ownerId, id);
    const config = await this.configs.get(ownerId, id);
    refuseOperatorsRules(config, 'Exclusions can be priced under the managed rules.');
    const { planSlug, entitlements } = await this.plans.planOf(ownerId);
    // A thread that starts on a busy machine takes longer than a caller waits.
    if (!(await this.thread.isFree()))
      return { attacks: 0, refused: 0, prices: asked.scopes.map(() => null) };
    const answer = await this.thread.ask(ownerId, {
      kind: 'prices',
      host: domain.domainName,
      ...asked,
      config: { originConfig: config.originConfig, policyConfig: config.policyConfig },
      plan: { planSlug, entitlements },
      nowMs: this.clock.now(),
      limitMs: PRICES_WITHIN_MS,
    });
    if (answer.kind === 'no_policy')
      throw new DomainError(
        'unprocessable',
        'configuration_refused',
        `The edge would refuse such an exclusion: ${answer.why}`,
      );
    const { attacks, refused, prices } = answer;
    return {
      attacks,
      refused,
      prices: prices.map(
        (price) =>
          price && {
            lets_through: price.letsThrough,
            by_class: price.byClass.map(({ attackClass, letsThrough }) => ({
              attack_class: attackClass,
              lets_through: letsThrough,
            })),
            examples: price.examples,
          },
      ),
    };
  }
}
