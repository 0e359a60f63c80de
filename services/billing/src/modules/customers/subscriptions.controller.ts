import { Body, Controller, Get, HttpCode, Inject, Post } from '@nestjs/common';
import { ApiBearerAuth, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { Authenticated, CurrentUser, Refuses, type UserCaller } from '@palisade/nest-kit';
import { z } from 'zod';
import { type BillingConfig, CONFIG } from '../../config/config.ts';
import { BandwidthService } from '../bandwidth/bandwidth.service.ts';
import { billingPeriodSchema, planChoiceSchema } from '../order-store/order.schema.ts';
import { planSchema, toPlanView } from '../plans/plan.schema.ts';
import { PlansService } from '../plans/plans.service.ts';
import { endOfPlan } from '../subscriptions/periods.rules.ts';
import type { Subscription } from '../subscriptions/subscription.entity.ts';
import { SubscriptionsService } from '../subscriptions/subscriptions.service.ts';
import { TrialsService } from '../subscriptions/trials.service.ts';

const subscriptionSchema = z
  .object({
    plan: planSchema,
    status: z.enum(['free', 'trial', 'active', 'cancelled', 'past_due']),
    billing_period: billingPeriodSchema.nullable(),
    trial_ends_at: z.iso.datetime().nullable(),
    /** End of the paid period, after which the plan is the free one; `null` with a plan that an administrator gave. */
    paid_until: z.iso.datetime().nullable(),
    /** What was paid for the current period, which may differ from today's price; `null`: nothing. */
    paid: z.object({ amount: z.number(), currency: z.string() }).nullable(),
    /** PayPal charges the next period automatically. */
    renews: z.boolean(),
    /** Next automatic charge; a past date: it is overdue. `null`: none. */
    next_payment: z.object({ amount: z.number(), currency: z.string(), due_at: z.iso.datetime() }).nullable(),
    /** When the plan becomes the free one without a payment; `null`: it does not end. */
    ends_at: z.iso.datetime().nullable(),
    /** Whether a trial can still be started. */
    trial_available: z.boolean(),
    /** Bytes sent to visitors in this calendar month (UTC), and the plan's amount; `null`: unlimited. */
    bandwidth: z.object({ used_bytes: z.int(), included_bytes: z.int().nullable() }),
  })
  .meta({ id: 'Subscription' });

const trialSchema = z.object({ plan_id: planChoiceSchema }).meta({ id: 'TrialStart' });

@ApiTags('plans')
@ApiBearerAuth()
@Controller('plans')
export class SubscriptionsController {
  constructor(
    private readonly subscriptions: SubscriptionsService,
    private readonly trials: TrialsService,
    private readonly plans: PlansService,
    private readonly bandwidth: BandwidthService,
    @Inject(CONFIG) private readonly config: BillingConfig,
  ) {}

  @Get('mine')
  @Authenticated('billing:read')
  @ApiOkResponse({ standardSchema: subscriptionSchema })
  async getMySubscription(@CurrentUser() user: UserCaller): Promise<z.infer<typeof subscriptionSchema>> {
    const { subscription, plan } = await this.subscriptions.of(user.userId);
    const currency = await this.subscriptions.currencyOf(subscription);
    return {
      plan: toPlanView(plan, this.config.PALISADE_CURRENCY),
      status: subscription.status,
      billing_period: subscription.billingPeriod,
      trial_ends_at: subscription.trialEndsAt?.toISOString() ?? null,
      paid_until: subscription.paidUntil?.toISOString() ?? null,
      paid: currency === null ? null : { amount: subscription.priceCents / 100, currency },
      renews: subscription.agreementId !== null,
      next_payment: nextPayment(subscription, currency ?? this.config.PALISADE_CURRENCY),
      ends_at: endOfPlan(subscription)?.toISOString() ?? null,
      trial_available: await this.trials.isOpenTo(user.userId),
      bandwidth: {
        used_bytes: await this.bandwidth.usedBy(user.userId),
        included_bytes: plan.entitlements.bandwidthBytes,
      },
    };
  }

  /** Fourteen days of a paid plan without a card. */
  @Post('trial')
  @HttpCode(200)
  @Authenticated('billing:write')
  @Refuses('forbidden', 'not_found', 'conflict')
  @ApiOkResponse({ standardSchema: subscriptionSchema })
  async startTrial(
    @CurrentUser() user: UserCaller,
    @Body({ schema: trialSchema }) body: z.infer<typeof trialSchema>,
  ) {
    await this.trials.start(user.userId, await this.plans.choosePaid(body.plan_id));
    return this.getMySubscription(user);
  }
}

/** An agreement charges the amount of the current period. */
function nextPayment({ agreementId, nextPaymentAt, priceCents }: Subscription, currency: string) {
  if (agreementId === null || nextPaymentAt === null) return null;
  return { amount: priceCents / 100, currency, due_at: nextPaymentAt.toISOString() };
}
