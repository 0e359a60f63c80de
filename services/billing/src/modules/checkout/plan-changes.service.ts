import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DAY_MS } from '@palisade/basics';
import { newId, type OrderId, type UserCaller } from '@palisade/nest-kit';
import type { DataSource } from 'typeorm';
import { type BillingConfig, CONFIG } from '../../config/config.ts';
import { AgreementsService } from '../agreements/agreements.service.ts';
import { FREE_PLAN_ID, priceOf } from '../plans/plan.entity.ts';
import { PlansService } from '../plans/plans.service.ts';
import {
  addPayment,
  creditOf,
  type Payment,
  paidTimeOf,
  remainingCents,
} from '../subscriptions/paid-time.rules.ts';
import { PaymentHistoryRepository } from '../subscriptions/payment-history.repository.ts';
import { needsConsent, planChangeOf } from '../subscriptions/plan-change.rules.ts';
import { type PlanOfUser, SubscriptionsService } from '../subscriptions/subscriptions.service.ts';
import type { PlanChangePreview, PlanChangeQuery } from './plan-change.schema.ts';

/** Predicts what a payment will change, by the same rules that settle it. */
@Injectable()
export class PlanChangesService {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly plans: PlansService,
    private readonly subscriptions: SubscriptionsService,
    private readonly history: PaymentHistoryRepository,
    private readonly agreements: AgreementsService,
    @Inject(CONFIG) private readonly config: BillingConfig,
  ) {}

  /** @throws DomainError `plan_not_found`, `plan_is_free` */
  async preview(caller: UserCaller, query: PlanChangeQuery): Promise<PlanChangePreview> {
    const current = await this.subscriptions.of(caller.userId);
    const next = await this.plans.choosePaid(query.plan_id, current.plan.id);
    const payments = await this.history.of(this.dataSource.manager, caller.userId);
    const before = paidTimeOf(payments.filter(({ isRefunded }) => !isRefunded));
    const payment: Payment = {
      orderId: newId<OrderId>(),
      planId: next.id,
      billingPeriod: query.billing_period,
      amountCents: priceOf(next, query.billing_period),
      // It will have an agreement of its own, from which no earlier payment came.
      agreementId: this.agreements.isOffered(caller) ? 'new' : null,
      at: new Date(),
    };
    const after = addPayment(before, payment);
    const change = planChangeOf(current.plan, next);
    const creditMs = before === null ? 0 : creditOf(before, payment);
    return {
      change,
      needs_consent: needsConsent(change, current.subscription),
      replaces: replacedBy(current),
      credit:
        before === null || creditMs === 0
          ? null
          : {
              amount: Math.round(remainingCents(before, payment.at)) / 100,
              days: Math.round(creditMs / DAY_MS),
            },
      amount: payment.amountCents / 100,
      currency: this.config.PALISADE_CURRENCY,
      paid_until: after.paidUntil.toISOString(),
      next_payment_at: after.nextPaymentAt?.toISOString() ?? null,
    };
  }
}

function replacedBy({ subscription, plan }: PlanOfUser): PlanChangePreview['replaces'] {
  if (plan.id === FREE_PLAN_ID) return null;
  return {
    name: plan.name,
    is_trial: subscription.status === 'trial',
    ends_at: (subscription.trialEndsAt ?? subscription.paidUntil)?.toISOString() ?? null,
  };
}
