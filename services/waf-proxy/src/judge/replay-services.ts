import { ValueSteps } from '@palisade/regex';
import { bodyValuesOf } from '../features/inspection/body-values.ts';
import { RuleTurns } from '../features/inspection/rule-turns.ts';
import { AddressList } from '../io/addresses/address-list.ts';
import { type Country, UNKNOWN_COUNTRY } from '../io/addresses/geo.ts';
import { EdgePools } from '../io/shares/edge-pools.ts';
import type { CompiledSite } from '../pipeline/compiled-site.ts';
import type { EdgeRequest } from '../pipeline/edge.ts';
import { newCounters } from '../pipeline/worker-counters.ts';
import type { AskingSite, ListMatch } from '../request/listed-clients.ts';
import type { RequestContext } from '../request/request-context.ts';
import type { Verdict } from '../request/verdict.ts';
import type { Unknown } from './judgement.ts';
import { ReplayedClients } from './replayed-clients.ts';
import type { ReplayServices } from './replayed-phases.ts';

/** For each list by its id: what of it holds the client of the request that is judged; null: nothing. */
export type ClientOnLists = ReadonlyMap<string, ListMatch | null>;

/** What the rules said of a request, for a policy under which they would say the same. */
export interface Inspected {
  readonly context: EdgeRequest;
  readonly verdict: Verdict | null;
}

/** Of the one request that is judged now. */
export class ReplayState {
  site: CompiledSite | null = null;
  country: Country = UNKNOWN_COUNTRY;
  unknown: Unknown | null = null;
  inspected: Inspected | null = null;

  /** The first cause stands. */
  cannotTell(cause: Unknown): void {
    this.unknown ??= cause;
  }
}

/**
 * A worker's services as a record answers them: no memory of other requests, no sockets, no DNS. A phase that comes to
 * need something else does not compile here.
 */
export function createReplayServices(lists: ClientOnLists, state: ReplayState) {
  const lookUp = (ids: readonly string[], site: AskingSite): ListMatch | null => {
    const matches = ids.map((id) => lists.get(id));
    const place = matches.findIndex((match) => match !== null);
    if (place < 0) {
      // A rule may have put the client on one of them.
      if (ids.some((id) => site.filledLists.has(id))) state.cannotTell('lists');
      return null;
    }
    // One of them holds the client, or is not known.
    if (matches[place] === undefined) state.cannotTell('lists');
    return matches[place] ?? null;
  };
  const pools = new EdgePools();
  const counters = newCounters();
  const inspecting = {
    ruleTurns: new RuleTurns(),
    pools,
    counters,
    reportFault: () => state.cannotTell('unreadable'),
  };
  return {
    sites: { find: () => state.site ?? undefined },
    controls: { effective: (site) => site },
    trustedProxies: new AddressList([]),
    trustedHops: 0,
    tracer: null,
    geo: { find: () => state.country },
    bans: { bannedUntil: () => 0 },
    httpsPort: 443,
    bots: new ReplayedClients(counters, pools, () => state.cannotTell('crawler')),
    clientLists: { lookUp, holding: lookUp, nameOf: (id) => lists.get(id)?.name },
    listings: { add: () => undefined },
    customRuleSteps: new ValueSteps(),
    ddos: { isDefended: () => false },
    ...inspecting,
    readBody: (request: RequestContext, maxBytes: number) =>
      bodyValuesOf(request as EdgeRequest, inspecting, maxBytes),
  } satisfies ReplayServices;
}
