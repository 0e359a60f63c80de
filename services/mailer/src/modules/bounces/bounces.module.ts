import { Module } from '@nestjs/common';
import { AccountsModule } from '../accounts/accounts.module.ts';
import { LinksModule } from '../links/links.module.ts';
import { SuppressionsModule } from '../suppressions/suppressions.module.ts';
import { BouncesController } from './bounces.controller.ts';
import { ReputationController } from './reputation.controller.ts';

/** Returned mails. */
@Module({
  imports: [AccountsModule, LinksModule, SuppressionsModule],
  controllers: [BouncesController, ReputationController],
})
export class BouncesModule {}
