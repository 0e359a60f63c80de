import { ValueSteps } from '@palisade/regex';
import type { AuditRecord } from '@palisade/waf-engine';
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
import type { RecordedFacts } from './recorded-facts.ts';
import { ReplayedClients } from './replayed-clients.ts';
import type { ReplayServices } from './replayed-phases.ts';

/** The entry that contains the judged request's client, by list id; null: it is not on the list. */
export type ClientOnLists = ReadonlyMap<string, ListMatch | null>;

/** Results of the rules for a request, for use with a policy under which they would be the same. */
export interface Inspected {
  readonly context: Pick<EdgeRequest, 'transaction' | 'interruption' | 'action' | 'reason'>;
  readonly verdict: Verdict | null;
}

/** State of the one request being judged. */
export class ReplayState {
  site: CompiledSite | null = null;
  country: Country = UNKNOWN_COUNTRY;
  unknown: Unknown | null = null;
  inspected: Inspected | null = null;
  /** What the rules found; null: they have not run. */
  audit: AuditRecord | null = null;

  begin({ country, asn }: RecordedFacts, site: CompiledSite): void {
    this.site = site;
    this.country = country === '' && asn === 0 ? UNKNOWN_COUNTRY : { ...UNKNOWN_COUNTRY, code: country, asn };
    this.unknown = null;
    this.inspected = null;
    this.audit = null;
  }

  /** Keeps the first cause. */
  cannotTell(cause: Unknown): void {
    this.unknown ??= cause;
  }
}

/**
 * A worker's services, answered from a record: no memory of other requests, no sockets, no DNS. A phase that begins to
 * use another service does not compile here.
 */
export function createReplayServices(lists: ClientOnLists, state: ReplayState) {
  const lookUp = (ids: readonly string[], site: AskingSite): ListMatch | null => {
    const matches = ids.map((id) => lists.get(id));
    const place = matches.findIndex((match) => match !== null);
    if (place < 0) {
      // A rule may have added the client to one of these lists.
      if (ids.some((id) => site.filledLists.has(id))) state.cannotTell('lists');
      return null;
    }
    // A list that decides is not recorded.
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
    sites: { mayFind: () => true, find: () => state.site ?? undefined },
    controls: { effective: (site) => site },
    trustedProxies: new AddressList([]),
    trustedHops: 0,
    clientIsKnown: true,
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
