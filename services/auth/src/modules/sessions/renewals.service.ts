import { Inject, Injectable, Logger } from '@nestjs/common';
import { DomainError, queryRows, type SessionId, tokenRefused, type UserId } from '@palisade/nest-kit';
import { DataSource, type EntityManager } from 'typeorm';
import { AUTH_CONFIG, type AuthConfig } from '../../config/config.ts';
import type { ClientInfo } from '../../http/client-info.ts';
import { hashSecretToken } from '../../http/secret-tokens.ts';
import { SecurityActivityService } from '../security-activity/security-activity.service.ts';
import { lockAccount } from '../users/users.service.ts';
import { decideRenewal, RENEWAL_GRACE_MS } from './renewal.rules.ts';
import { SessionTokensService } from './session-tokens.service.ts';
import { type SessionGrant, SessionsService } from './sessions.service.ts';

interface SessionRow {
  holds: boolean;
  now: Date;
  expires_at: Date;
  device_hash: string | null;
  generation: number | null;
  confirmed: boolean;
  rotated_at: Date;
}

/** The contents of a refresh token. */
interface Presented {
  sessionId: SessionId;
  userId: UserId;
  generation: number;
}

/** Renews sessions, and ends sessions whose refresh token was copied. */
@Injectable()
export class RenewalsService {
  /**
   * Grace period for concurrent renewals with the same token, ms. At most an access token's lifetime: it covers
   * overlapping requests and is not a way to delay renewal.
   */
  private readonly graceMs: number;
  private readonly logger = new Logger(RenewalsService.name);

  constructor(
    @Inject(AUTH_CONFIG) config: AuthConfig,
    private readonly database: DataSource,
    private readonly tokens: SessionTokensService,
    private readonly sessions: SessionsService,
    private readonly events: SecurityActivityService,
  ) {
    this.graceMs = Math.min(RENEWAL_GRACE_MS, config.PALISADE_AUTH_ACCESS_TOKEN_SECONDS * 1000);
  }

  /** @throws DomainError invalid `not_renewable`; unauthenticated `token_session_ended`, `token_other_device` */
  async renew(client: ClientInfo): Promise<{ userId: UserId; session: SessionGrant }> {
    const reading = await this.tokens.readRefresh(client.refreshToken);
    if (!reading.ok || reading.generation === null) throw notRenewable();
    const presented: Presented = { ...reading, generation: reading.generation };
    const session = await this.database.transaction((manager) => this.rotate(manager, presented, client));
    if (session !== null) return { userId: presented.userId, session };
    // A reused token stays reused, so the row's lock may be released first; whoever revokes access locks the account
    // before its sessions.
    await this.endStolen(presented, client);
    throw tokenRefused('session_ended');
  }

  /**
   * Under the row's lock, so that only one of many concurrent renewals rotates. `null`: the token had been replaced.
   */
  private async rotate(
    manager: EntityManager,
    { sessionId, userId, generation }: Presented,
    client: ClientInfo,
  ): Promise<SessionGrant | null> {
    const [row] = await manager.query<SessionRow[]>(
      `SELECT s.ended_at IS NULL AND s.expires_at > now() AND u.is_active AND u.deleted_at IS NULL AS holds,
              now(), s.expires_at, s.device_hash, s.refresh_generation AS generation,
              s.refresh_confirmed AS confirmed, s.refresh_rotated_at AS rotated_at
         FROM sessions s JOIN users u ON u.id = s.user_id
        WHERE s.id = $1 AND s.user_id = $2 FOR UPDATE OF s`,
      [sessionId, userId],
    );
    if (!row?.holds || row.generation === null) throw tokenRefused('session_ended');
    // Checked first: a refresh token that was copied without its device cookie decides nothing.
    if (row.device_hash !== hashSecretToken(client.deviceToken)) throw tokenRefused('other_device');
    const state = { generation: row.generation, confirmed: row.confirmed, rotatedAt: row.rotated_at };
    const decision = decideRenewal(state, generation, row.now, this.graceMs);
    if (decision === 'reused') return null;
    const newest = decision === 'rotate' ? generation + 1 : row.generation;
    await manager.query(
      decision === 'rotate'
        ? `UPDATE sessions SET refresh_generation = $2, refresh_confirmed = false, refresh_rotated_at = now()
            WHERE id = $1`
        : 'UPDATE sessions SET refresh_confirmed = refresh_confirmed OR $2 = $3 WHERE id = $1',
      decision === 'rotate' ? [sessionId, newest] : [sessionId, generation, newest],
    );
    return this.sessions.grant({
      id: sessionId,
      userId,
      expiresAt: row.expires_at,
      refreshGeneration: newest,
    });
  }

  /** A thief of the token may have the device cookie too, so all sessions bound to the device end. */
  private async endStolen({ sessionId, userId }: Presented, client: ClientInfo): Promise<void> {
    await this.database.transaction(async (manager) => {
      await lockAccount(manager, userId);
      const ended = await queryRows<{ device_hash: string }>(
        manager,
        `UPDATE sessions SET ended_at = now(), end_reason = 'refresh_token_reused'
          WHERE user_id = $2 AND ended_at IS NULL
            AND device_hash = (SELECT device_hash FROM sessions WHERE id = $1)
         RETURNING device_hash`,
        [sessionId, userId],
      );
      const [session] = ended;
      if (session === undefined) return;
      // Whoever used the copy: the next sign-in in this browser sets a new device cookie.
      this.logger.warn(
        { user_id: userId, session_id: sessionId },
        'replaced refresh token reused; ending the sessions of its device',
      );
      await manager.query('DELETE FROM known_devices WHERE token_hash = $1', [session.device_hash]);
      await this.events.record(manager, {
        userId,
        kind: 'refresh_token_reused',
        actor: { userId, clientAddress: client.address },
      });
    });
  }
}

/** The response to an invalid refresh token (RFC 6749, section 5.2): it belongs to no session. */
const notRenewable = () =>
  new DomainError('invalid', 'not_renewable', 'There is no session to renew. Please login again.');
