import { addressListSchema, wireAddressesSchema } from '../model/addresses.ts';
import { field, textsWire, toggle, whole } from '../model/field.ts';
import { group } from '../model/group.ts';

/** Work at the server, announced. */
export const maintenance = group({
  section: 'policyConfig',
  killSwitch: null,
  fields: {
    /** Every visitor gets the maintenance page with 503; nothing reaches your server but from the addresses below and those that are allowed. */
    maintenance_mode: toggle({
      label: 'Maintenance mode',
      default: false,
      wire: 'policy.maintenance.enabled',
    }),
    /** Visitors from these addresses see the site all the same. */
    maintenance_allowed_ips: field<string[]>({
      label: 'Addresses that pass maintenance',
      default: [],
      schema: addressListSchema,
      wire: textsWire('policy.maintenance.allowedIps', wireAddressesSchema),
    }),
    /** Told to search engines and other programs. */
    maintenance_retry_after_seconds: whole({
      label: 'Retry-After (seconds)',
      default: 600,
      limits: { min: 1, max: 604_800 },
      wire: 'policy.maintenance.retryAfterSeconds',
      // None, where an older writer has none.
      wireMin: 0,
    }),
  },
});
