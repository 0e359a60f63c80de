import type { billingEventsV1, billingV1 } from '@palisade/contracts';
import { type Entitlements, type PlanSlug, SEED_ENTITLEMENTS } from './entitlements.ts';
import { fromMessage } from './wire.ts';

/** What a service that keeps a copy knows of a user's plan; of two, the higher revision is the newer. */
export interface KnownPlan {
  userId: string;
  planSlug: string;
  planName: string;
  entitlements: Entitlements;
  revision: bigint;
}

/** Billing's answer about a user; `null` from a billing that does not tell what the plan includes. */
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

/** Billing's event; `null` from a billing that does not tell what the plan includes. */
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
 * A stored copy may be older than an entitlement, until billing tells of the plan again: what it lacks is that of the plan as
 * installations start with it, or of the free one.
 */
export const completedEntitlements = (slug: string, stored: Partial<Entitlements>): Entitlements => ({
  ...(SEED_ENTITLEMENTS[slug as PlanSlug] ?? SEED_ENTITLEMENTS.free),
  ...stored,
});

/** "Starter" for `starter`, where the name that an administrator gave is not known. */
export const nameOfSlug = (slug: string): string => `${slug.charAt(0).toUpperCase()}${slug.slice(1)}`;
