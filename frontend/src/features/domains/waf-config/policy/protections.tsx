import { Controller, useFormContext } from 'react-hook-form';
import type { GatedFeature } from '../../../../entities/plan/gated-features.ts';
import { useEntitlements } from '../../../../entities/plan/use-plans.ts';
import type { DdosLevel } from '../../../../shared/api/types.ts';
import { CountryList } from '../form/country-list.tsx';
import { NumberField, Refused, SelectField } from '../form/fields.tsx';
import { firstMessage } from '../form/first-message.ts';
import { GatedSwitch } from './gated-switch.tsx';
import { InspectionLimits } from './inspection-limits.tsx';
import { PathLimits } from './path-limits.tsx';
import type { PolicyFields } from './policy-fields.ts';
import { BotDetails, CacheDetails } from './protection-details.tsx';

const ddosLevels: readonly { value: DdosLevel; label: string }[] = [
  { value: 'none', label: 'None' },
  { value: 'low', label: 'Low' },
  { value: 'medium', label: 'Medium' },
  { value: 'high', label: 'High' },
];

/** What plans differ in: switches, with their details while they are on, and how much of a body is inspected. */
export function Protections({ onLocked }: { onLocked: (feature: GatedFeature) => void }) {
  const { control, getValues, setValue } = useFormContext<PolicyFields>();
  const { max_rate_limit_requests: highest } = useEntitlements().entitlements;
  return (
    <>
      <GatedSwitch
        feature="botProtection"
        name="enable_bot_protection"
        label="Bot Protection"
        description="Verifies search engines, refuses bad bots, challenges automation."
        onLocked={onLocked}
      >
        <BotDetails />
      </GatedSwitch>
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
              ? 'Per visitor address.'
              : `Per visitor address; your plan allows up to ${highest}.`
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
          options={ddosLevels}
        />
      </GatedSwitch>
      <GatedSwitch
        feature="geoBlocking"
        name="enable_geo_blocking"
        label="Geo-Blocking"
        description="Refuses visitors from the countries in the list."
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
      <GatedSwitch
        feature="edgeCaching"
        name="enable_caching"
        label="Caching"
        description="Answers repeated requests from the edge."
        onLocked={onLocked}
      >
        <CacheDetails />
      </GatedSwitch>
      <InspectionLimits />
    </>
  );
}
