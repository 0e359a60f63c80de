import type { BanTable } from '../features/access/ban-table.ts';
import type { ClientLists } from '../features/access/client-lists.ts';
import type { BotGuard } from '../features/bots/bot-guard.ts';
import type { Deadlines } from '../io/deadlines.ts';
import type { EdgePools } from '../io/shares/edge-pools.ts';
import type { RequestContext } from '../request/request-context.ts';
import type { OriginPools } from '../upstream/origin-pools.ts';
import type { OriginBalancer } from '../upstream/origins/origin-balancer.ts';
import type { Peers } from '../upstream/peers/peers.ts';
import type { CompiledSite } from './compiled-site.ts';
import type { FeatureServices } from './features.ts';
import type { RequestDurations } from './request-durations.ts';
import type { SiteControls } from './site-controls.ts';
import type { SiteRegistry } from './site-registry.ts';
import type { WorkerCounters } from './worker-counters.ts';

/** A request whose site, once admitted, has the parts of all features. */
export type EdgeRequest = RequestContext<CompiledSite>;

/** What all requests of one worker share: what features ask for, and what listeners and the way to origins need. */
export interface Edge extends FeatureServices {
  sites: SiteRegistry;
  controls: SiteControls;
  bans: BanTable;
  clientLists: ClientLists;
  bots: BotGuard;
  pools: EdgePools;
  deadlines: Deadlines;
  origins: OriginPools;
  balancer: OriginBalancer;
  /** Null: no other edge node is asked. */
  peers: Peers | null;
  /** Where this worker takes TLS connections; known once it listens. */
  httpsPort: number;
  nodeId: string;
  counters: WorkerCounters;
  durations: RequestDurations;
  /** The log phase's way out. Must not block or throw. */
  record(context: RequestContext): void;
  /** Something that should never happen did; rate-limited where it is written. */
  reportFault(code: string, context: RequestContext | null, error: unknown): void;
}
