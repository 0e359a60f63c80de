import type { AcmeChallenge, CachePurge } from '@palisade/edge-state';
import type { CountedWindow } from '../../features/rate-limits/rate-limiter.ts';
import type { PoolName, PoolState } from '../../io/shares/pools.ts';
import type { CellExemplar } from '../../pipeline/request-durations.ts';
import type { ControlsInForce } from '../../pipeline/site-controls.ts';
import type { WorkerCounters } from '../../pipeline/worker-counters.ts';
import type { Http3Offer } from '../../server/connections/server-ports.ts';
import type { Http3Sockets } from '../../server/http3/http3-handover.ts';
import type { OriginVerdict } from '../../upstream/origins/health-monitor.ts';
import type { KeptList } from '../lists/kept-list.ts';
import type { StoredSiteChange } from './stored-site-change.ts';

/** A worker's state, sent every second. */
export interface WorkerReport {
  counters: WorkerCounters;
  /** `RequestDurations.numbers()` */
  durations: number[];
  /** `RequestDurations.exemplars()`; empty without tracing. */
  exemplars: CellExemplar[];
  pools: Record<PoolName, PoolState>;
  sites: number;
  /** Revision of the supervisor's documents that the worker runs; 0: none yet. */
  configRevision: number;
  /** When it adopted the latest of them. */
  configChangedAtMs: number;
  memoryBytes: number;
  cpuMicros: number;
}

/** From the supervisor to a worker. Documents are serialised SiteConfigs with verified signatures. */
export type ToWorker =
  /**
   * Documents that are not in the node's store. `revision`: of the supervisor's documents once these are applied; 0: more
   * will follow.
   */
  | { type: 'sites'; documents: Uint8Array[]; revision: number }
  /** In the node's store, `sites` have other documents; `count`: the sites that it has. */
  | { type: 'stored-sites'; sites: StoredSiteChange[]; count: number; revision: number }
  | { type: 'listen' }
  | { type: 'bans'; bans: { siteId: string; address: string; untilMs: number }[] }
  | { type: 'lists'; lists: KeptList[] }
  | { type: 'controls'; controls: ControlsInForce }
  | { type: 'origin-health'; verdicts: OriginVerdict[] }
  | { type: 'challenges'; challenges: AcmeChallenge[] }
  | { type: 'purges'; purges: CachePurge[] }
  /** Purges may have been missed. */
  | { type: 'purge-everything' }
  /** Keys that another worker invalidated because of a change. */
  | { type: 'invalidated'; keys: string[] }
  | { type: 'ticket-key'; key: Uint8Array }
  /** For sites that do not log addresses. */
  | { type: 'pseudonym-key'; key: Uint8Array }
  /** Number of nodes that share limits. */
  | { type: 'nodes'; count: number }
  /** Names of the nodes that are alive and in service. */
  | { type: 'peers'; alive: readonly string[] }
  | { type: 'count-reply'; id: number; elsewhere: number | null }
  | { type: 'claim-reply'; id: number; isFirst: boolean }
  | { type: 'http3'; offer: Http3Offer }
  /** The node will stop: clients should use others, but requests are still served. */
  | { type: 'lame-duck'; on: boolean }
  /** `isReplaced`: a successor listens already. */
  | { type: 'drain'; isReplaced: boolean };

/** From a worker to the supervisor. */
export type ToSupervisor =
  | { type: 'hello' }
  | { type: 'listening'; httpPort: number; httpsPort: number; http3: Http3Sockets | null }
  | ({ type: 'counters' } & WorkerReport)
  | { type: 'ban'; siteId: string; address: string; untilMs: number; reason: string }
  | ({ type: 'count'; id: number } & CountedWindow & { own: number })
  | { type: 'claim'; id: number; key: string; seconds: number }
  | { type: 'defence'; siteId: string; change: 'attack' | 'calm'; rate: number; usualRate: number }
  | { type: 'invalidated'; keys: string[] }
  /** What lies on disk of a site could not be verified; null: where sites are found by cannot be read. */
  | { type: 'damaged-site'; siteId: string | null }
  | { type: 'fault'; code: string; requestId: string; detail: string };

/** Messages that the pool of workers passes on. */
export type ToNode = Exclude<ToSupervisor, { type: 'hello' | 'counters' }>;

/** A handler for every kind of message; a missing one does not compile. `From`: the sender. */
export type MessageHandlers<Message extends { type: string }, From = void> = {
  readonly [Type in Message['type']]: (message: Extract<Message, { type: Type }>, from: From) => void;
};

export function handleMessage<Message extends { type: string }, From = void>(
  handlers: MessageHandlers<Message, From>,
  message: Message,
  from: From,
): void {
  const type: Message['type'] = message.type;
  const handle = handlers[type] as ((message: Message, from: From) => void) | undefined;
  // During an update, a worker and its supervisor may be of different versions.
  handle?.(message, from);
}
