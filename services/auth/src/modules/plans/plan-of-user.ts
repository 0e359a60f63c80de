import type { billingV1 } from '@palisade/contracts';
import { type Entitlements, SEED_ENTITLEMENTS } from '@palisade/entitlements';
import type { KnownPlan } from '@palisade/entitlements/known-plan';
import { fromMessage } from '@palisade/entitlements/wire';

export interface PlanOfUser {
  slug: string;
  name: string;
  status: string;
  entitlements: Entitlements;
  trialEndsAt: Date | null;
  paidUntil: Date | null;
}

export const freePlan = (): PlanOfUser => ({
  slug: 'free',
  name: 'Free',
  status: 'free',
  entitlements: SEED_ENTITLEMENTS.free,
  trialEndsAt: null,
  paidUntil: null,
});

const toDate = (milliseconds: bigint | undefined): Date | null =>
  milliseconds === undefined ? null : new Date(Number(milliseconds));

export function toPlan(plan: billingV1.UserPlan): PlanOfUser {
  return {
    slug: plan.planSlug,
    name: plan.planName,
    status: plan.status,
    entitlements: plan.entitlements ? fromMessage(plan.entitlements) : SEED_ENTITLEMENTS.free,
    trialEndsAt: toDate(plan.trialEndsAtMs),
    paidUntil: toDate(plan.paidUntilMs),
  };
}

/** A copy does not know when the plan ends. */
export const toPlanFromCopy = ({ planSlug, planName, entitlements }: KnownPlan): PlanOfUser => ({
  slug: planSlug,
  name: planName,
  status: planSlug === 'free' ? 'free' : 'active',
  entitlements,
  trialEndsAt: null,
  paidUntil: null,
});
