import { Controller, Delete, HttpCode, Post } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { Authenticated, CurrentUser, Refuses, Sensitive, type UserCaller } from '@palisade/nest-kit';
import { type MessageView, messageSchema } from '../../http/messages.ts';
import { SESSION_ONLY } from '../../http/scopes.ts';
import { AccountClosingService } from './account-closing.service.ts';

@ApiTags('auth')
@Controller('auth')
export class AccountClosingController {
  constructor(private readonly closing: AccountClosingService) {}

  @Post('cancel-subscription')
  @HttpCode(200)
  @Authenticated(SESSION_ONLY)
  @Sensitive('subscription.cancel')
  @ApiOkResponse({ standardSchema: messageSchema })
  async cancelSubscription(@CurrentUser() caller: UserCaller): Promise<MessageView> {
    await this.closing.cancelSubscription(caller.userId);
    return {
      message: 'Subscription cancelled successfully. Your account has been downgraded to Free plan.',
    };
  }

  @Delete('delete-account')
  @Authenticated(SESSION_ONLY)
  @Sensitive('account.close')
  @Refuses('conflict')
  @ApiOkResponse({ standardSchema: messageSchema })
  async deleteAccount(@CurrentUser() caller: UserCaller): Promise<MessageView> {
    await this.closing.close(caller.userId, caller);
    return { message: 'Account deleted successfully. Redirecting...' };
  }
}
