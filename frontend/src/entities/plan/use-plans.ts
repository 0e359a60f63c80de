import { useMemo } from 'react';
import { useSession } from '../session/use-session.ts';
import { useListPlansQuery } from './billing-api.ts';
import { featureFacts, type GatedFeature, resolveEntitlements } from './gated-features.ts';
import { toPlanView } from './plan-features.ts';

/** The plans on sale, cheapest first, shaped for the screens. */
export function usePlanViews() {
  const query = useListPlansQuery();
  const plans = useMemo(
    () => [...(query.data ?? [])].sort((a, b) => a.price - b.price).map(toPlanView),
    [query.data],
  );
  return { ...query, plans };
}

/** The entitlements of the signed-in user's plan. */
export function useEntitlements() {
  const { user } = useSession();
  const { data: plans } = useListPlansQuery();
  const entitlements = resolveEntitlements(user, plans);
  return {
    entitlements,
    plan: user?.plan ?? 'free',
    allows: (feature: GatedFeature) => entitlements[featureFacts[feature].key],
  };
}
