import { Inject, Injectable } from '@nestjs/common';
import {
  affectedRows,
  DomainError,
  newId,
  queryRows,
  REAUTHENTICATION_MINUTES,
  type SessionId,
  tokenRefused,
  type UserCaller,
  type UserId,
} from '@palisade/nest-kit';
import { DataSource, type EntityManager } from 'typeorm';
import { AUTH_CONFIG, type AuthConfig } from '../../config/config.ts';
import type { ClientInfo } from '../../http/client-info.ts';
import { hashSecretToken } from '../../http/secret-tokens.ts';
import { SecurityActivityService } from '../security-activity/security-activity.service.ts';
import { type SessionEnd, SessionEntity } from './session.entity.ts';
import { sessionExpiry } from './session-lifetime.rules.ts';
import { type AccessToken, type SessionClaims, SessionTokensService } from './session-tokens.service.ts';

/** The tokens that a client receives. */
export interface SessionGrant extends AccessToken {
  /** `null`: the session cannot be renewed. */
  refreshToken: string | null;
  /** When the session ends, whether or not it is renewed. */
  expiresAt: Date;
}

/** What a device stores after a sign-in. */
export interface SignInGrant {
  deviceToken: string;
  session: SessionGrant;
}

/** Server-side sessions: tokens only name them, so ending one revokes its tokens. */
@Injectable()
export class SessionsService {
  constructor(
    @Inject(AUTH_CONFIG) private readonly config: AuthConfig,
    private readonly database: DataSource,
    private readonly tokens: SessionTokensService,
    private readonly events: SecurityActivityService,
  ) {}

  /**
   * For somebody who has just given the password, in the transaction that has verified it. A client that keeps cookies
   * is bound to its device cookie, and renews. Any other has a session as short as an access token: programs use API
   * keys.
   */
  async open(
    manager: EntityManager,
    userId: UserId,
    client: ClientInfo,
    { remember, deviceToken }: { remember: boolean; deviceToken: string },
  ): Promise<SessionGrant> {
    const now = new Date();
    const expiresAt = sessionExpiry(now, {
      keepsCookies: client.keepsCookies,
      remember,
      accessTokenSeconds: this.config.PALISADE_AUTH_ACCESS_TOKEN_SECONDS,
    });
    const session = {
      id: newId<SessionId>(),
      userId,
      lastSeenAt: now,
      expiresAt,
      endedAt: null,
      endReason: null,
      clientAddress: client.address,
      userAgent: client.userAgent,
      deviceHash: client.keepsCookies ? hashSecretToken(deviceToken) : null,
      refreshGeneration: client.keepsCookies ? 1 : null,
    };
    await manager.insert(SessionEntity, session);
    return this.grant(session);
  }

  async grant(session: SessionClaims): Promise<SessionGrant> {
    return {
      ...(await this.tokens.access(session)),
      refreshToken: session.refreshGeneration === null ? null : await this.tokens.refresh(session),
      expiresAt: session.expiresAt,
    };
  }

  /** Active sessions, newest first. */
  async list(userId: UserId): Promise<SessionEntity[]> {
    return this.database
      .createQueryBuilder(SessionEntity, 'session')
      .where('session.userId = :userId AND session.endedAt IS NULL AND session.expiresAt > now()', { userId })
      .orderBy('session.lastSeenAt', 'DESC')
      .limit(200)
      .getMany();
  }

  /** @throws DomainError not_found `session_not_found`, also for other people's sessions */
  async end(userId: UserId, id: SessionId, reason: SessionEnd): Promise<void> {
    const changed = await affectedRows(
      this.database,
      `UPDATE sessions SET ended_at = now(), end_reason = $3
        WHERE id = $1 AND user_id = $2 AND ended_at IS NULL AND expires_at > now()`,
      [id, userId, reason],
    );
    if (changed === 0) {
      throw new DomainError('not_found', 'session_not_found', 'Session not found');
    }
  }

  /**
   * Ends all other sessions of the caller. A changed password or a closed account ends sessions through
   * `AccountAccessService`.
   */
  async endOthers(caller: UserCaller): Promise<void> {
    await this.database.transaction(async (manager) => {
      const ended = await affectedRows(
        manager,
        `UPDATE sessions SET ended_at = now(), end_reason = 'revoked'
        WHERE user_id = $1 AND ended_at IS NULL AND id <> $2`,
        [caller.userId, caller.sessionId],
      );
      if (ended === 0) return;
      await this.events.record(manager, {
        userId: caller.userId,
        kind: 'other_sessions_ended',
        actor: caller,
        details: { sessions: String(ended) },
      });
    });
  }

  /**
   * Under the account's lock (see `lockAccount`), before a session changes the account's credentials.
   * @throws DomainError unauthenticated `token_session_ended`
   */
  async requireOpen(manager: EntityManager, { userId, sessionId }: UserCaller): Promise<void> {
    const open = await manager.query<unknown[]>(
      'SELECT FROM sessions WHERE id = $1 AND user_id = $2 AND ended_at IS NULL AND expires_at > now()',
      [sessionId, userId],
    );
    if (open.length === 0) throw tokenRefused('session_ended');
  }

  /**
   * Records that the user of a session has just re-authenticated. Returns until when that is valid.
   * @throws DomainError unauthenticated `token_session_ended` if the session ended meanwhile
   */
  async confirm(manager: EntityManager, userId: UserId, id: SessionId): Promise<Date> {
    const rows = await queryRows<{ until: Date }>(
      manager,
      `UPDATE sessions SET authenticated_at = now()
        WHERE id = $1 AND user_id = $2 AND ended_at IS NULL AND expires_at > now()
       RETURNING authenticated_at + make_interval(mins => ${REAUTHENTICATION_MINUTES}) AS until`,
      [id, userId],
    );
    const [row] = rows;
    if (!row) throw tokenRefused('session_ended');
    return row.until;
  }

  /** Deletes sessions that ended more than 30 days ago. */
  async forgetOld(): Promise<void> {
    await this.database.query(
      `DELETE FROM sessions WHERE expires_at < now() - interval '30 days' OR ended_at < now() - interval '30 days'`,
    );
  }
}
