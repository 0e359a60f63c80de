import { AddressList } from '../../io/addresses/address-list.ts';
import type { Feature } from '../../request/feature.ts';
import type { RequestContext } from '../../request/request-context.ts';
import type { Site } from '../../request/site.ts';
import { EdgeAction, type PhaseResult } from '../../request/verdict.ts';

export interface MaintenancePart {
  /** Null: the site is open. */
  readonly maintenance: { readonly allowed: AddressList; readonly retryAfterSeconds: number } | null;
}

/** Only allowed clients reach the origin; others get 503 with Retry-After. */
function closeForMaintenance(context: RequestContext<Site & MaintenancePart>): PhaseResult {
  const { maintenance } = context.site!;
  if (maintenance === null || context.allowListed || maintenance.allowed.has(context.client)) return null;
  return {
    status: 503,
    action: EdgeAction.ALLOW,
    reason: 'maintenance',
    headers: ['Retry-After', String(maintenance.retryAfterSeconds)],
  };
}

export const maintenance = {
  name: 'maintenance',
  killSwitches: [],
  compile: ({ settings }): MaintenancePart => ({
    maintenance: settings.maintenance_mode
      ? Object.freeze({
          allowed: new AddressList(settings.maintenance_allowed_ips),
          retryAfterSeconds: settings.maintenance_retry_after_seconds,
        })
      : null,
  }),
  counters: {},
  phase: closeForMaintenance,
} as const satisfies Feature<MaintenancePart>;
