import { Controller } from '@nestjs/common';
import type { domainEventsV1, userEventsV1 } from '@palisade/contracts';
import { OnEvent } from '@palisade/messaging/nest';
import type { UserId } from '@palisade/nest-kit';
import { ClosedAccountsService } from '../agreements/closed-accounts.service.ts';
import { OrdersService } from '../orders/orders.service.ts';
import { SubscriptionsService } from '../subscriptions/subscriptions.service.ts';
import { TrialsService } from '../subscriptions/trials.service.ts';

/** Events of other services. */
@Controller()
export class UsersEventsController {
  constructor(
    private readonly subscriptions: SubscriptionsService,
    private readonly orders: OrdersService,
    private readonly trials: TrialsService,
    private readonly closed: ClosedAccountsService,
  ) {}

  @OnEvent('auth.user_registered.v1')
  onUserRegistered(event: userEventsV1.UserRegistered): Promise<void> {
    return this.subscriptions.register(event.userId as UserId);
  }

  @OnEvent('auth.user_email_confirmed.v1')
  onEmailConfirmed(event: userEventsV1.UserEmailConfirmed): Promise<void> {
    return this.orders.claimByEmail(event.userId as UserId, event.email);
  }

  @OnEvent('auth.user_deleted.v1')
  onUserDeleted(event: userEventsV1.UserDeleted): Promise<void> {
    return this.closed.close(event.userId as UserId);
  }

  @OnEvent('auth.user_deactivated.v1')
  onUserDeactivated(event: userEventsV1.UserDeactivated): Promise<void> {
    return this.closed.deactivate(event.userId as UserId);
  }

  @OnEvent('domains.domain_verified.v1')
  onDomainVerified(event: domainEventsV1.DomainVerified): Promise<void> {
    return this.trials.domainVerified(event.ownerId as UserId, event.domainName);
  }
}
