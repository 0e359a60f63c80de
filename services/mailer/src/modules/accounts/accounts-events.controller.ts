import { Controller } from '@nestjs/common';
import type { userEventsV1 } from '@palisade/contracts';
import { OnEvent } from '@palisade/messaging/nest';
import { AccountsService } from './accounts.service.ts';

@Controller()
export class AccountsEventsController {
  constructor(private readonly accounts: AccountsService) {}

  @OnEvent('auth.user_registered.v1')
  onUserRegistered(event: userEventsV1.UserRegistered): Promise<void> {
    return this.accounts.write({ ...event, isActive: true });
  }

  @OnEvent('auth.user_updated.v1')
  onUserUpdated(event: userEventsV1.UserUpdated): Promise<void> {
    return this.accounts.write(event);
  }

  @OnEvent('auth.user_notifications_changed.v1')
  onNotificationsChanged(event: userEventsV1.UserNotificationsChanged): Promise<void> {
    return this.accounts.writeSettings(event);
  }

  @OnEvent('auth.user_deactivated.v1')
  onUserDeactivated(event: userEventsV1.UserDeactivated): Promise<void> {
    return this.accounts.deactivate(event.userId);
  }

  @OnEvent('auth.user_deleted.v1')
  onUserDeleted(event: userEventsV1.UserDeleted): Promise<void> {
    return this.accounts.forget(event.userId);
  }
}
