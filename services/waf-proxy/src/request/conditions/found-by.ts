import type { RequestContext } from '../request-context.ts';
import { CRAWLER_CLAIM } from './crawler-claims.ts';
import { type KnownFacts, NOTHING_FOUND } from './found-out.ts';

/** What is known besides the head before the managed rules have looked at the request. */
export function foundEarly(request: RequestContext): KnownFacts {
  const crawler = CRAWLER_CLAIM.read(request);
  return crawler === undefined ? NOTHING_FOUND : { ...NOTHING_FOUND, crawler };
}

/** What is known once they have; of the answer once there is one. */
export function foundLate(request: RequestContext): KnownFacts {
  const { transaction, engineFailed, status, finished } = request;
  return {
    ...foundEarly(request),
    // What a part of the rules found is no score.
    attackScore: transaction === null || engineFailed ? null : transaction.audit().inboundScore,
    answerStatus: finished && status > 0 ? status : null,
  };
}
