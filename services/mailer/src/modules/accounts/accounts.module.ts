import { Module } from '@nestjs/common';
import { AccountsService } from './accounts.service.ts';
import { AccountsEventsController } from './accounts-events.controller.ts';

/** What the mailer knows of accounts. */
@Module({
  controllers: [AccountsEventsController],
  providers: [AccountsService],
  exports: [AccountsService],
})
export class AccountsModule {}
