import { Controller, useFormContext } from 'react-hook-form';
import { maintenance, problemOf } from '../../../../entities/policy/site-policy.ts';
import { NumberField, Refused, SwitchField } from '../form/fields.tsx';
import { firstMessage } from '../form/first-message.ts';
import { TextList } from '../form/text-list.tsx';
import type { TrafficFields } from './traffic-fields.ts';

/** The site is closed for everybody but those who work on it. */
export function Maintenance() {
  const { control } = useFormContext<TrafficFields>();
  return (
    <section aria-label="Maintenance" className="grid grid-cols-1 gap-3">
      <SwitchField
        control={control}
        name="maintenance_mode"
        label="Maintenance mode"
        description="Every visitor gets the maintenance page with 503, and your server is left alone. Allowed IPs of the WAF policy pass, and the addresses below."
      />
      <Controller
        control={control}
        name="maintenance_allowed_ips"
        render={({ field, fieldState }) => (
          <div>
            <TextList
              label="Addresses that pass"
              hint="An address or a range, such as 203.0.113.0/24."
              placeholder="203.0.113.7"
              entries={field.value}
              problem={(entry) =>
                problemOf(maintenance.fields.maintenance_allowed_ips, [...field.value, entry])
              }
              onChange={field.onChange}
            />
            <Refused message={firstMessage(fieldState.error)} />
          </div>
        )}
      />
      <NumberField
        control={control}
        name="maintenance_retry_after_seconds"
        label="Retry-After (seconds)"
        className="max-w-xs"
        hint="Search engines and programs are told so."
        limits={maintenance.fields.maintenance_retry_after_seconds.limits!}
      />
    </section>
  );
}
