import type { EdgeAction } from '../request/verdict.ts';

/** Why the outcome of a recorded request cannot be determined. */
export type Unknown =
  /** Decided by a rate limit, a ban or flood protection, which depend on other requests and the time. */
  | 'rates'
  /** The body that the rules need was not recorded, or not completely. */
  | 'body'
  /** Code in it was masked, in which rules that were not in force may have found something. */
  | 'masked'
  /** It claims to be a search engine's crawler, which was verified by DNS. */
  | 'crawler'
  /** Decided by the client's earlier behaviour. */
  | 'behaviour'
  /** Decided by a list, and lists change. */
  | 'lists'
  /** Decided by the TLS fingerprint, which was not recorded. */
  | 'fingerprint'
  /** Decided by the client certificate, which is not recorded. */
  | 'certificate'
  /** Decided by a virus scanner. */
  | 'upload_scan'
  /** The record could not be parsed, or the rule engine failed on it. */
  | 'unreadable';

export type Outcome = 'passes' | 'refused' | 'challenged' | 'redirected';

export interface JudgedMatch {
  readonly ruleId: number;
  readonly message: string;
  readonly score: number;
  readonly tags: readonly string[];
  /** Such as `ARGS:q`; for a chain, the targets of all its links. */
  readonly targets: readonly string[];
}

/** The outcome of one request under a policy. */
export interface Judgement {
  /** Null: cannot be determined; `unknown` says why. */
  readonly outcome: Outcome | null;
  readonly unknown: Unknown | null;
  /** In log-only mode: what would have refused the request; '' for nothing. */
  readonly remark: string;
  /** Status of the edge's response; 0 where the request passes. */
  readonly status: number;
  readonly action: EdgeAction;
  /** Stable code, such as "rule" or "blocked_country"; '' where the request passes. */
  readonly reason: string;
  /** The rule that stops the request, or would in log-only mode; 0: none. */
  readonly ruleId: number;
  readonly inboundScore: number;
  /** Matches of rules that are logged. */
  readonly matches: readonly JudgedMatch[];
}
