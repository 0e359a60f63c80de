import type { CrawlerKind } from '@palisade/site-policy';
import type { RequestContext } from '../request-context.ts';
import { RequestSlot } from '../request-slot.ts';
import type { PhaseResult } from '../verdict.ts';
import type { CrawlerClaim } from './found-out.ts';

/** Knows crawlers, whichever feature asks. */
export interface CrawlerIdentifier {
  /** What the crawler is for that the client says to be; null: it says to be none. */
  claimedKind(request: RequestContext): CrawlerKind | null;
  /** Whether that is proven; DNS may have to be asked, within a bound. */
  isGenuine(request: RequestContext): boolean | Promise<boolean>;
}

/** Kept where an owner's rule or limit hangs on it. */
export const CRAWLER_CLAIM = new RequestSlot<CrawlerClaim>('what a crawler says to be');

/**
 * Goes on once it is known whether a client is the crawler that it says to be. Nobody is asked where nothing hangs on it.
 *
 * @param mayMatter whether it may, whatever the answer
 */
export function whenClaimIsSettled(
  request: RequestContext,
  teller: CrawlerIdentifier,
  mayMatter: () => boolean,
  goOn: () => PhaseResult,
): PhaseResult {
  if (CRAWLER_CLAIM.read(request) !== undefined) return goOn();
  const kind = teller.claimedKind(request);
  if (kind === null || !mayMatter()) return goOn();
  const settle = (isGenuine: boolean): PhaseResult => {
    CRAWLER_CLAIM.keep(request, Object.freeze({ kind, isGenuine }));
    return goOn();
  };
  const genuine = teller.isGenuine(request);
  if (!(genuine instanceof Promise)) return settle(genuine);
  // Nobody waits for what comes next of one that has left.
  return genuine.then((isGenuine) => (request.lifetime.isOver ? null : settle(isGenuine)));
}
