import { Injectable, Logger } from '@nestjs/common';
import { DomainError, queryOne, tokenRefused, type UserCaller, type UserId } from '@palisade/nest-kit';
import { DataSource, type EntityManager } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';
import { hashSecretToken, newSecretToken } from '../../http/secret-tokens.ts';
import { AuditLogService } from '../audit/audit-log.service.ts';
import { SecurityActivityService } from '../security-activity/security-activity.service.ts';
import { lockAccount } from '../users/users.service.ts';

export const API_KEY_PREFIX = 'plsd_';
const MAX_KEYS_PER_USER = 50;
/** Enough characters to recognise one's own keys, far too few to guess one. */
const HINT_LENGTH = API_KEY_PREFIX.length + 4;

export interface ApiKeyRow {
  id: string;
  name: string;
  hint: string;
  scopes: string[];
  created_at: Date;
  last_used_at: Date | null;
  expires_at: Date | null;
}

export interface NewApiKey {
  name: string;
  scopes: readonly string[];
  expiresAt: Date | null;
}

export interface PresentedApiKey {
  id: string;
  userId: UserId;
  scopes: readonly string[];
  isAdmin: boolean;
  hasSecondFactor: boolean;
}

/** API keys for programs. The key itself is shown once and never stored. */
@Injectable()
export class ApiKeysService {
  private readonly logger = new Logger(ApiKeysService.name);

  constructor(
    private readonly database: DataSource,
    private readonly audit: AuditLogService,
    private readonly events: SecurityActivityService,
  ) {}

  /** @throws DomainError forbidden `email_not_confirmed`; conflict `too_many_api_keys` */
  create(caller: UserCaller, wanted: NewApiKey): Promise<{ secret: string; key: ApiKeyRow }> {
    return this.database.transaction(async (manager) => {
      await lockAccount(manager, caller.userId);
      await this.requireConfirmedOwner(manager, caller);
      const made = await this.insert(manager, caller.userId, wanted);
      await this.audit.record(
        manager,
        caller,
        'api_key.created',
        { type: 'api_key', id: made.key.id },
        {
          scopes: wanted.scopes.join(' '),
          expires_at: wanted.expiresAt?.toISOString() ?? 'never',
        },
      );
      await this.events.record(manager, {
        userId: caller.userId,
        kind: 'api_key_created',
        actor: caller,
        details: { key: made.key.name, hint: made.key.hint, scopes: wanted.scopes.join(', ') },
      });
      return made;
    });
  }

  /** Under the account's lock: what has ended the session meanwhile also has to end what the session creates. */
  private async requireConfirmedOwner(manager: EntityManager, caller: UserCaller): Promise<void> {
    const [owner] = await manager.query<{ confirmed: boolean }[]>(
      `SELECT u.email_confirmed_at IS NOT NULL AS confirmed FROM users u JOIN sessions s ON s.user_id = u.id
        WHERE u.id = $1 AND s.id = $2 AND s.ended_at IS NULL`,
      [caller.userId, caller.sessionId],
    );
    if (!owner) throw tokenRefused('session_ended');
    if (!owner.confirmed) {
      const detail = 'Please confirm your email address first, with the link in the email that we sent you.';
      throw new DomainError('forbidden', 'email_not_confirmed', detail);
    }
  }

  private async insert(
    manager: EntityManager,
    userId: UserId,
    wanted: NewApiKey,
  ): Promise<{ secret: string; key: ApiKeyRow }> {
    const secret = API_KEY_PREFIX + newSecretToken();
    const [key] = await manager.query<ApiKeyRow[]>(
      `INSERT INTO api_keys (id, user_id, name, hint, key_hash, scopes, expires_at)
       SELECT $1, $2, $3, $4, $5, $6, $7
        WHERE (SELECT count(*) FROM api_keys WHERE user_id = $2 AND revoked_at IS NULL) < ${MAX_KEYS_PER_USER}
       RETURNING id, name, hint, scopes, created_at, last_used_at, expires_at`,
      [
        uuidv7(),
        userId,
        wanted.name,
        secret.slice(0, HINT_LENGTH),
        hashSecretToken(secret),
        wanted.scopes,
        wanted.expiresAt,
      ],
    );
    if (!key) {
      const detail = `You already have ${MAX_KEYS_PER_USER} API keys. Delete one that you no longer use.`;
      throw new DomainError('conflict', 'too_many_api_keys', detail);
    }
    return { secret, key };
  }

  /** Newest first. */
  list(userId: UserId): Promise<ApiKeyRow[]> {
    return this.database.query<ApiKeyRow[]>(
      `SELECT id, name, hint, scopes, created_at, last_used_at, expires_at FROM api_keys
        WHERE user_id = $1 AND revoked_at IS NULL ORDER BY created_at DESC`,
      [userId],
    );
  }

  /** @throws DomainError not_found `api_key_not_found`, also for other people's keys */
  async revoke(caller: UserCaller, id: string): Promise<void> {
    await this.database.transaction(async (manager) => {
      const key = await queryOne<{ name: string; hint: string }>(
        manager,
        `UPDATE api_keys SET revoked_at = now() WHERE id = $1 AND user_id = $2 AND revoked_at IS NULL
         RETURNING name, hint`,
        [id, caller.userId],
      );
      if (!key) throw new DomainError('not_found', 'api_key_not_found', 'API key not found');
      await this.audit.record(manager, caller, 'api_key.revoked', { type: 'api_key', id });
      await this.events.record(manager, {
        userId: caller.userId,
        kind: 'api_key_revoked',
        actor: caller,
        details: { key: key.name, hint: key.hint },
      });
    });
  }

  /** `null` for keys that are unknown, revoked or expired, or whose owner is not active. */
  async find(secret: string): Promise<PresentedApiKey | null> {
    const [row] = await this.database.query<
      { id: string; user_id: UserId; scopes: string[]; is_admin: boolean; has_second_factor: boolean }[]
    >(
      `SELECT k.id, k.user_id, k.scopes, u.is_admin,
              EXISTS (SELECT FROM mfa_configs m WHERE m.user_id = u.id AND m.enabled_at IS NOT NULL) AS has_second_factor
         FROM api_keys k JOIN users u ON u.id = k.user_id
        WHERE k.key_hash = $1 AND k.revoked_at IS NULL AND (k.expires_at IS NULL OR k.expires_at > now())
          AND u.is_active AND u.deleted_at IS NULL`,
      [hashSecretToken(secret)],
    );
    if (!row) return null;
    void this.touch(row.id);
    return {
      id: row.id,
      userId: row.user_id,
      scopes: row.scopes,
      isAdmin: row.is_admin,
      hasSecondFactor: row.has_second_factor,
    };
  }

  private async touch(id: string): Promise<void> {
    try {
      await this.database.query(
        `UPDATE api_keys SET last_used_at = now()
          WHERE id = $1 AND (last_used_at IS NULL OR last_used_at < now() - interval '1 minute')`,
        [id],
      );
    } catch (error) {
      this.logger.warn({ err: error }, 'updating the last use of an API key failed');
    }
  }
}
