import { useFormContext } from 'react-hook-form';
import { maintenance, problemOf } from '../../../../entities/policy/site-policy.ts';
import { ListField, NumberField, SwitchField } from '../form/fields.tsx';
import { TextList } from '../form/text-list.tsx';
import type { TrafficFields } from './traffic-fields.ts';

/** Maintenance mode: closes the site for everybody but allowed clients. */
export function Maintenance() {
  const { control } = useFormContext<TrafficFields>();
  return (
    <section aria-label="Maintenance" className="grid grid-cols-1 gap-3">
      <SwitchField
        control={control}
        name="maintenance_mode"
        label="Maintenance mode"
        description="Every visitor gets the maintenance page with status 503, and nothing reaches your server. Allowed IPs of the WAF policy and the addresses below pass."
      />
      <ListField
        control={control}
        name="maintenance_allowed_ips"
        list={(field) => (
          <TextList
            label="Addresses that pass"
            hint="An address or a range, such as 203.0.113.0/24."
            placeholder="203.0.113.7"
            problem={(entry) =>
              problemOf(maintenance.fields.maintenance_allowed_ips, [...field.entries, entry])
            }
            {...field}
          />
        )}
      />
      <NumberField
        control={control}
        name="maintenance_retry_after_seconds"
        label="Retry-After (seconds)"
        className="max-w-xs"
        hint="Tells search engines and programs when to retry."
        limits={maintenance.fields.maintenance_retry_after_seconds.limits!}
      />
    </section>
  );
}
