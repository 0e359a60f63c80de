import { BotGuard } from '../features/bots/bot-guard.ts';
import { type BotIdentity, BotVerifier } from '../features/bots/bot-verifier.ts';
import { ClientBehaviour, ClientBehaviours } from '../features/bots/client-behaviour.ts';
import { EdgePools } from '../io/shares/edge-pools.ts';

/** Treats each request as its client's first: earlier behaviour is not recorded completely. */
class NoHistory extends ClientBehaviours {
  override of(_siteId: string, _client: string, nowMs: number): ClientBehaviour {
    return new ClientBehaviour(nowMs);
  }
}

class UnaskedVerifier extends BotVerifier {
  private readonly onAsked: () => void;

  constructor(room: EdgePools['crawlerLookups'], onAsked: () => void) {
    super(NO_LOOKUP, room);
    this.onAsked = onAsked;
  }

  override identify(): BotIdentity {
    this.onAsked();
    return 'genuine';
  }
}

const NO_LOOKUP = {
  reverse: () => Promise.resolve([]),
  resolve4: () => Promise.resolve([]),
  resolve6: () => Promise.resolve([]),
};

/** Bot protection's services, answered from a record: recorded clearances, no memory, no DNS. */
export class ReplayedClients extends BotGuard {
  override readonly clients = new NoHistory();
  override readonly verifier: BotVerifier;
  /** Whether the client of the request being judged has a clearance. */
  cleared = false;

  constructor(counters: { challenges: number }, pools: EdgePools, onCrawler: () => void) {
    super({
      secret: new Uint8Array(32),
      claim: () => Promise.resolve(true),
      lookup: NO_LOOKUP,
      lookups: pools.crawlerLookups,
      counters,
    });
    this.verifier = new UnaskedVerifier(pools.crawlerLookups, onCrawler);
  }

  override isCleared(): boolean {
    return this.cleared;
  }
}
