import { BASIC_ATTACKS } from '../../sample-attacks/attacks.ts';
import { FURTHER_ATTACKS } from '../../sample-attacks/further-attacks.ts';
import { RARER_ATTACKS } from '../../sample-attacks/rarer-attacks.ts';
import { INJECTION_REQUESTS } from './sets/01-injections/honest-requests.ts';
import { ENCODINGS, PLACES, type Place } from './sets/01-injections/places.ts';
import { INJECTION_WHOLE } from './sets/01-injections/whole-attacks.ts';
import { ENCODING_REQUESTS } from './sets/02-encodings/honest-requests.ts';
import { ENCODING_PLACES, FURTHER_ENCODINGS, PLACES_OF_BOTH } from './sets/02-encodings/places.ts';
import { RECENT_ATTACKS } from './sets/04-recent-tools/attacks.ts';
import { RECENT_REQUESTS } from './sets/04-recent-tools/honest-requests.ts';
import { RECENT_ENCODINGS, RECENT_PLACES } from './sets/04-recent-tools/places.ts';
import { ENGINE_ATTACKS } from './sets/05-engines/attacks.ts';
import { ENGINE_REQUESTS } from './sets/05-engines/honest-requests.ts';
import { ENGINE_ENCODINGS, ENGINE_PLACES } from './sets/05-engines/places.ts';
import { ZONE_REQUESTS } from './sets/06-zones/honest-requests.ts';
import { ZONE_ATTACKS } from './sets/06-zones/whole-attacks.ts';
import { CLIENT_REQUESTS } from './sets/07-clients/honest-requests.ts';
import { PAGE_ATTACKS } from './sets/07-clients/page-attacks.ts';
import { CLIENT_ENCODINGS, CLIENT_PLACES } from './sets/07-clients/places.ts';
import { QUERY_ATTACKS } from './sets/07-clients/query-attacks.ts';
import { SYSTEM_ATTACKS } from './sets/07-clients/system-attacks.ts';
import { CLIENT_WHOLE } from './sets/07-clients/whole-attacks.ts';
import { PARSER_ATTACKS } from './sets/08-parsers/attacks.ts';
import { PARSER_REQUESTS } from './sets/08-parsers/honest-requests.ts';
import { PARSER_ENCODINGS, PARSER_PLACES } from './sets/08-parsers/places.ts';
import { PARSER_WHOLE } from './sets/08-parsers/whole-attacks.ts';
import { QUERY_LANGUAGE_ATTACKS } from './sets/09-query-languages/attacks.ts';
import { QUERY_LANGUAGE_REQUESTS } from './sets/09-query-languages/honest-requests.ts';
import { QUERY_LANGUAGE_ENCODINGS, QUERY_LANGUAGE_PLACES } from './sets/09-query-languages/places.ts';
import { QUERY_LANGUAGE_WHOLE } from './sets/09-query-languages/whole-attacks.ts';
import { PEOPLE_AND_PROGRAM_REQUESTS } from './sets/10-people-and-programs/honest-requests.ts';
import { ODD_BODIES, ODD_BODY_ATTACKS } from './sets/11-odd-bodies/bodies.ts';
import { ODD_BODY_REQUESTS } from './sets/11-odd-bodies/honest-requests.ts';
import type { HoldoutRequest } from './support/request.ts';

/** Attacks with where and how they are sent, and honest requests beside them. */
export interface HoldoutSet {
  readonly attacks: Readonly<Record<string, readonly string[]>>;
  readonly places: Readonly<Record<string, Place>>;
  readonly encodings: Readonly<Record<string, (text: string) => string>>;
  /** One of this many cases is sent. */
  readonly every: number;
  /** Attacks that have one place only. */
  readonly whole: Readonly<Record<string, HoldoutRequest>>;
  readonly honest: Readonly<Record<string, HoldoutRequest>>;
}

/** Written one after the other, each before any rule was tried on it. */
export const HOLDOUT_SETS = {
  injections: {
    attacks: BASIC_ATTACKS,
    places: PLACES,
    encodings: ENCODINGS,
    every: 1,
    whole: INJECTION_WHOLE,
    honest: INJECTION_REQUESTS,
  },
  // Prime to the numbers of places and encodings, so that every attack, place and encoding is met.
  encodings: {
    attacks: FURTHER_ATTACKS,
    places: PLACES_OF_BOTH,
    encodings: FURTHER_ENCODINGS,
    every: 7,
    whole: {},
    honest: ENCODING_REQUESTS,
  },
  'rare-forms': {
    attacks: RARER_ATTACKS,
    places: { ...PLACES, ...ENCODING_PLACES },
    encodings: { ...ENCODINGS, ...FURTHER_ENCODINGS },
    every: 29,
    whole: {},
    honest: {},
  },
  'recent-tools': {
    attacks: RECENT_ATTACKS,
    places: RECENT_PLACES,
    encodings: RECENT_ENCODINGS,
    every: 23,
    whole: {},
    honest: RECENT_REQUESTS,
  },
  engines: {
    attacks: ENGINE_ATTACKS,
    places: ENGINE_PLACES,
    encodings: ENGINE_ENCODINGS,
    every: 29,
    whole: {},
    honest: ENGINE_REQUESTS,
  },
  // Attacks that have one place each.
  zones: {
    attacks: {},
    places: {},
    encodings: {},
    every: 1,
    whole: ZONE_ATTACKS,
    honest: ZONE_REQUESTS,
  },
  clients: {
    attacks: { ...QUERY_ATTACKS, ...PAGE_ATTACKS, ...SYSTEM_ATTACKS },
    places: CLIENT_PLACES,
    encodings: CLIENT_ENCODINGS,
    every: 23,
    whole: CLIENT_WHOLE,
    honest: CLIENT_REQUESTS,
  },
  parsers: {
    attacks: PARSER_ATTACKS,
    places: PARSER_PLACES,
    encodings: PARSER_ENCODINGS,
    every: 23,
    whole: PARSER_WHOLE,
    honest: PARSER_REQUESTS,
  },
  'query-languages': {
    attacks: QUERY_LANGUAGE_ATTACKS,
    places: QUERY_LANGUAGE_PLACES,
    encodings: QUERY_LANGUAGE_ENCODINGS,
    every: 11,
    whole: QUERY_LANGUAGE_WHOLE,
    honest: QUERY_LANGUAGE_REQUESTS,
  },
  'people-and-programs': {
    attacks: {},
    places: {},
    encodings: {},
    every: 1,
    whole: {},
    honest: PEOPLE_AND_PROGRAM_REQUESTS,
  },
  'odd-bodies': {
    attacks: {},
    places: {},
    encodings: {},
    every: 1,
    whole: ODD_BODY_ATTACKS,
    honest: { ...ODD_BODY_REQUESTS, ...ODD_BODIES },
  },
} as const satisfies Record<string, HoldoutSet>;

export type HoldoutSetName = keyof typeof HOLDOUT_SETS;
export const HOLDOUT_SET_NAMES = Object.keys(HOLDOUT_SETS) as HoldoutSetName[];
