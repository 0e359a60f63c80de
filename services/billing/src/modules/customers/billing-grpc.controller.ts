import { create } from '@bufbuild/protobuf';
import { Controller } from '@nestjs/common';
import { GrpcMethod } from '@nestjs/microservices';
import { billingV1 } from '@palisade/contracts';
import { toMessage } from '@palisade/entitlements/wire';
import { DomainError, type OrderId, ServiceCalls, type UserId } from '@palisade/nest-kit';
import { z } from 'zod';
import { InvoicesService } from '../invoices/invoices.service.ts';
import { type PlanOfUser, SubscriptionsService } from '../subscriptions/subscriptions.service.ts';

const MAX_USERS = 1_000;
const userIdsSchema = z.array(z.uuid()).max(MAX_USERS);

/** Plans and their changes, for other services. */
@Controller()
@ServiceCalls()
export class BillingGrpcController {
  constructor(
    private readonly subscriptions: SubscriptionsService,
    private readonly invoices: InvoicesService,
  ) {}

  @GrpcMethod('BillingService', 'GetUserPlan')
  async getUserPlan(request: billingV1.GetUserPlanRequest) {
    const [userId] = checked([request.userId]);
    const plan = toUserPlan(await this.subscriptions.of(userId!));
    return create(billingV1.GetUserPlanResponseSchema, { plan });
  }

  @GrpcMethod('BillingService', 'GetUserPlans')
  async getUserPlans(request: billingV1.GetUserPlansRequest) {
    const plans = await this.subscriptions.ofMany(checked(request.userIds));
    return create(billingV1.GetUserPlansResponseSchema, { plans: plans.map(toUserPlan) });
  }

  @GrpcMethod('BillingService', 'SetUserPlan')
  async setUserPlan(request: billingV1.SetUserPlanRequest) {
    const [userId] = checked([request.userId]);
    const [actorId = null] = request.actorId === '' ? [] : checked([request.actorId]);
    const { planSlug, endsPaidTime } = request;
    const plan = toUserPlan(
      await this.subscriptions.setByAdmin(userId!, planSlug, { actorId, endsPaidTime }),
    );
    return create(billingV1.SetUserPlanResponseSchema, { plan });
  }

  @GrpcMethod('BillingService', 'CancelSubscription')
  async cancelSubscription(request: billingV1.CancelSubscriptionRequest) {
    const [userId] = checked([request.userId]);
    const plan = toUserPlan(await this.subscriptions.cancel(userId!));
    return create(billingV1.CancelSubscriptionResponseSchema, { plan });
  }

  @GrpcMethod('BillingService', 'GetOrderInvoice')
  async getOrderInvoice(request: billingV1.GetOrderInvoiceRequest) {
    const orderId = z.uuid().safeParse(request.orderId);
    if (!orderId.success) throw new DomainError('invalid', 'order_id_invalid', 'the order id must be a UUID');
    const invoice = await this.invoices.ofOrder(orderId.data as OrderId);
    return create(
      billingV1.GetOrderInvoiceResponseSchema,
      invoice ? { number: invoice.number, fileName: invoice.name, pdf: invoice.bytes } : {},
    );
  }
}

function checked(ids: readonly string[]): UserId[] {
  const result = userIdsSchema.safeParse(ids);
  if (!result.success) {
    throw new DomainError('invalid', 'user_ids_invalid', `user ids must be UUIDs, at most ${MAX_USERS}`);
  }
  return result.data as UserId[];
}

function toUserPlan({ subscription, plan }: PlanOfUser) {
  return {
    userId: subscription.userId,
    planSlug: plan.slug,
    planName: plan.name,
    status: subscription.status,
    entitlements: toMessage(plan.slug, plan.entitlements),
    revision: BigInt(subscription.revision),
    ...(subscription.trialEndsAt && { trialEndsAtMs: BigInt(subscription.trialEndsAt.getTime()) }),
    ...(subscription.paidUntil && { paidUntilMs: BigInt(subscription.paidUntil.getTime()) }),
  };
}
