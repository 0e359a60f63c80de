import type { EdgeAction } from '../request/verdict.ts';

/** Why nobody can say what a policy makes of a recorded request. */
export type Unknown =
  /** A rate limit, a ban or a flood decided; they depend on what else came, and when. */
  | 'rates'
  /** What the rules would have looked at was not recorded, or not all of it. */
  | 'body'
  /** It says that it is a search engine's crawler; DNS was asked whether it is. */
  | 'crawler'
  /** What the client did before decided, not this request. */
  | 'behaviour'
  /** Whether its address is on a list decided; lists change. */
  | 'lists'
  /** How its client's TLS handshake began decided, which was not recorded. */
  | 'fingerprint'
  /** Whether its client shows a certificate that the site takes decides; none is recorded. */
  | 'certificate'
  /** A virus scanner decided. */
  | 'upload_scan'
  /** It could not be read again, or the rule engine failed on it. */
  | 'unreadable';

export type Outcome = 'passes' | 'refused' | 'challenged' | 'redirected';

export interface JudgedMatch {
  readonly ruleId: number;
  readonly message: string;
  readonly score: number;
  readonly tags: readonly string[];
  /** Such as `ARGS:q`; of a chain those of all its links. */
  readonly targets: readonly string[];
}

/** What a policy makes of one request. */
export interface Judgement {
  /** Null: nobody can say, see `unknown`. */
  readonly outcome: Outcome | null;
  readonly unknown: Unknown | null;
  /** In log-only mode: what would have refused it; '' where nothing would. */
  readonly remark: string;
  /** Of our answer; 0 where the request passes. */
  readonly status: number;
  readonly action: EdgeAction;
  /** Stable code, such as "rule" or "blocked_country"; '' where the request passes. */
  readonly reason: string;
  /** That stops the request, or would in log-only mode; 0: none. */
  readonly ruleId: number;
  readonly inboundScore: number;
  /** Rules that are logged. */
  readonly matches: readonly JudgedMatch[];
}
