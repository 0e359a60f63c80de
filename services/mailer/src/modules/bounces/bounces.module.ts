import { Module } from '@nestjs/common';
import { AccountsModule } from '../accounts/accounts.module.ts';
import { SuppressionsModule } from '../suppressions/suppressions.module.ts';
import { BouncesController } from './bounces.controller.ts';

/** Mails that came back. */
@Module({
  imports: [AccountsModule, SuppressionsModule],
  controllers: [BouncesController],
})
export class BouncesModule {}
