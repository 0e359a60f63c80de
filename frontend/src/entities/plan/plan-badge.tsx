import { Lock } from 'lucide-react';
import { Badge } from '../../shared/ui/badge.tsx';
import { useListPlansQuery } from './billing-api.ts';
import { type GatedFeature, minimumPlan } from './gated-features.ts';

/** Names the cheapest plan that includes a feature. */
export function PlanBadge({ feature }: { feature: GatedFeature }) {
  const { data: plans = [] } = useListPlansQuery();
  const plan = minimumPlan(feature, plans);
  return (
    <Badge tone="brand">
      <Lock aria-hidden="true" />
      {plan ? `${plan.name} plan` : 'Not in your plan'}
    </Badge>
  );
}
