import { addressListSchema, wireAddressesSchema } from '../model/addresses.ts';
import { field, textsWire, toggle } from '../model/field.ts';
import { group } from '../model/group.ts';
import { without } from '../model/list-entries.ts';

/** Who is always let in and who never. */
export const addressLists = group({
  section: 'policyConfig',
  killSwitch: null,
  fields: {
    allowed_ips: field<string[]>({
      label: 'Allowed IPs',
      default: [],
      schema: addressListSchema,
      wire: textsWire('policy.allowedIps', wireAddressesSchema),
    }),
    blocked_ips: field<string[]>({
      label: 'Blocked IPs',
      default: [],
      schema: addressListSchema,
      wire: textsWire('policy.blockedIps', wireAddressesSchema),
    }),
    allowed_ips_skip_rules: toggle({
      label: 'Allowed IPs skip the managed rules',
      default: false,
      wire: 'policy.allowedIpsSkipRules',
    }),
  },
  gate: {
    feature: 'ipManagement',
    field: 'blocked_ips',
    switchesOn: (stored, wanted) =>
      without(wanted.allowed_ips, stored.allowed_ips).length > 0 ||
      without(wanted.blocked_ips, stored.blocked_ips).length > 0,
  },
  underPlan: (values, plan) => (plan.ipManagement ? values : { ...values, allowed_ips: [], blocked_ips: [] }),
});
