import type { ReactNode } from 'react';
import { useController, useFormContext } from 'react-hook-form';
import type { GatedFeature } from '../../../../entities/plan/gated-features.ts';
import { PlanBadge } from '../../../../entities/plan/plan-badge.tsx';
import { useEntitlements } from '../../../../entities/plan/use-plans.ts';
import { SwitchRow } from '../../../../shared/ui/switch.tsx';
import { Refused } from '../form/fields.tsx';
import type { PolicyFields } from './policy-fields.ts';

interface GatedSwitchProps {
  feature: GatedFeature;
  name:
    | 'enable_rate_limiting'
    | 'enable_ddos_protection'
    | 'enable_bot_protection'
    | 'enable_geo_blocking'
    | 'enable_caching';
  label: string;
  description: string;
  /** Called if the plan lacks the feature. */
  onLocked: (feature: GatedFeature) => void;
  onTurnedOn?: () => void;
  /** Settings shown while it is on. */
  children: ReactNode;
}

/** A switch for a feature of paid plans: without the feature, it explains the plans instead. */
export function GatedSwitch({
  feature,
  name,
  label,
  description,
  onLocked,
  onTurnedOn,
  children,
}: GatedSwitchProps) {
  const { control } = useFormContext<PolicyFields>();
  const { field, fieldState } = useController({ control, name });
  const { allows } = useEntitlements();
  const on = field.value && allows(feature);
  return (
    <div>
      <SwitchRow
        label={label}
        description={description}
        checked={on}
        badge={allows(feature) ? null : <PlanBadge feature={feature} />}
        onCheckedChange={(checked) => {
          if (checked && !allows(feature)) return onLocked(feature);
          field.onChange(checked);
          if (checked) onTurnedOn?.();
        }}
      />
      <Refused message={fieldState.error?.message} />
      {on && children}
    </div>
  );
}
