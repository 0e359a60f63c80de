import { cookieOf } from '../../http/head-signs.ts';
import type { Challenger } from '../../request/challenger.ts';
import type { CountersOf, Feature } from '../../request/feature.ts';
import type { RequestContext } from '../../request/request-context.ts';
import type { RequestPlaces } from '../../request/request-place.ts';
import { OVERLOADED } from '../../request/shed-request.ts';
import { EdgeAction, type Verdict } from '../../request/verdict.ts';
import type { Overload } from './overload.ts';

const RETRY_AFTER_SECONDS = 5;
const COUNTERS = { shed: 'Requests refused because the worker could not keep up' } as const;

export interface OverloadServices extends RequestPlaces {
  overload: Overload;
  bots: Challenger;
  counters: CountersOf<typeof COUNTERS>;
}

/** Sheds a share of the requests while the worker is overloaded, and all requests beyond its memory limits. */
function shedOverload(context: RequestContext, edge: OverloadServices): Verdict | null {
  const { overload } = edge;
  if (overload.part > 0 && overload.sheds(isPrivileged(context, edge), context, context.receivedAtMs)) {
    edge.counters.shed++;
    return {
      status: 503,
      action: EdgeAction.REJECT,
      reason: 'overloaded',
      headers: ['Retry-After', String(RETRY_AFTER_SECONDS)],
    };
  }
  context.place = edge.pools.requests.enter(context);
  return context.place === null ? OVERLOADED : null;
}

/** Allow-listed clients, and those that solved a challenge, are refused last. */
function isPrivileged(context: RequestContext, { bots }: OverloadServices): boolean {
  return context.allowListed || bots.isCleared(context, cookieOf(context.rawHeaders));
}

export const overload = {
  name: 'overload',
  killSwitches: [],
  compile: () => ({}),
  counters: COUNTERS,
  phase: shedOverload,
} as const satisfies Feature<object, OverloadServices>;
