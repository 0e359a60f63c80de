import { create } from '@bufbuild/protobuf';
import { Controller } from '@nestjs/common';
import { GrpcMethod } from '@nestjs/microservices';
import { domainsV1 } from '@palisade/contracts';
import { toMessage } from '@palisade/entitlements/wire';
import { DomainError, ServiceCalls, type UserId } from '@palisade/nest-kit';
import { z } from 'zod';
import { OwnerPlansService } from './owner-plans.service.ts';

const userIdSchema = z.uuid();

/** Answers other services' calls about owners' plans. */
@Controller()
@ServiceCalls()
export class PlansGrpcController {
  constructor(private readonly plans: OwnerPlansService) {}

  @GrpcMethod('DomainsService', 'GetOwnerPlan')
  async getOwnerPlan({ userId }: domainsV1.GetOwnerPlanRequest) {
    const checked = userIdSchema.safeParse(userId);
    if (!checked.success) throw new DomainError('invalid', 'ids_invalid', 'user_id must be a UUID');
    const { planSlug, planName, entitlements } = await this.plans.freshPlanOf(checked.data as UserId);
    return create(domainsV1.GetOwnerPlanResponseSchema, {
      planName,
      entitlements: toMessage(planSlug, entitlements),
    });
  }
}
