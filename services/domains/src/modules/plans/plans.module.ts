import { Module } from '@nestjs/common';
import { UserPlansRepository } from '@palisade/entitlements/user-plans';
import { OwnerPlansService } from './owner-plans.service.ts';

@Module({
  providers: [OwnerPlansService, UserPlansRepository],
  exports: [OwnerPlansService, UserPlansRepository],
})
export class PlansModule {}
