import { Controller } from '@nestjs/common';
import { billingEventsV1 } from '@palisade/contracts';
import { UserPlansRepository } from '@palisade/entitlements/user-plans';
import { type EventContext, OnEvent } from '@palisade/messaging/nest';
import { DataSource } from 'typeorm';
import { AuditLogService } from '../audit/audit-log.service.ts';

const { PlanChangeReason: Reason } = billingEventsV1;

/** Changes that follow from the account owner's own act, at once or when a plan ends. */
const OWNERS: ReadonlySet<billingEventsV1.PlanChangeReason> = new Set([
  Reason.PAID,
  Reason.TRIAL_STARTED,
  Reason.TRIAL_ENDED,
  Reason.CANCELLED,
  Reason.EXPIRED,
]);

/** Billing's events about users' plans. */
@Controller()
export class PlanEventsController {
  constructor(
    private readonly database: DataSource,
    private readonly plans: UserPlansRepository,
    private readonly audit: AuditLogService,
  ) {}

  @OnEvent('billing.user_plan_changed.v1')
  async userPlanChanged(
    change: billingEventsV1.UserPlanChanged,
    { event }: EventContext<'billing.user_plan_changed.v1'>,
  ): Promise<void> {
    await this.plans.takeChange(this.database, change);
    // Administrators' acts are recorded under their name there; changes of a plan itself are no act on an account.
    const isOwners = OWNERS.has(change.reason) && change.planSlug !== change.previousPlanSlug;
    if (!isOwners) return;
    await this.audit.append(this.database.manager, {
      id: event.id,
      at: event.occurredAt,
      actorId: change.userId,
      action: 'account.plan_changed',
      targetType: 'user',
      targetId: change.userId,
      details: { from: change.previousPlanSlug, to: change.planSlug },
      clientAddress: '',
      requestId: '',
    });
  }
}
