import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { billingEventsV1 } from '@palisade/contracts';
import { UserPlansRepository } from '@palisade/entitlements/user-plans';
import { OutboxWriter } from '@palisade/messaging';
import type { UserId } from '@palisade/nest-kit';
import type { DataSource } from 'typeorm';
import { domainChanged } from '../domain-store/domain.events.ts';
import { DomainsRepository } from '../domain-store/domains.repository.ts';
import { OwnerStatesRepository } from '../domain-store/owner-states.repository.ts';
import { DomainsService } from '../domains/domains.service.ts';
import { ClientListsRepository } from '../lists/client-lists.repository.ts';
import { ConfigPublisherService } from '../publication/config-publisher.service.ts';
import { PublicationService } from '../publication/publication.service.ts';

/** Consequences for domains of events about their owner. Idempotent. */
@Injectable()
export class OwnersService {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly plans: UserPlansRepository,
    private readonly publication: PublicationService,
    private readonly domains: DomainsRepository,
    private readonly states: OwnerStatesRepository,
    private readonly management: DomainsService,
    private readonly publisher: ConfigPublisherService,
    private readonly lists: ClientListsRepository,
    private readonly outbox: OutboxWriter,
  ) {}

  /** The owner's sites go out again with what the plan now includes. */
  async planChanged(event: billingEventsV1.UserPlanChanged): Promise<void> {
    await this.dataSource.transaction(async (manager) => {
      await this.domains.lockOwner(manager, event.userId as UserId);
      // Billing's event about a closed account's free plan may arrive after this service has deleted its plan.
      if (await this.states.isClosed(manager, event.userId)) return;
      await this.plans.takeChange(manager, event);
      // Also for a revision that is known already: asking billing may have stored it ahead of this event.
      for (const domain of await this.domains.lockOfOwner(manager, event.userId as UserId))
        await this.publication.publish(manager, domain.id);
    });
    this.publisher.kick();
  }

  /** A deactivated owner's sites answer with a pause page; reactivated, they are served again. */
  async activityChanged(ownerId: string, isActive: boolean): Promise<void> {
    await this.dataSource.transaction(async (manager) => {
      await this.domains.lockOwner(manager, ownerId as UserId);
      await this.states.note(manager, ownerId, isActive ? 'active' : 'disabled');
      for (const domain of await this.domains.lockOfOwner(manager, ownerId as UserId)) {
        if (domain.ownerDisabled === !isActive) continue;
        await this.domains.update(manager, domain, { ownerDisabled: !isActive });
        await this.publication.publish(manager, domain.id);
        await this.outbox.addAll(manager, [domainChanged(domain)]);
      }
    });
    this.publisher.kick();
  }

  async deleted(ownerId: string): Promise<void> {
    await this.dataSource.transaction(async (manager) => {
      await this.domains.lockOwner(manager, ownerId as UserId);
      await this.states.note(manager, ownerId, 'closed');
      for (const domain of await this.domains.lockOfOwner(manager, ownerId as UserId))
        await this.management.removeLocked(manager, domain);
      await this.lists.removeOfOwner(manager, ownerId);
      await this.plans.forget(manager, ownerId);
    });
    this.publisher.kick();
  }
}
