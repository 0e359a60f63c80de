import { Module } from '@nestjs/common';
import { UserPlansRepository } from '@palisade/entitlements/user-plans';
import { OwnerPlansService } from './owner-plans.service.ts';
import { PlansGrpcController } from './plans-grpc.controller.ts';

@Module({
  controllers: [PlansGrpcController],
  providers: [OwnerPlansService, UserPlansRepository],
  exports: [OwnerPlansService, UserPlansRepository],
})
export class PlansModule {}
