import { Module } from '@nestjs/common';
import { AccountsService } from './accounts.service.ts';
import { AccountsEventsController } from './accounts-events.controller.ts';

/** The mailer's copy of account data. */
@Module({
  controllers: [AccountsEventsController],
  providers: [AccountsService],
  exports: [AccountsService],
})
export class AccountsModule {}
