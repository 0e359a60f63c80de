import { FREE_PLAN_ID, type Plan } from '../plans/plan.entity.ts';
import type { Subscription } from './subscription.entity.ts';

export const PLAN_CHANGES = ['first', 'extension', 'upgrade', 'downgrade'] as const;
export type PlanChange = (typeof PLAN_CHANGES)[number];

/** What buying a plan is for who has another. */
export function planChangeOf(
  current: Pick<Plan, 'id' | 'priceCents'>,
  next: Pick<Plan, 'id' | 'priceCents'>,
): PlanChange {
  if (current.id === FREE_PLAN_ID) return 'first';
  if (current.id === next.id) return 'extension';
  return next.priceCents < current.priceCents ? 'downgrade' : 'upgrade';
}

/** Whether something ends by buying that its owner would not expect to end: it is to be said, and confirmed. */
export function needsConsent(
  change: PlanChange,
  current: Pick<Subscription, 'status' | 'paidUntil'>,
): boolean {
  if (change === 'downgrade') return true;
  // A plan that an administrator gave has no end; what is bought has one.
  return change !== 'first' && current.status === 'active' && current.paidUntil === null;
}

/** Whether what somebody pays for ends early: who buys an upgrade wants that, and whoever it is bought for may not. */
export function endsWhatIsPaid(
  change: PlanChange,
  current: Pick<Subscription, 'status' | 'agreementId'>,
): boolean {
  // Any single payment ends an agreement.
  if (current.agreementId !== null) return true;
  return change === 'upgrade' && current.status === 'active';
}
