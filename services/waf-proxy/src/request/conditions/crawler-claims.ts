import type { CrawlerKind } from '@palisade/site-policy';
import type { RequestContext } from '../request-context.ts';
import { RequestSlot } from '../request-slot.ts';
import type { PhaseResult } from '../verdict.ts';
import type { CrawlerClaim } from './found-out.ts';

/** Identifies crawlers, for whichever feature asks. */
export interface CrawlerIdentifier {
  /** The purpose of the crawler that the client claims to be; null: it claims none. */
  claimedKind(request: RequestContext): CrawlerKind | null;
  /** Whether the claim is genuine; may need a DNS lookup, which is bounded. */
  isGenuine(request: RequestContext): boolean | Promise<boolean>;
}

/** Kept where an owner's rule or limit depends on it. */
export const CRAWLER_CLAIM = new RequestSlot<CrawlerClaim>('what a crawler says to be');

/**
 * Continues once a crawler claim is verified or refuted. Nothing is looked up where no rule depends on it.
 *
 * @param mayMatter whether a rule depends on the result
 */
export function whenClaimIsSettled(
  request: RequestContext,
  teller: CrawlerIdentifier,
  mayMatter: () => boolean,
  proceed: () => PhaseResult,
): PhaseResult {
  if (CRAWLER_CLAIM.read(request) !== undefined) return proceed();
  const kind = teller.claimedKind(request);
  if (kind === null || !mayMatter()) return proceed();
  const settle = (isGenuine: boolean): PhaseResult => {
    CRAWLER_CLAIM.keep(request, Object.freeze({ kind, isGenuine }));
    return proceed();
  };
  const genuine = teller.isGenuine(request);
  if (!(genuine instanceof Promise)) return settle(genuine);
  // A client that left gets no further phases.
  return genuine.then((isGenuine) => (request.lifetime.isOver ? null : settle(isGenuine)));
}
