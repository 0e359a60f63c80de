import { useGetMySubscriptionQuery } from '../../entities/plan/billing-api.ts';
import { toPlanView } from '../../entities/plan/plan-features.ts';
import { usePlanViews } from '../../entities/plan/use-plans.ts';

/** The plans on sale, and the user's own: it can be renewed although it is no longer on sale. */
export function usePlansToPay(isSignedIn: boolean) {
  const offered = usePlanViews();
  const { data: mine, isLoading } = useGetMySubscriptionQuery(undefined, { skip: !isSignedIn });
  const own = mine?.plan;
  const isMissing =
    own !== undefined && own.price > 0 && offered.plans.every(({ slug }) => slug !== own.slug);
  return {
    ...offered,
    plans: isMissing ? [...offered.plans, toPlanView(own)] : offered.plans,
    isLoading: offered.isLoading || isLoading,
  };
}
