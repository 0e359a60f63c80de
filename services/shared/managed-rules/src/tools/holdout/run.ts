import type { SiteRuleSet } from '@palisade/waf-engine';
import { inspect } from '../score/judge.ts';
import type { HoldoutSet } from './sets.ts';
import type { HoldoutRequest } from './support/request.ts';

export interface HoldoutCase {
  readonly family: string;
  readonly place: string;
  readonly encoding: string;
  readonly attack: string;
  readonly blocked: boolean;
}

export const isBlocked = (site: SiteRuleSet, request: HoldoutRequest): boolean =>
  inspect(site, request).interruption !== null;

/** Each attack in each place and encoding that can carry it; of many cases, a sample at regular steps. */
export function* runHoldout(site: SiteRuleSet, set: HoldoutSet): Generator<HoldoutCase> {
  const places = Object.entries(set.places);
  const encodings = Object.entries(set.encodings);
  let at = 0;
  for (const [family, attacks] of Object.entries(set.attacks))
    for (const attack of attacks)
      for (const [place, send] of places)
        for (const [encoding, spell] of encodings) {
          if (at++ % set.every !== 0) continue;
          const sent = send(spell(attack));
          if (sent !== null) yield { family, place, encoding, attack, blocked: isBlocked(site, sent) };
        }
}
