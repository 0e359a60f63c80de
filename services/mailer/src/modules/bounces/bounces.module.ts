import { Module } from '@nestjs/common';
import { AccountsModule } from '../accounts/accounts.module.ts';
import { SuppressionsModule } from '../suppressions/suppressions.module.ts';
import { BouncesController } from './bounces.controller.ts';
import { ReputationController } from './reputation.controller.ts';

/** Mails that came back. */
@Module({
  imports: [AccountsModule, SuppressionsModule],
  controllers: [BouncesController, ReputationController],
})
export class BouncesModule {}
