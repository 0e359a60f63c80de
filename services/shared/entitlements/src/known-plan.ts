import type { billingEventsV1, billingV1 } from '@palisade/contracts';
import { type Entitlements, type PlanSlug, SEED_ENTITLEMENTS } from './entitlements.ts';
import { fromMessage } from './wire.ts';

/** A service's copy of a user's plan; of two, the higher revision is the newer. */
export interface KnownPlan {
  userId: string;
  planSlug: string;
  planName: string;
  entitlements: Entitlements;
  revision: bigint;
}

/** Billing's response about a user; `null` from a version of billing that does not send entitlements. */
export function planFromAnswer(plan: billingV1.UserPlan | undefined): KnownPlan | null {
  if (plan?.entitlements === undefined) return null;
  return {
    userId: plan.userId,
    planSlug: plan.planSlug,
    planName: plan.planName || nameOfSlug(plan.planSlug),
    entitlements: fromMessage(plan.entitlements),
    revision: plan.revision,
  };
}

/** Billing's event; `null` from a version of billing that does not send entitlements. */
export function planFromEvent(event: billingEventsV1.UserPlanChanged): KnownPlan | null {
  if (event.entitlements === undefined) return null;
  return {
    userId: event.userId,
    planSlug: event.planSlug,
    planName: event.planName || nameOfSlug(event.planSlug),
    entitlements: fromMessage(event.entitlements),
    revision: event.revision,
  };
}

/**
 * A stored copy may be older than an entitlement, until billing sends the plan again: missing ones are taken from the
 * plan's seed, or from the free plan's.
 */
export const completedEntitlements = (slug: string, stored: Partial<Entitlements>): Entitlements => ({
  ...(SEED_ENTITLEMENTS[slug as PlanSlug] ?? SEED_ENTITLEMENTS.free),
  ...stored,
});

/** "Starter" for `starter`, where the name that an administrator gave is not known. */
export const nameOfSlug = (slug: string): string => `${slug.charAt(0).toUpperCase()}${slug.slice(1)}`;
