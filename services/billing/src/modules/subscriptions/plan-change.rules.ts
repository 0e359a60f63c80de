import { FREE_PLAN_ID, type Plan } from '../plans/plan.entity.ts';
import type { Subscription } from './subscription.entity.ts';

export const PLAN_CHANGES = ['first', 'extension', 'upgrade', 'downgrade'] as const;
export type PlanChange = (typeof PLAN_CHANGES)[number];

/** What buying a plan means for the owner of another. */
export function planChangeOf(
  current: Pick<Plan, 'id' | 'priceCents'>,
  next: Pick<Plan, 'id' | 'priceCents'>,
): PlanChange {
  if (current.id === FREE_PLAN_ID) return 'first';
  if (current.id === next.id) return 'extension';
  return next.priceCents < current.priceCents ? 'downgrade' : 'upgrade';
}

/** Whether buying ends something unexpectedly, so that it has to be shown and confirmed. */
export function needsConsent(
  change: PlanChange,
  current: Pick<Subscription, 'status' | 'paidUntil'>,
): boolean {
  if (change === 'downgrade') return true;
  // An administrator's plan has no end; a bought one has.
  return change !== 'first' && current.status === 'active' && current.paidUntil === null;
}

/** Whether it ends a paid plan early: a buyer of an upgrade wants that, but a recipient may not. */
export function endsWhatIsPaid(
  change: PlanChange,
  current: Pick<Subscription, 'status' | 'agreementId'>,
): boolean {
  // Any single payment ends an agreement.
  if (current.agreementId !== null) return true;
  return change === 'upgrade' && current.status === 'active';
}
