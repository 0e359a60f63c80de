import * as z from 'zod/mini';
import { addressListSchema, wireAddressesSchema } from '../model/addresses.ts';
import { field, textsWire, toggle } from '../model/field.ts';
import { group } from '../model/group.ts';
import { without } from '../model/list-entries.ts';

/** Maximum number of lists that a site refers to in one place. */
export const MAX_LISTS_OF_SITE = 10;
const LISTS_REPEATED = 'This list is chosen already';

const listIds = z.array(z.uuid('There is no such list')).check(
  z.maxLength(MAX_LISTS_OF_SITE, `At most ${MAX_LISTS_OF_SITE} lists`),
  z.refine((ids) => new Set(ids).size === ids.length, LISTS_REPEATED),
);
const listsField = (
  label: string,
  place: 'policy.allowedLists' | 'policy.blockedLists' | 'policy.challengedLists',
) => field<string[]>({ label, default: [], schema: listIds, wire: textsWire(place, listIds) });

const LISTS = ['allowed_ips', 'blocked_ips', 'allowed_lists', 'blocked_lists', 'challenged_lists'] as const;

/** Clients that are always allowed, and those that are always refused. */
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
    /** Ids of lists whose addresses are allowed. */
    allowed_lists: listsField('Allowed lists', 'policy.allowedLists'),
    /** Ids of lists whose addresses are blocked. */
    blocked_lists: listsField('Blocked lists', 'policy.blockedLists'),
    /** Ids of lists whose addresses are challenged. */
    challenged_lists: listsField('Challenged lists', 'policy.challengedLists'),
  },
  gate: {
    feature: 'ipManagement',
    field: 'blocked_ips',
    switchesOn: (stored, wanted) => LISTS.some((name) => without(wanted[name], stored[name]).length > 0),
  },
  underPlan: (values, plan) =>
    plan.ipManagement
      ? values
      : {
          ...values,
          allowed_ips: [],
          blocked_ips: [],
          allowed_lists: [],
          blocked_lists: [],
          challenged_lists: [],
        },
});
