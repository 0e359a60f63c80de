import { useListPlansQuery } from '../../../entities/plan/billing-api.ts';
import { useUser } from '../../../entities/session/use-session.ts';
import type { Order } from '../../../shared/api/openapi.gen.ts';

/** Names of plans that are ordered; of one that is not offered any more, and that one does not have, its slug. */
export function useOrderedPlanName() {
  const { data: plans } = useListPlansQuery();
  const { plan, plan_name: current } = useUser();
  return ({ plan_id: id, plan_slug: slug }: Pick<Order, 'plan_id' | 'plan_slug'>): string =>
    plans?.find((offered) => offered.id === id)?.name ?? (slug === plan ? current : slug);
}
