import { useFormContext, useWatch } from 'react-hook-form';
import { networkProblem } from '../../../../entities/policy/site-policy.ts';
import type { OriginConfig } from '../../../../shared/api/types.ts';
import { ListField, NumberField, TextField } from '../form/fields.tsx';
import { TextList } from '../form/text-list.tsx';

/** Proxies of the owner in front of the edge. */
export function TrustedProxies() {
  const { control } = useFormContext<OriginConfig>();
  const networks = useWatch({ control, name: 'trusted_proxies' });
  return (
    <section aria-label="Trusted proxies" className="py-4">
      <ListField
        control={control}
        name="trusted_proxies"
        list={(field) => (
          <TextList
            label="Trusted proxies"
            hint="Addresses or networks of another CDN or load balancer in front of Palisade. Leave empty if visitors connect directly."
            placeholder="192.0.2.0/24"
            problem={networkProblem}
            {...field}
          />
        )}
      />
      {networks.length > 0 && (
        <div className="mt-4 grid gap-4 sm:grid-cols-6">
          <TextField
            control={control}
            name="trusted_proxy_header"
            label="Header with the visitor’s address"
            className="sm:col-span-4"
            hint="X-Forwarded-For, Forwarded, or a header with one address such as CF-Connecting-IP."
          />
          <NumberField
            control={control}
            name="trusted_proxy_hops"
            label="Proxies in a row"
            className="sm:col-span-2"
            hint="How many of them a request passes: 2 for a CDN and a load balancer."
          />
        </div>
      )}
    </section>
  );
}
