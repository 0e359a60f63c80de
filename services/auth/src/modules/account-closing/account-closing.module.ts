import { Module } from '@nestjs/common';
import { AccountAccessModule } from '../account-access/account-access.module.ts';
import { EmailTokensModule } from '../email-tokens/email-tokens.module.ts';
import { MailRequestsModule } from '../mail-requests/mail-requests.module.ts';
import { UsersModule } from '../users/users.module.ts';
import { AccountClosingController } from './account-closing.controller.ts';
import { AccountClosingService } from './account-closing.service.ts';

/** Ending a subscription, and closing an account. */
@Module({
  imports: [AccountAccessModule, EmailTokensModule, MailRequestsModule, UsersModule],
  controllers: [AccountClosingController],
  providers: [AccountClosingService],
  exports: [AccountClosingService],
})
export class AccountClosingModule {}
