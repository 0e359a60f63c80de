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
import type { ServedSites } from './site-registry.ts';
import type { WorkerCounters } from './worker-counters.ts';

/** A request whose site, once admitted, has the parts of all features. */
export type EdgeRequest = RequestContext<CompiledSite>;

/** State shared by all requests of a worker: services of the features, the listeners and the connections to origins. */
export interface Edge extends FeatureServices {
  sites: ServedSites;
  controls: SiteControls;
  bans: BanTable;
  clientLists: ClientLists;
  bots: BotGuard;
  pools: EdgePools;
  deadlines: Deadlines;
  origins: OriginPools;
  balancer: OriginBalancer;
  /** Null: other edge nodes are not asked. */
  peers: Peers | null;
  /** The worker's TLS port; set once it listens. */
  httpsPort: number;
  nodeId: string;
  counters: WorkerCounters;
  durations: RequestDurations;
  /** Writes the log record. Must not block or throw. */
  record(context: RequestContext): void;
  /** Reports a bug; the receiver limits the rate. */
  reportFault(code: string, context: RequestContext | null, error: unknown): void;
}
