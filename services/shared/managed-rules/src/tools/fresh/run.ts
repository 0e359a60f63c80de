import type { SiteRuleSet } from '@palisade/waf-engine';
import { inspect } from '../score/judge.ts';
import { FRESH_ATTACKS } from './attacks.ts';
import {
  ENCODING_NAMES,
  ENCODINGS,
  type EncodingName,
  PLACE_NAMES,
  PLACES,
  type PlaceName,
} from './places.ts';
import type { FreshRequest } from './request.ts';

export interface FreshCase {
  readonly family: string;
  readonly place: PlaceName;
  readonly encoding: EncodingName;
  readonly attack: string;
  readonly blocked: boolean;
}

export const isBlocked = (site: SiteRuleSet, request: FreshRequest): boolean =>
  inspect(site, request).interruption !== null;

/** Each attack in each place and disguise that can carry it. */
export function* runFresh(site: SiteRuleSet): Generator<FreshCase> {
  for (const [family, attacks] of Object.entries(FRESH_ATTACKS))
    for (const attack of attacks)
      for (const place of PLACE_NAMES)
        for (const encoding of ENCODING_NAMES) {
          const sent = PLACES[place](ENCODINGS[encoding](attack));
          if (sent !== null) yield { family, place, encoding, attack, blocked: isBlocked(site, sent) };
        }
}
