import { Module } from '@nestjs/common';
import { AccountsModule } from '../accounts/accounts.module.ts';
import { TemplatesController } from './templates.controller.ts';

/** Templates that campaigns begin with. */
@Module({
  imports: [AccountsModule],
  controllers: [TemplatesController],
})
export class TemplatesModule {}
