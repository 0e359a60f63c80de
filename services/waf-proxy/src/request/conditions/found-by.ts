import type { RequestContext } from '../request-context.ts';
import { CRAWLER_CLAIM } from './crawler-claims.ts';
import { type KnownFacts, NOTHING_FOUND } from './found-out.ts';

/** Facts besides the head that are known before the managed rules run. */
export function foundEarly(request: RequestContext): KnownFacts {
  const crawler = CRAWLER_CLAIM.read(request);
  return crawler === undefined ? NOTHING_FOUND : { ...NOTHING_FOUND, crawler };
}

/** Facts that are known after the managed rules, and after the answer once there is one. */
export function foundLate(request: RequestContext): KnownFacts {
  const { transaction, engineFailed, status, finished } = request;
  return {
    ...foundEarly(request),
    // If the engine failed, its score is of a part of the rules only.
    attackScore: transaction === null || engineFailed ? null : transaction.audit().inboundScore,
    answerStatus: finished && status > 0 ? status : null,
  };
}
