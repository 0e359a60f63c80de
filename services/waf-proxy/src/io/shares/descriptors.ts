import type { PoolBounds } from './edge-pools.ts';
import { POOLS } from './pools.ts';

/** Minimum descriptor limit: with less, a worker could hardly serve anybody. */
export const MIN_DESCRIPTORS = 1_024;
/** Descriptors reserved for the process itself: listeners, logs, resolvers, the virus scanner. */
const OWN = 1_024;
/** Maximum idle connections to all origins together. */
const IDLE_ORIGIN_CONNECTIONS = 4_096;
/** Descriptors per request: a connection to the origin, and a file of the cache or of an upload. */
const PER_REQUEST = 2;

/** Bounds on what a worker may hold open, so that it never runs out of descriptors (`ulimit -n`). */
export interface OpenBounds {
  pools: Required<Pick<PoolBounds, 'connections' | 'requests' | 'websockets'>>;
  idleOriginConnections: number;
  /** Fraction of the usual bounds that fits, 0 to 1. */
  part: number;
  /** Descriptor limit at which the usual bounds fit. */
  wanted: number;
}

/**
 * The soft limit of open files of this process and its children (Node has already raised it to the hard limit). To be
 * called before there are connections, since the report would resolve their names.
 */
export function descriptorLimit(): number {
  const { userLimits } = process.report.getReport() as {
    userLimits?: { open_files?: { soft: number | string } };
  };
  const soft = userLimits?.open_files?.soft;
  // "unlimited", or a system without such a limit.
  return typeof soft === 'number' ? soft : Number.POSITIVE_INFINITY;
}

/** @throws Error where the limit is below {@link MIN_DESCRIPTORS} */
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
