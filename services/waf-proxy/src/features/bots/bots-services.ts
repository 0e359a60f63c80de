import type { FairCounter } from '../../io/shares/fair-counter.ts';
import type { CountersOf } from '../../request/feature.ts';
import type { Site } from '../../request/site.ts';
import type { BotGuard } from './bot-guard.ts';

export const BOT_COUNTERS = {
  challenges: 'Requests answered with a challenge',
  challengesSolved: 'Challenges that a client has solved',
  botsRefused: 'Requests refused as automated',
  crawlersRefused: 'Requests of crawlers that a site refused or slowed down by their kind',
} as const;

export interface BotsServices {
  bots: BotGuard;
  /** Whether a site is under attack, so that every visitor is challenged. */
  ddos: { isDefended(site: Site): boolean };
  pools: { readonly challengeSolutions: FairCounter };
  counters: CountersOf<typeof BOT_COUNTERS> & { ddosRefused: number };
}
