import { Injectable } from '@nestjs/common';
import { DomainError, newId, type SessionId, type UserId } from '@palisade/nest-kit';
import { DataSource, type EntityManager } from 'typeorm';
import type { ClientFacts } from '../../http/client-facts.ts';
import { type SessionEnd, SessionEntity } from './session.entity.ts';
import { SessionTokens } from './session-tokens.ts';

const HOUR = 3_600_000;
const LIFETIME = { short: 24 * HOUR, remembered: 30 * 24 * HOUR } as const;

export interface OpenedSession {
  token: string;
  expiresAt: Date;
}

/** Server-side sessions: tokens only name them, so ending one ends all that it opened. */
@Injectable()
export class Sessions {
  constructor(
    private readonly database: DataSource,
    private readonly tokens: SessionTokens,
  ) {}

  async open(
    manager: EntityManager,
    userId: UserId,
    client: ClientFacts,
    remember: boolean,
  ): Promise<OpenedSession> {
    const now = Date.now();
    // Tokens count whole seconds.
    const expiresAt = new Date(
      Math.floor((now + (remember ? LIFETIME.remembered : LIFETIME.short)) / 1000) * 1000,
    );
    const session = {
      id: newId<SessionId>(),
      userId,
      lastSeenAt: new Date(now),
      expiresAt,
      endedAt: null,
      endReason: null,
      clientAddress: client.address,
      userAgent: client.userAgent,
    };
    await manager.insert(SessionEntity, session);
    return { token: await this.tokens.sign(session), expiresAt };
  }

  /** Newest first; only those that still open something. */
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
    const [, changed] = await this.database.query<[unknown, number]>(
      `UPDATE sessions SET ended_at = now(), end_reason = $3
        WHERE id = $1 AND user_id = $2 AND ended_at IS NULL AND expires_at > now()`,
      [id, userId, reason],
    );
    if (changed === 0) {
      throw new DomainError('not_found', 'session_not_found', 'Session not found');
    }
  }

  /** Ends all sessions of a user, except one if it is given. Answers how many. */
  async endAll(
    manager: EntityManager,
    userId: UserId,
    reason: SessionEnd,
    except: SessionId | null = null,
  ): Promise<number> {
    const [, changed] = await manager.query<[unknown, number]>(
      `UPDATE sessions SET ended_at = now(), end_reason = $2
        WHERE user_id = $1 AND ended_at IS NULL AND id IS DISTINCT FROM $3`,
      [userId, reason, except],
    );
    return changed;
  }

  /** Nobody needs to know for longer than this that a session was there. */
  async forgetOld(): Promise<void> {
    await this.database.query(
      `DELETE FROM sessions WHERE expires_at < now() - interval '30 days' OR ended_at < now() - interval '30 days'`,
    );
  }
}
