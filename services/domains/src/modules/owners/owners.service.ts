import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { billingEventsV1 } from '@palisade/contracts';
import { fromMessage } from '@palisade/entitlements/wire';
import { OutboxWriter } from '@palisade/messaging';
import type { UserId } from '@palisade/nest-kit';
import type { DataSource, EntityManager } from 'typeorm';
import { Domain } from '../domains/domain.entity.ts';
import { DomainsRepository } from '../domains/domains.repository.ts';
import { DomainsService } from '../domains/domains.service.ts';
import { noteOwnerState } from '../domains/owner-states.ts';
import { domainChanged } from '../facts/facts.ts';
import { planName } from '../plans/owner-plan.ts';
import { OwnerPlans } from '../plans/owner-plans.service.ts';
import { PublicationPump } from '../publication/publication-pump.ts';
import { Releases } from '../publication/releases.service.ts';

/** What becomes of domains when something happens to their owner. Repeats change nothing. */
@Injectable()
export class Owners {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly plans: OwnerPlans,
    private readonly releases: Releases,
    private readonly domains: DomainsService,
    private readonly repository: DomainsRepository,
    private readonly pump: PublicationPump,
    private readonly outbox: OutboxWriter,
  ) {}

  /** The owner's sites go out again with what the plan now includes. */
  async planChanged(event: billingEventsV1.UserPlanChanged): Promise<void> {
    const { entitlements } = event;
    if (entitlements === undefined) throw new Error('a plan change without entitlements');
    const plan = {
      ownerId: event.userId,
      planSlug: event.planSlug,
      planName: planName(event.planSlug),
      entitlements: fromMessage(entitlements),
      revision: event.revision,
    };
    await this.dataSource.transaction(async (manager) => {
      await this.plans.keep(manager, plan);
      // Also for a revision that is known already: asking billing may have stored it ahead of this event.
      for (const domain of await this.locked(manager, event.userId))
        await this.releases.release(manager, domain);
    });
    this.pump.kick();
  }

  /** A deactivated owner's sites answer with a pause page; reactivated, they are served again. */
  async activityChanged(ownerId: string, isActive: boolean): Promise<void> {
    await this.dataSource.transaction(async (manager) => {
      await this.repository.serialise(manager, ownerId as UserId);
      await noteOwnerState(manager, ownerId, isActive ? 'active' : 'disabled');
      for (const domain of await this.locked(manager, ownerId)) {
        if (domain.ownerDisabled === !isActive) continue;
        domain.ownerDisabled = !isActive;
        await manager.update(Domain, { id: domain.id }, { ownerDisabled: domain.ownerDisabled });
        await this.releases.release(manager, domain);
        await this.outbox.addAll(manager, [domainChanged(domain)]);
      }
    });
    this.pump.kick();
  }

  async deleted(ownerId: string): Promise<void> {
    await this.dataSource.transaction(async (manager) => {
      await this.repository.serialise(manager, ownerId as UserId);
      await noteOwnerState(manager, ownerId, 'closed');
      for (const domain of await this.locked(manager, ownerId))
        await this.domains.removeLocked(manager, domain);
      await this.plans.forget(manager, ownerId as UserId);
    });
    this.pump.kick();
  }

  private locked(manager: EntityManager, ownerId: string): Promise<Domain[]> {
    return manager.find(Domain, {
      where: { ownerId: ownerId as UserId },
      order: { id: 'ASC' },
      lock: { mode: 'pessimistic_write' },
    });
  }
}
