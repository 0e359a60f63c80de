import { Body, Controller, Get, Put } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { Authenticated, CurrentUser, Sensitive, type UserCaller } from '@palisade/nest-kit';
import type { z } from 'zod';
import { type MessageView, messageSchema } from '../../http/messages.ts';
import { SESSION_ONLY } from '../../http/scopes.ts';
import { type UserView, userSchema } from '../profile/profile.schema.ts';
import { UserViewsService } from '../profile/user-views.service.ts';
import { AccountSettingsService } from './account-settings.service.ts';
import {
  accountUpdateSchema,
  type NotificationSettingsView,
  notificationSettingsSchema,
  passwordChangeSchema,
} from './settings.schema.ts';

@ApiTags('settings')
@Controller('settings')
export class SettingsController {
  constructor(
    private readonly settings: AccountSettingsService,
    private readonly views: UserViewsService,
  ) {}

  @Put('account')
  @Authenticated(SESSION_ONLY)
  @Sensitive('account.change_address')
  @ApiOkResponse({ standardSchema: userSchema })
  async updateAccount(
    @CurrentUser() caller: UserCaller,
    @Body({ schema: accountUpdateSchema }) body: z.infer<typeof accountUpdateSchema>,
  ): Promise<UserView> {
    return this.views.of(await this.settings.update(caller, body));
  }

  @Put('password')
  @Authenticated(SESSION_ONLY)
  @Sensitive('account.change_password')
  @ApiOkResponse({ standardSchema: messageSchema })
  async changePassword(
    @CurrentUser() caller: UserCaller,
    @Body({ schema: passwordChangeSchema }) body: z.infer<typeof passwordChangeSchema>,
  ): Promise<MessageView> {
    await this.settings.changePassword(caller, body);
    return { message: 'Password changed successfully! You will receive an email confirmation.' };
  }

  @Get('notifications')
  @Authenticated(SESSION_ONLY)
  @ApiOkResponse({ standardSchema: notificationSettingsSchema })
  getNotificationSettings(@CurrentUser() caller: UserCaller): Promise<NotificationSettingsView> {
    return this.settings.notifications(caller.userId);
  }

  @Put('notifications')
  @Authenticated(SESSION_ONLY)
  @ApiOkResponse({ standardSchema: notificationSettingsSchema })
  updateNotificationSettings(
    @CurrentUser() caller: UserCaller,
    @Body({ schema: notificationSettingsSchema }) body: NotificationSettingsView,
  ): Promise<NotificationSettingsView> {
    return this.settings.setNotifications(caller.userId, body);
  }
}
