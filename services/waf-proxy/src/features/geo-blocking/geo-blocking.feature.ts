import type { Feature } from '../../request/feature.ts';
import { unlessLogOnly } from '../../request/log-only.ts';
import type { RequestContext } from '../../request/request-context.ts';
import type { Site } from '../../request/site.ts';
import { EdgeAction, type PhaseResult } from '../../request/verdict.ts';

export interface GeoBlockingPart {
  readonly blockedCountries: ReadonlySet<string>;
}

const NO_COUNTRIES: ReadonlySet<string> = new Set();

/** Blocks countries that the owner chose; allow-listed clients may come from anywhere. */
function checkCountry(context: RequestContext<Site & GeoBlockingPart>): PhaseResult {
  const { blockedCountries } = context.site!;
  if (context.allowListed || blockedCountries.size === 0) return null;
  if (!blockedCountries.has(context.country!.code)) return null;
  return unlessLogOnly(context, { status: 403, action: EdgeAction.GEO, reason: 'blocked_country' });
}

export const geoBlocking = {
  name: 'geo-blocking',
  killSwitches: ['geo'],
  compile: ({ settings, isOn }): GeoBlockingPart => ({
    blockedCountries:
      settings.enable_geo_blocking && isOn ? new Set(settings.blocked_countries) : NO_COUNTRIES,
  }),
  withSwitchesOff: (part, off) => (off.has('geo') ? { blockedCountries: NO_COUNTRIES } : part),
  counters: {},
  phase: checkCountry,
} as const satisfies Feature<GeoBlockingPart>;
