// Features that plans differ in: switches, with their settings while on.
import { Controller, useFormContext, useWatch } from 'react-hook-form';
import type { GatedFeature } from '../../../../entities/plan/gated-features.ts';
import { useEntitlements } from '../../../../entities/plan/use-plans.ts';
import type { DdosLevel } from '../../../../shared/api/types.ts';
import { CountryList } from '../form/country-list.tsx';
import { NumberField, Refused, SelectField } from '../form/fields.tsx';
import { firstMessage } from '../form/first-message.ts';
import { GatedSwitch } from './gated-switch.tsx';
import { PathLimits } from './path-limits.tsx';
import type { PolicyFields } from './policy-fields.ts';
import { BotDetails, CacheDetails } from './protection-details.tsx';

const ddosLevels: readonly { value: DdosLevel; label: string }[] = [
  { value: 'none', label: 'None' },
  { value: 'low', label: 'Low' },
  { value: 'medium', label: 'Medium' },
  { value: 'high', label: 'High' },
];

interface ProtectionProps {
  /** Called if the plan lacks the feature. */
  onLocked: (feature: GatedFeature) => void;
}

export function BotProtection({ onLocked }: ProtectionProps) {
  return (
    <GatedSwitch
      feature="botProtection"
      name="enable_bot_protection"
      label="Bot Protection"
      description="Verifies search engines, blocks bad bots, challenges automation."
      onLocked={onLocked}
    >
      <BotDetails />
    </GatedSwitch>
  );
}

/** Rate limit and flood protection. */
export function FloodProtection({ onLocked }: ProtectionProps) {
  const { control, getValues, setValue } = useFormContext<PolicyFields>();
  const level = useWatch({ control, name: 'ddos_protection_level' });
  const { max_rate_limit_requests: highest } = useEntitlements().entitlements;
  return (
    <>
      <GatedSwitch
        feature="rateLimiting"
        name="enable_rate_limiting"
        label="Rate Limiting"
        description="When the limit is reached, the IP is blocked for 1 hour."
        onLocked={onLocked}
      >
        <NumberField
          control={control}
          name="rate_limit_requests"
          label="Requests per minute"
          className="max-w-xs pb-4"
          hint={
            highest === null
              ? 'Per visitor address; every file of a page counts.'
              : `Per visitor address; every file of a page counts. Up to ${highest} in your plan.`
          }
        />
        <PathLimits />
      </GatedSwitch>
      <GatedSwitch
        feature="ddosProtection"
        name="enable_ddos_protection"
        label="DDoS Protection"
        description="Stops floods of requests and connections at the edge."
        onLocked={onLocked}
        onTurnedOn={() => {
          if (getValues('ddos_protection_level') === 'none')
            setValue('ddos_protection_level', 'medium', { shouldDirty: true });
        }}
      >
        <SelectField
          control={control}
          name="ddos_protection_level"
          label="DDoS Protection Level"
          className="max-w-xs pb-4"
          hint={level === 'none' ? 'This level stops nothing: choose another one.' : undefined}
          options={ddosLevels}
        />
      </GatedSwitch>
    </>
  );
}

export function GeoBlocking({ onLocked }: ProtectionProps) {
  const { control } = useFormContext<PolicyFields>();
  return (
    <GatedSwitch
      feature="geoBlocking"
      name="enable_geo_blocking"
      label="Geo-Blocking"
      description="Blocks visitors from the countries in the list."
      onLocked={onLocked}
    >
      <Controller
        control={control}
        name="blocked_countries"
        render={({ field, fieldState }) => (
          <>
            <CountryList countries={field.value} onChange={field.onChange} />
            <Refused message={firstMessage(fieldState.error)} />
          </>
        )}
      />
    </GatedSwitch>
  );
}

export function Caching({ onLocked }: ProtectionProps) {
  return (
    <GatedSwitch
      feature="edgeCaching"
      name="enable_caching"
      label="Caching"
      description="Answers repeated requests from the edge."
      onLocked={onLocked}
    >
      <CacheDetails />
    </GatedSwitch>
  );
}
