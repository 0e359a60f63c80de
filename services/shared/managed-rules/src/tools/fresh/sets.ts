import { FRESH_ATTACKS } from '../../sample-attacks/attacks.ts';
import { FURTHER_ATTACKS } from '../../sample-attacks/further-attacks.ts';
import { RARER_ATTACKS } from '../../sample-attacks/rarer-attacks.ts';
import { BROAD_ATTACKS } from './broad-attacks.ts';
import { BROAD_ENCODINGS, BROAD_PLACES } from './broad-places.ts';
import { BROAD_REQUESTS } from './broad-requests.ts';
import { DAILY_REQUESTS } from './daily-requests.ts';
import { EVERYDAY_REQUESTS } from './everyday-requests.ts';
import { FURTHER_ENCODINGS, FURTHER_PLACES, PLACES_OF_BOTH } from './further-places.ts';
import { GUEST_ENCODINGS, GUEST_PLACES } from './guest-places.ts';
import { GUEST_QUERIES } from './guest-queries.ts';
import { GUEST_REQUESTS } from './guest-requests.ts';
import { GUEST_WHOLE } from './guest-whole.ts';
import { HONEST_REQUESTS } from './honest.ts';
import { LATE_ATTACKS } from './late-attacks.ts';
import { LATE_ENCODINGS, LATE_PLACES } from './late-places.ts';
import { LATE_WHOLE } from './late-whole.ts';
import { MODERN_ATTACKS } from './modern-attacks.ts';
import { MODERN_ENCODINGS, MODERN_PLACES } from './modern-places.ts';
import { ODD_ATTACKS, ODD_BODIES } from './odd-bodies.ts';
import { ORDINARY_REQUESTS } from './ordinary-requests.ts';
import { ENCODINGS, PLACES, type Place } from './places.ts';
import { REAL_REQUESTS } from './real-requests.ts';
import type { FreshRequest } from './request.ts';
import { PAGE_ATTACKS } from './stranger-pages.ts';
import { STRANGER_ENCODINGS, STRANGER_PLACES } from './stranger-places.ts';
import { QUERY_ATTACKS } from './stranger-queries.ts';
import { STRANGER_REQUESTS } from './stranger-requests.ts';
import { SYSTEM_ATTACKS } from './stranger-systems.ts';
import { STRANGER_WHOLE } from './stranger-whole.ts';
import { TRADE_REQUESTS } from './trade-requests.ts';
import { VISITOR_REQUESTS } from './visitor-requests.ts';
import { WHOLE_REQUESTS } from './whole-requests.ts';
import { ZONE_REQUESTS } from './zone-requests.ts';

/** Attacks with where and how they are sent, and honest requests beside them. */
export interface FreshSet {
  readonly attacks: Readonly<Record<string, readonly string[]>>;
  readonly places: Readonly<Record<string, Place>>;
  readonly encodings: Readonly<Record<string, (text: string) => string>>;
  /** One of so many cases is sent. */
  readonly every: number;
  /** Attacks that have one place only. */
  readonly whole: Readonly<Record<string, FreshRequest>>;
  readonly honest: Readonly<Record<string, FreshRequest>>;
}

/** Written one after the other, each before any rule was tried on it. */
export const FRESH_SETS = {
  first: {
    attacks: FRESH_ATTACKS,
    places: PLACES,
    encodings: ENCODINGS,
    every: 1,
    whole: WHOLE_REQUESTS,
    honest: HONEST_REQUESTS,
  },
  // Prime to the numbers of places and encodings, so that every attack, place and encoding is met.
  second: {
    attacks: FURTHER_ATTACKS,
    places: PLACES_OF_BOTH,
    encodings: FURTHER_ENCODINGS,
    every: 7,
    whole: {},
    honest: EVERYDAY_REQUESTS,
  },
  third: {
    attacks: RARER_ATTACKS,
    places: { ...PLACES, ...FURTHER_PLACES },
    encodings: { ...ENCODINGS, ...FURTHER_ENCODINGS },
    every: 29,
    whole: {},
    honest: {},
  },
  fourth: {
    attacks: MODERN_ATTACKS,
    places: MODERN_PLACES,
    encodings: MODERN_ENCODINGS,
    every: 23,
    whole: {},
    honest: ORDINARY_REQUESTS,
  },
  fifth: {
    attacks: BROAD_ATTACKS,
    places: BROAD_PLACES,
    encodings: BROAD_ENCODINGS,
    every: 29,
    whole: {},
    honest: BROAD_REQUESTS,
  },
  // Attacks that have one place each.
  sixth: {
    attacks: {},
    places: {},
    encodings: {},
    every: 1,
    whole: ZONE_REQUESTS,
    honest: TRADE_REQUESTS,
  },
  seventh: {
    attacks: { ...QUERY_ATTACKS, ...PAGE_ATTACKS, ...SYSTEM_ATTACKS },
    places: STRANGER_PLACES,
    encodings: STRANGER_ENCODINGS,
    every: 23,
    whole: STRANGER_WHOLE,
    honest: STRANGER_REQUESTS,
  },
  eighth: {
    attacks: LATE_ATTACKS,
    places: LATE_PLACES,
    encodings: LATE_ENCODINGS,
    every: 23,
    whole: LATE_WHOLE,
    honest: REAL_REQUESTS,
  },
  ninth: {
    attacks: GUEST_QUERIES,
    places: GUEST_PLACES,
    encodings: GUEST_ENCODINGS,
    every: 11,
    whole: GUEST_WHOLE,
    honest: GUEST_REQUESTS,
  },
  tenth: {
    attacks: {},
    places: {},
    encodings: {},
    every: 1,
    whole: {},
    honest: VISITOR_REQUESTS,
  },
  eleventh: {
    attacks: {},
    places: {},
    encodings: {},
    every: 1,
    whole: ODD_ATTACKS,
    honest: { ...DAILY_REQUESTS, ...ODD_BODIES },
  },
} as const satisfies Record<string, FreshSet>;

export type FreshSetName = keyof typeof FRESH_SETS;
export const FRESH_SET_NAMES = Object.keys(FRESH_SETS) as FreshSetName[];
