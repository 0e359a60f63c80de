import type { SiteSettings } from '@palisade/site-policy/wire';
import type { CountersOf, Feature } from '../../request/feature.ts';
import type { RequestContext } from '../../request/request-context.ts';
import type { Site } from '../../request/site.ts';
import { EdgeAction, type PhaseResult } from '../../request/verdict.ts';
import type { DdosGuard } from './ddos-guard.ts';
import type { DdosPart } from './ddos-part.ts';

const COUNTERS = {
  ddosRefused: 'Requests refused while their site was defended, or beyond the cap of their client',
} as const;

export interface DdosServices {
  ddos: DdosGuard;
  counters: CountersOf<typeof COUNTERS>;
}

const UNDEFENDED: DdosPart = { ddosLevel: 'none' };

/** Counts requests so that attacks are detected, and limits each client. */
function defend(context: RequestContext<Site & DdosPart>, edge: DdosServices): PhaseResult {
  const site = context.site!;
  if (site.ddosLevel === 'none') return null;
  edge.ddos.arrived(site, context.client.key);
  if (context.allowListed) return null;
  const { clients } = edge.ddos;
  if (!clients.over(site.siteId, context.client, site.ddosLevel, context.receivedAtMs)) return null;
  if (site.mode !== 'On') {
    context.wouldRefuse('ddos:client_rate');
    return null;
  }
  edge.counters.ddosRefused++;
  return {
    status: 429,
    action: EdgeAction.DDOS,
    reason: 'ddos:client_rate',
    headers: ['Retry-After', String(clients.retryAfter(context.receivedAtMs))],
  };
}

/** An origin that fails under unusual load is a sign of an attack. */
function noteFailure(context: RequestContext<Site & DdosPart>, edge: DdosServices): void {
  if (context.site === null) return;
  if (context.originStatus >= 500 || context.reason.startsWith('origin:')) edge.ddos.failed(context.site);
}

export const ddos = {
  name: 'ddos',
  killSwitches: ['ddos'],
  compile: ({ settings, isOn }): DdosPart => ({ ddosLevel: levelOf(settings, isOn) }),
  withSwitchesOff: (part, off) => (off.has('ddos') ? UNDEFENDED : part),
  mayChallenge: ({ ddosLevel }) => ddosLevel !== 'none',
  counters: COUNTERS,
  phase: defend,
  ended: noteFailure,
} as const satisfies Feature<DdosPart, DdosServices>;

const levelOf = (settings: Readonly<SiteSettings>, isOn: boolean) =>
  settings.enable_ddos_protection && isOn ? settings.ddos_protection_level : 'none';
