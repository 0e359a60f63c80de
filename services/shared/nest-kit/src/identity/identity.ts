import type { SessionId, UserId } from '../ids/ids.ts';

/** Why a token that came along opened nothing. */
export const TOKEN_PROBLEMS = ['invalid', 'expired', 'session_ended', 'other_device'] as const;
export type TokenProblem = (typeof TOKEN_PROBLEMS)[number];

/** The caller. Minted by the gateway (or by a calling service), verified by everyone else. */
export type Caller = UserCaller | AnonymousCaller | ServiceCaller;

interface ClientFacts {
  /** The visitor's address as the gateway saw it. */
  clientAddress: string;
}

export interface UserCaller extends ClientFacts {
  kind: 'user';
  userId: UserId;
  sessionId: SessionId;
  isAdmin: boolean;
  /** Empty: a browser session, which may do all that the user may. Otherwise an API key's scopes. */
  scopes: readonly string[];
  /** Until when (milliseconds since 1970) the person is known to be there: see `Sensitive`. Absent: not. */
  reauthenticatedUntil?: number | undefined;
}

export interface AnonymousCaller extends ClientFacts {
  kind: 'anonymous';
  /** Set if a token came along that was no good. */
  tokenProblem: TokenProblem | null;
}

export interface ServiceCaller {
  kind: 'service';
  service: string;
}

/** The header (HTTP) and metadata key (gRPC) that carries the internal token. */
export const IDENTITY_HEADER = 'x-palisade-identity';
