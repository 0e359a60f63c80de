import type { Socket } from 'node:net';
import type { BotGuard } from '../bots/bot-guard.ts';
import type { CacheStore } from '../cache/cache-store.ts';
import type { DdosGuard } from '../ddos/ddos-guard.ts';
import type { Overload } from '../ddos/overload.ts';
import type { BanTable } from '../limits/ban-table.ts';
import type { ConnectionCap } from '../limits/connection-cap.ts';
import type { EdgePools } from '../limits/edge-pools.ts';
import type { RateLimiter } from '../limits/rate-limiter.ts';
import type { OriginBalancer } from '../origins/origin-balancer.ts';
import type { AddressList } from '../site-config/address-list.ts';
import type { GeoLookup } from '../site-config/geo.ts';
import type { SiteControls } from '../site-config/site-controls.ts';
import type { SiteRegistry } from '../site-config/site-registry.ts';
import type { RequestTracer } from '../telemetry/tracing/request-tracer.ts';
import type { WorkerCounters } from '../telemetry/worker-counters.ts';
import type { ChallengeTable } from '../tls/challenge-table.ts';
import type { UploadScanner } from '../upload-scan/upload-scanner.ts';
import type { RequestContext } from './request-context.ts';
import type { Deadlines } from './upstream/deadlines.ts';
import type { OriginPools } from './upstream/origin-pools.ts';

/** What all requests of one worker share. */
export interface Edge {
  sites: SiteRegistry;
  geo: GeoLookup;
  bans: BanTable;
  challenges: ChallengeTable;
  limiter: RateLimiter;
  bots: BotGuard;
  ddos: DdosGuard;
  overload: Overload;
  connectionCap: ConnectionCap;
  pools: EdgePools;
  deadlines: Deadlines;
  origins: OriginPools;
  balancer: OriginBalancer;
  controls: SiteControls;
  /** Null: nothing is traced. */
  tracer: RequestTracer | null;
  trustedProxies: AddressList;
  /** Balancers whose connections begin with a PROXY header. */
  proxyProtocol: AddressList;
  /** Null: there is neither scanner nor disk for uploads. */
  uploads: UploadScanner | null;
  /** Null: this node stores nothing. */
  cache: CacheStore | null;
  /** Forgets a key on all workers of the node. */
  invalidate(key: string): void;
  /** Where this worker takes TLS connections; known once it listens. */
  httpsPort: number;
  /** How this installation names itself in Via; the same on all of its nodes. */
  viaName: string;
  nodeId: string;
  /** The worker is about to end: every response closes its connection. */
  draining: boolean;
  counters: WorkerCounters;
  /** Client sockets that were joined to an origin after an upgrade; the HTTP servers know them no more. */
  joined: Set<Socket>;
  /** The log phase's way out. Must not block or throw. */
  record(context: RequestContext): void;
  /** Something that should never happen did; rate-limited where it is written. */
  reportFault(code: string, context: RequestContext | null, error: unknown): void;
}
