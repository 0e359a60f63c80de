import { Module } from '@nestjs/common';
import { OwnerPlansService } from './owner-plans.service.ts';

@Module({
  providers: [OwnerPlansService],
  exports: [OwnerPlansService],
})
export class PlansModule {}
