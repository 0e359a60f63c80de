import { INHERITED_SOCKETS } from '../ipc/inherited-sockets.ts';
import type { StallCause } from './stall-judge.ts';

/** The descriptor on which a worker's watcher reports to the supervisor, one JSON text per line; after the sockets. */
export const VITALS_FD = INHERITED_SOCKETS.httpsFds.at(-1)! + 1;

/** What a hanging worker was doing. The path has no query, which may contain secrets. */
export interface RequestInHand {
  requestId: string;
  method: string;
  siteId: string | null;
  path: string;
}

/** How a worker's event loop stands, and where. */
export interface StallReport {
  cause: StallCause;
  stalledMs: number;
  cpuMs: number | null;
  /** Innermost call first; empty: it could not be had (a call into native code that does not return). */
  stack: string[];
  request: RequestInHand | null;
}

/** From a worker's watcher thread, which does not need the main thread to send it. */
export type VitalsMessage =
  | { type: 'alive' }
  | ({ type: 'stalled' } & StallReport)
  | { type: 'resumed'; stalledMs: number };
