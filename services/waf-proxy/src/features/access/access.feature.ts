import { AddressList } from '../../io/addresses/address-list.ts';
import type { Feature } from '../../request/feature.ts';
import { type AccessPart, type AccessServices, checkAccess } from './access-phase.ts';

export const access = {
  name: 'access',
  killSwitches: [],
  compile: ({ settings }): AccessPart => ({
    allowed: new AddressList(settings.allowed_ips),
    blocked: new AddressList(settings.blocked_ips),
    allowedLists: settings.allowed_lists,
    blockedLists: settings.blocked_lists,
  }),
  counters: {},
  phase: checkAccess,
} as const satisfies Feature<AccessPart, AccessServices>;
