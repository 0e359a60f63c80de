import { Controller } from '@nestjs/common';
import type { userEventsV1 } from '@palisade/contracts';
import { OnEvent } from '@palisade/messaging/nest';
import type { UserId } from '@palisade/nest-kit';
import { SubscriptionsService } from './subscriptions.service.ts';

@Controller()
export class UsersEvents {
  constructor(private readonly subscriptions: SubscriptionsService) {}

  @OnEvent('auth.user_registered.v1')
  onUserRegistered(event: userEventsV1.UserRegistered): Promise<void> {
    return this.subscriptions.register(event.userId as UserId);
  }

  /** The account's closing cancelled already; this makes sure. What was billed stays. */
  @OnEvent('auth.user_deleted.v1')
  async onUserDeleted(event: userEventsV1.UserDeleted): Promise<void> {
    await this.subscriptions.cancel(event.userId as UserId);
  }
}
