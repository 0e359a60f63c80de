import { createHash } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { authV1 } from '@palisade/contracts';
import { type Caller, InternalTokenSigner, type TokenProblem } from '@palisade/nest-kit';
import { LRUCache } from 'lru-cache';
import { AUTH, type AuthClient } from '../../connections/connections.module.ts';

/** Maximum time that an identity is cached, ms, so that an ended session is rejected within five seconds. */
const MAX_CACHE_MS = 5_000;
const MAX_TOKEN_LENGTH = 4_096;
/** How long a signed identity is reused, ms; it is valid for 60 s. */
const SIGNED_MS = 30_000;

type Finding = { identity: authV1.Identity; problem: null } | { identity: null; problem: TokenProblem };

/** `until` is monotonic time of this process, so that clock changes have no effect. */
type Kept = { finding: Finding; until: number };

const PROBLEMS: Readonly<Record<authV1.TokenProblem, TokenProblem>> = {
  [authV1.TokenProblem.UNSPECIFIED]: 'invalid',
  [authV1.TokenProblem.INVALID]: 'invalid',
  [authV1.TokenProblem.EXPIRED]: 'expired',
  [authV1.TokenProblem.SESSION_ENDED]: 'session_ended',
  [authV1.TokenProblem.OTHER_DEVICE]: 'other_device',
};

/** The credentials that a request carries. */
export interface RequestCredentials {
  /** The Authorization header as received. */
  authorization: string | undefined;
  /** Hash of the device cookie; `null` without one. */
  device: string | null;
  address: string;
  userAgent: string;
}

/** Callers that come through the public entrance. */
export type VisitingCaller = Exclude<Caller, { kind: 'service' }>;

type WithToken = RequestCredentials & { token: string };

/**
 * Identifies the caller of a request: asks the auth service, caches its answer, and passes the identity to services in
 * a signed internal token.
 */
@Injectable()
export class AuthenticatorService {
  // Two caches, so that a flood of made-up tokens cannot push out the answers for real ones.
  private readonly known = new LRUCache<string, Kept>({ max: 20_000 });
  private readonly refused = new LRUCache<string, Kept>({ max: 5_000 });
  private readonly pending = new Map<string, Promise<Finding>>();
  private readonly signed = new LRUCache<string, Promise<string>>({ max: 20_000, ttl: SIGNED_MS });

  constructor(
    @Inject(AUTH) private readonly auth: Pick<AuthClient, 'authenticate'>,
    private readonly signer: InternalTokenSigner,
  ) {}

  /**
   * Identifies the caller of a request.
   * @param fresh skips the cache, so that an ended session or a confirmation just given counts at once
   * @throws DomainError unavailable `service_unavailable` while the auth service does not answer
   */
  async callerOf(credentials: RequestCredentials, fresh = false): Promise<VisitingCaller> {
    const { address: clientAddress } = credentials;
    const token = bearerToken(credentials.authorization);
    if (token === null) return { kind: 'anonymous', tokenProblem: null, clientAddress };
    const finding = await this.find({ ...credentials, token }, fresh);
    if (finding.identity === null) return { kind: 'anonymous', tokenProblem: finding.problem, clientAddress };
    const { userId, sessionId, isAdmin, scopes, reauthenticatedUntilMs } = finding.identity;
    return {
      kind: 'user',
      userId: userId as never,
      sessionId: sessionId as never,
      isAdmin,
      scopes,
      ...(reauthenticatedUntilMs !== undefined && { reauthenticatedUntil: Number(reauthenticatedUntilMs) }),
      clientAddress,
    };
  }

  /** The internal token that identifies the caller to one service; other services reject it. */
  tokenFor(audience: string, caller: VisitingCaller): Promise<string> {
    const key = JSON.stringify([audience, caller]);
    const known = this.signed.get(key);
    if (known) return known;
    const token = this.signer.sign(caller, audience);
    this.signed.set(key, token);
    return token;
  }

  /** Whether the token is valid, by an answer at most a few seconds old. */
  async holds(credentials: RequestCredentials): Promise<boolean> {
    const token = bearerToken(credentials.authorization);
    return token !== null && (await this.find({ ...credentials, token }, false)).identity !== null;
  }

  /** Drops the cached identity after a call that may have ended the session. */
  forget({ authorization, device }: Pick<RequestCredentials, 'authorization' | 'device'>): void {
    const token = bearerToken(authorization);
    if (token !== null) this.known.delete(keyOf(token, device));
  }

  private async find(credentials: WithToken, fresh: boolean): Promise<Finding> {
    if (credentials.token.length > MAX_TOKEN_LENGTH) return { identity: null, problem: 'invalid' };
    const key = keyOf(credentials.token, credentials.device);
    // A token that was rejected on a device stays rejected there.
    const cached = fresh ? this.refused.get(key) : (this.known.get(key) ?? this.refused.get(key));
    if (cached && performance.now() < cached.until) return cached.finding;
    return (fresh ? undefined : this.pending.get(key)) ?? this.ask(key, credentials);
  }

  /** Concurrent requests with the same credentials share one call. */
  private ask(key: string, { token, device, address, userAgent }: WithToken): Promise<Finding> {
    const startedAt = performance.now();
    const answer = this.auth
      .authenticate({ token, deviceHash: device ?? '', clientAddress: address, userAgent })
      .then(({ identity, problem, cacheMs }): Finding => {
        const finding: Finding = identity
          ? { identity, problem: null }
          : { identity: null, problem: PROBLEMS[problem] };
        // The answer was true at some time since we asked, so its age counts from then.
        const until = startedAt + Math.min(cacheMs, MAX_CACHE_MS);
        (identity ? this.known : this.refused).set(key, { finding, until });
        if (!identity) this.known.delete(key);
        return finding;
      })
      .finally(() => {
        if (this.pending.get(key) === answer) this.pending.delete(key);
      });
    this.pending.set(key, answer);
    return answer;
  }
}

/**
 * Cache key of a token on a device: the same token from another device is checked separately. Tokens are hashed, so
 * that a heap dump does not reveal them.
 */
const keyOf = (token: string, device: string | null): string =>
  createHash('sha256')
    .update(`${device ?? ''} ${token}`)
    .digest('base64');

/** RFC 6750, section 2.1. Any other Bearer header counts as an invalid token. */
function bearerToken(authorization: string | undefined): string | null {
  if (authorization === undefined) return null;
  const [, token] = /^Bearer +(.*)$/is.exec(authorization) ?? [];
  return token === undefined ? null : token.trim();
}
