import type { Unknown } from '@palisade/waf-proxy/judge';

/** What the judging thread is asked: some recorded requests, and two documents of their site. */
export interface ReplayBatch {
  /** Serialised palisade.edge.v1.SiteConfig. */
  current: Uint8Array;
  proposed: Uint8Array;
  /** Serialised palisade.events.v1.RecordedRequest, newest first; null: it did not open. */
  requests: readonly (Uint8Array | null)[];
  /** No further request is begun after so long. */
  limitMs: number;
}

export type Direction = 'refused' | 'passed';

/** A request of which the proposed policy makes something else. */
export interface Difference {
  direction: Direction;
  requestId: string;
  receivedAtMs: number;
  method: string;
  target: string;
  client: string;
  /** Of what refuses it, in one of the two policies. */
  reason: string;
  ruleId: number;
  message: string;
  /** Where the strongest rule found something, such as `ARGS:q`; '' where none did. */
  field: string;
  /** For so many requests does it stand. */
  weight: number;
  looksLikeAttack: boolean;
}

export interface ReplayBatchResult {
  /** How many of the batch were judged; the others are for the next call. */
  judged: number;
  /** Sum of the weights of those that were judged; what could not be read stands for itself. */
  standsFor: number;
  unknown: Partial<Record<Unknown, number>>;
  differences: Difference[];
}
