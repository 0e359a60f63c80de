import type { FairCounter } from '../limits/fair-counter.ts';
import type { RequestContext } from '../proxy/request-context.ts';
import { BotVerifier, type NameLookup } from './bot-verifier.ts';
import { deriveChallengeKeys } from './challenge/challenge-keys.ts';
import { Challenges, type ClaimOnce } from './challenge/challenges.ts';
import { type Bearer, Clearances } from './challenge/clearance.ts';
import { Visitors } from './visitors.ts';

export interface BotGuardOptions {
  /** Shared by all nodes; signs challenges and clearances. */
  secret: Uint8Array;
  claim: ClaimOnce;
  lookup: NameLookup;
  /** For questions to it. */
  lookups: FairCounter;
}

/** What a worker needs to tell people from programs. */
export class BotGuard {
  readonly visitors = new Visitors();
  readonly verifier: BotVerifier;
  readonly clearances: Clearances;
  readonly challenges: Challenges;

  constructor(options: BotGuardOptions) {
    const keys = deriveChallengeKeys(options.secret);
    this.verifier = new BotVerifier(options.lookup, options.lookups);
    this.clearances = new Clearances(keys.clearance);
    this.challenges = new Challenges(keys.challenge, options.claim);
  }

  isCleared(context: RequestContext, cookie: string): boolean {
    if (cookie === '') return false;
    return this.clearances.holds(cookie, bearerOf(context), context.connection.secure, context.receivedAtMs);
  }
}

export function bearerOf(context: RequestContext): Bearer {
  return {
    siteId: context.site!.siteId,
    client: context.client.key,
    userAgent: context.head.userAgent,
  };
}
