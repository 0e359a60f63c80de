import { Module } from '@nestjs/common';
import { DomainsModule } from '../domains/domains.module.ts';
import { BansController } from './bans.controller.ts';
import { BansService } from './bans.service.ts';

@Module({
  imports: [DomainsModule],
  controllers: [BansController],
  providers: [BansService],
})
export class BansModule {}
