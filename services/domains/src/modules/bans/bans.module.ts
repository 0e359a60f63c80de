import { Module } from '@nestjs/common';
import { DomainStoreModule } from '../domain-store/domain-store.module.ts';
import { BansController } from './bans.controller.ts';
import { BansService } from './bans.service.ts';

@Module({
  imports: [DomainStoreModule],
  controllers: [BansController],
  providers: [BansService],
})
export class BansModule {}
