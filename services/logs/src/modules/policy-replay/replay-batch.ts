import type { Unknown } from '@palisade/waf-proxy/judge';

/** A job of the worker thread: some recorded requests, and two documents of their site. */
export interface ReplayBatch {
  /** Serialised palisade.edge.v1.SiteConfig. */
  current: Uint8Array;
  proposed: Uint8Array;
  /** Serialised palisade.events.v1.RecordedRequest, newest first; null: it did not open. */
  requests: readonly (Uint8Array | null)[];
  /** No further request is started after this time. */
  limitMs: number;
}

export type Direction = 'refused' | 'passed';

/** A request whose outcome differs under the proposed policy. */
export interface Difference {
  direction: Direction;
  requestId: string;
  receivedAtMs: number;
  method: string;
  target: string;
  client: string;
  /** Cause of the refusal, under one of the two policies. */
  reason: string;
  ruleId: number;
  message: string;
  /** Target where the rule with the highest score matched, such as `ARGS:q`; '' without one. */
  field: string;
  /** Number of requests that it stands for. */
  weight: number;
  looksLikeAttack: boolean;
}

export interface ReplayBatchResult {
  /** Number of judged requests of the batch; the others are left to the next call. */
  judged: number;
  /** Sum of the weights of those that were judged; what could not be read stands for itself. */
  standsFor: number;
  unknown: Partial<Record<Unknown, number>>;
  differences: Difference[];
}
