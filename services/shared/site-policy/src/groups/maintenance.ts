import { addressListSchema, wireAddressesSchema } from '../model/addresses.ts';
import { field, textsWire, toggle, whole } from '../model/field.ts';
import { group } from '../model/group.ts';

/** Work at the server, announced. */
export const maintenance = group({
  section: 'policyConfig',
  killSwitch: null,
  fields: {
    /** Visitors get the maintenance page with status 503. Only requests from the addresses below and from allowed addresses reach your server. */
    maintenance_mode: toggle({
      label: 'Maintenance mode',
      default: false,
      wire: 'policy.maintenance.enabled',
    }),
    /** Visitors from these addresses still see the site. */
    maintenance_allowed_ips: field<string[]>({
      label: 'Addresses allowed during maintenance',
      default: [],
      schema: addressListSchema,
      wire: textsWire('policy.maintenance.allowedIps', wireAddressesSchema),
    }),
    /** Tells search engines and other programs when to retry. */
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
