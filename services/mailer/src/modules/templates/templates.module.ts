import { Module } from '@nestjs/common';
import { AccountsModule } from '../accounts/accounts.module.ts';
import { TemplatesController } from './templates.controller.ts';

/** Templates for campaigns. */
@Module({
  imports: [AccountsModule],
  controllers: [TemplatesController],
})
export class TemplatesModule {}
