import { Inject, Injectable, Logger } from '@nestjs/common';
import { REAUTHENTICATION_MINUTES, type SessionId, type TokenProblem, type UserId } from '@palisade/nest-kit';
import { DataSource } from 'typeorm';
import { AUTH_CONFIG, type AuthConfig } from '../../config/config.ts';
import { API_KEY_PREFIX, ApiKeysService } from '../api-keys/api-keys.service.ts';
import { SessionTokensService } from '../sessions/session-tokens.service.ts';

export interface Identity {
  userId: UserId;
  sessionId: SessionId;
  isAdmin: boolean;
  /** Empty for browser sessions, which may do everything. */
  scopes: readonly string[];
  /** Of a session that has re-authenticated recently; `null` for others and for API keys. */
  reauthenticatedUntil: Date | null;
}

export type Authentication = { ok: true; identity: Identity } | { ok: false; problem: TokenProblem };

interface SessionRow {
  holds: boolean;
  is_admin: boolean;
  has_second_factor: boolean;
  reauthenticated_until: Date;
  device_hash: string | null;
}

/** Resolves a request's credentials to an identity, for the gateway. */
@Injectable()
export class AuthenticationService {
  private readonly logger = new Logger(AuthenticationService.name);

  constructor(
    @Inject(AUTH_CONFIG) private readonly config: AuthConfig,
    private readonly database: DataSource,
    private readonly tokens: SessionTokensService,
    private readonly apiKeys: ApiKeysService,
  ) {}

  /** @param deviceHash hash of the device cookie, empty without one; `null` where the caller does not check it */
  async authenticate(token: string, deviceHash: string | null): Promise<Authentication> {
    if (token.startsWith(API_KEY_PREFIX)) return this.byApiKey(token);
    const reading = await this.tokens.readAccess(token);
    if (!reading.ok) return reading;
    const [row] = await this.database.query<SessionRow[]>(
      `SELECT s.ended_at IS NULL AND s.expires_at > now() AND u.is_active AND u.deleted_at IS NULL AS holds,
              u.is_admin, s.device_hash,
              s.authenticated_at + make_interval(mins => ${REAUTHENTICATION_MINUTES}) AS reauthenticated_until,
              EXISTS (SELECT FROM mfa_configs m WHERE m.user_id = u.id AND m.enabled_at IS NOT NULL) AS has_second_factor
         FROM sessions s JOIN users u ON u.id = s.user_id
        WHERE s.id = $1 AND s.user_id = $2`,
      [reading.sessionId, reading.userId],
    );
    if (!row?.holds) return { ok: false, problem: 'session_ended' };
    if (deviceHash !== null && row.device_hash !== null && row.device_hash !== deviceHash) {
      return { ok: false, problem: 'other_device' };
    }
    void this.touch(reading);
    return {
      ok: true,
      identity: {
        userId: reading.userId,
        sessionId: reading.sessionId,
        isAdmin: row.is_admin && this.mayAdminister(row.has_second_factor),
        scopes: [],
        reauthenticatedUntil: row.reauthenticated_until,
      },
    };
  }

  private async byApiKey(token: string): Promise<Authentication> {
    const key = await this.apiKeys.find(token);
    if (key === null) return { ok: false, problem: 'invalid' };
    return {
      ok: true,
      identity: {
        userId: key.userId,
        sessionId: key.id as string as SessionId,
        isAdmin: key.isAdmin && this.mayAdminister(key.hasSecondFactor),
        scopes: key.scopes,
        reauthenticatedUntil: null,
      },
    };
  }

  private mayAdminister(hasSecondFactor: boolean): boolean {
    return hasSecondFactor || this.config.PALISADE_AUTH_ADMIN_MFA === 'optional';
  }

  /**
   * Records that the session is active, and that the refresh token issued with this access token has arrived. At most
   * once a minute, and without delaying the response.
   */
  private async touch({ sessionId, generation }: { sessionId: SessionId; generation: number | null }) {
    try {
      await this.database.query(
        `UPDATE sessions
            SET last_seen_at = now(), refresh_confirmed = refresh_confirmed OR refresh_generation = $2
          WHERE id = $1 AND (last_seen_at < now() - interval '1 minute'
                             OR (refresh_generation = $2 AND NOT refresh_confirmed))`,
        [sessionId, generation],
      );
    } catch (error) {
      this.logger.warn({ err: error }, 'updating the last use of a session failed');
    }
  }
}
