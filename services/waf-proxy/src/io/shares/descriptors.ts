import type { PoolBounds } from './edge-pools.ts';
import { POOLS } from './pools.ts';

/** Fewer than this, and a worker could serve next to nobody. */
export const MIN_DESCRIPTORS = 1_024;
/** For what strangers do not open: sockets that listen, logs, name servers, the scanner. */
const OWN = 1_024;
/** Connections to all origins together that wait for the next request. */
const IDLE_ORIGIN_CONNECTIONS = 4_096;
/** A request may have a connection to its origin and a file of the cache, or of an upload, open at once. */
const PER_REQUEST = 2;

/** What a worker may hold open, so that it never lacks descriptors (`ulimit -n`). */
export interface OpenBounds {
  pools: Required<Pick<PoolBounds, 'connections' | 'requests' | 'websockets'>>;
  idleOriginConnections: number;
  /** Part of the usual bounds, 0–1. */
  part: number;
  /** Descriptors with which the usual bounds hold. */
  wanted: number;
}

/**
 * How many files and sockets this process, and each that it starts, may have open; Node has raised it to
 * what it may be. For a process that has no connections yet, as their names would be looked up.
 */
export function descriptorLimit(): number {
  const { userLimits } = process.report.getReport() as {
    userLimits?: { open_files?: { soft: number | string } };
  };
  const soft = userLimits?.open_files?.soft;
  // "unlimited", or a system that has no such limit.
  return typeof soft === 'number' ? soft : Number.POSITIVE_INFINITY;
}

/** Throws where the limit leaves room for next to nothing. */
export function boundsWithin(limit: number): OpenBounds {
  if (limit < MIN_DESCRIPTORS) {
    throw new Error(
      `the limit of open files (ulimit -n, LimitNOFILE) is ${limit}: the edge needs ${MIN_DESCRIPTORS} at least`,
    );
  }
  const { connections, requests, websockets } = POOLS;
  const usual = connections.bound + PER_REQUEST * requests.bound + websockets.bound + IDLE_ORIGIN_CONNECTIONS;
  const own = Math.min(OWN, limit / 4);
  const part = Math.min(1, (limit - own) / usual);
  const within = (bound: number) => Math.floor(bound * part);
  return {
    pools: {
      connections: within(connections.bound),
      requests: within(requests.bound),
      websockets: within(websockets.bound),
    },
    idleOriginConnections: within(IDLE_ORIGIN_CONNECTIONS),
    part,
    wanted: usual + OWN,
  };
}
