import type { Entitlements } from '@palisade/entitlements';

/** What this service knows about an owner's plan. */
export interface OwnerPlan {
  ownerId: string;
  planSlug: string;
  planName: string;
  entitlements: Entitlements;
  revision: bigint;
}

export function planName(slug: string): string {
  return `${slug.charAt(0).toUpperCase()}${slug.slice(1)}`;
}
