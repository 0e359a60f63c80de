import type { CrawlerKind } from '@palisade/site-policy';
import type { HeadSigns } from '../../http/head-signs.ts';
import type { FairCounter } from '../../io/shares/fair-counter.ts';
import { shareKeyOf } from '../../io/shares/holder.ts';
import type { ChallengeCause, Challenger } from '../../request/challenger.ts';
import type { CrawlerIdentifier } from '../../request/conditions/crawler-claims.ts';
import type { RequestContext } from '../../request/request-context.ts';
import type { Verdict } from '../../request/verdict.ts';
import { BotVerifier, type NameLookup } from './bot-verifier.ts';
import type { BotsRequest } from './bots-part.ts';
import { deriveChallengeKeys } from './challenge/challenge-keys.ts';
import { Challenges, type ClaimOnce } from './challenge/challenges.ts';
import { type Bearer, Clearances } from './challenge/clearance.ts';
import { challengeClient } from './challenge-client.ts';
import { ClientBehaviours } from './client-behaviour.ts';
import { CrawlerPace } from './crawler-pace.ts';
import { isVerifiable } from './known-bots.ts';
import { readUserAgent } from './user-agent.ts';

export interface BotGuardOptions {
  /** Shared by all nodes; signs challenges and clearances. */
  secret: Uint8Array;
  claim: ClaimOnce;
  lookup: NameLookup;
  /** Bounds concurrent DNS lookups. */
  lookups: FairCounter;
  counters: { challenges: number };
}

/** What a worker needs to tell people from programs. */
export class BotGuard implements Challenger, CrawlerIdentifier {
  readonly clients = new ClientBehaviours();
  readonly verifier: BotVerifier;
  readonly clearances: Clearances;
  readonly challenges: Challenges;
  readonly crawlerPace = new CrawlerPace();
  private readonly counters: BotGuardOptions['counters'];

  constructor(options: BotGuardOptions) {
    this.counters = options.counters;
    const keys = deriveChallengeKeys(options.secret);
    this.verifier = new BotVerifier(options.lookup, options.lookups);
    this.clearances = new Clearances(keys.clearance);
    this.challenges = new Challenges(keys.challenge, options.claim);
  }

  isCleared(context: RequestContext, cookie: string): boolean {
    if (cookie === '') return false;
    return this.clearances.holds(cookie, bearerOf(context), context.connection.secure, context.receivedAtMs);
  }

  claimedKind({ head }: RequestContext): CrawlerKind | null {
    return readUserAgent(head.userAgent).crawler?.kind ?? null;
  }

  isGenuine({ head, client }: RequestContext): boolean | Promise<boolean> {
    const { crawler } = readUserAgent(head.userAgent);
    if (crawler === null || !isVerifiable(crawler)) return false;
    const identity = this.verifier.identify(crawler, client);
    return identity instanceof Promise
      ? identity.then((known) => known === 'genuine')
      : identity === 'genuine';
  }

  challenge(request: BotsRequest, signs: HeadSigns, cause: ChallengeCause): Verdict | null {
    return challengeClient(request, this.counters, signs, cause);
  }
}

export function bearerOf(context: RequestContext): Bearer {
  return {
    siteId: context.site!.siteId,
    // Challenges are counted by it over all sites.
    client: shareKeyOf(context.client),
    userAgent: context.head.userAgent,
  };
}
