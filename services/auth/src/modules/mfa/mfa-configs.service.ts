import { Inject, Injectable } from '@nestjs/common';
import { affectedRows, DomainError, queryRows, SecretBox, type UserId } from '@palisade/nest-kit';
import { generateSecret, generateURI } from 'otplib';
import QRCode from 'qrcode';
import { DataSource, type EntityManager } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';
import type { ClientInfo } from '../../http/client-info.ts';
import { type Actor, AuditLogService } from '../audit/audit-log.service.ts';
import { KnownDevicesService } from '../known-devices/known-devices.service.ts';
import { MailRequestsService } from '../mail-requests/mail-requests.service.ts';
import { SecurityActivityService } from '../security-activity/security-activity.service.ts';
import type { UserEntity } from '../users/user.entity.ts';
import { lockAccount } from '../users/users.service.ts';
import { hashBackupCode, newBackupCodes } from './backup-codes.ts';
import type { MfaConfigs as MfaConfigsView, MfaSetup, MfaStatus } from './mfa.schema.ts';
import { mfaSecretContext, SecondFactorsService } from './second-factors.service.ts';
import { SUSPICIOUS_DAYS } from './suspicious-factor.rules.ts';

interface ConfigRow {
  id: string;
  name: string;
  type: string;
  created_at: Date;
  enabled_at: Date | null;
  backup_codes: number;
}

interface PendingRow {
  id: string;
  sealed_secret: string;
  may_replace: boolean;
}

const ISSUER = 'Palisade';

/** Sets second factors up and removes them. A new one is pending beside the active one until a code proves it. */
@Injectable()
export class MfaConfigsService {
  constructor(
    private readonly database: DataSource,
    @Inject(SecretBox) private readonly secrets: SecretBox,
    private readonly factors: SecondFactorsService,
    private readonly devices: KnownDevicesService,
    private readonly mails: MailRequestsService,
    private readonly audit: AuditLogService,
    private readonly events: SecurityActivityService,
  ) {}

  async status(userId: UserId): Promise<MfaStatus> {
    const active = (await this.rows(userId)).find((row) => row.enabled_at !== null);
    return {
      enabled: active !== undefined,
      enabled_at: active?.enabled_at?.toISOString() ?? null,
      has_secret: active !== undefined,
      has_backup_codes: (active?.backup_codes ?? 0) > 0,
    };
  }

  async list(userId: UserId): Promise<MfaConfigsView> {
    const rows = await this.rows(userId);
    return {
      configs: rows.map((row) => ({
        id: row.id,
        name: row.name,
        type: row.type,
        created_at: row.created_at.toISOString(),
        enabled: row.enabled_at !== null,
        has_secret: true,
        has_backup_codes: row.backup_codes > 0,
        backup_codes_count: row.backup_codes,
      })),
    };
  }

  /**
   * A new pending secret; replaces an earlier pending one.
   * @param mayReplace the owner has just given the password, so enabling may replace an active one
   * @throws DomainError conflict `mfa_already_enabled`
   */
  async setUp(user: UserEntity, mayReplace: boolean): Promise<MfaSetup> {
    const secret = generateSecret();
    const backupCodes = newBackupCodes();
    await this.database.transaction(async (manager) => {
      await lockAccount(manager, user.id);
      if (!mayReplace && (await this.factors.isEnabled(user.id, manager))) {
        const detail = 'Two-factor authentication is already enabled. Disable or regenerate it first.';
        throw new DomainError('conflict', 'mfa_already_enabled', detail);
      }
      const id = uuidv7();
      await manager.query('DELETE FROM mfa_configs WHERE user_id = $1 AND enabled_at IS NULL', [user.id]);
      await manager.query(
        `INSERT INTO mfa_configs (id, user_id, name, type, sealed_secret, may_replace)
         VALUES ($1, $2, 'Authenticator app', 'totp', $3, $4)`,
        [id, user.id, this.secrets.seal(secret, mfaSecretContext(id)), mayReplace],
      );
      await manager.query(
        'INSERT INTO mfa_backup_codes (config_id, code_hash) SELECT $1, unnest($2::text[])',
        [id, backupCodes.map(hashBackupCode)],
      );
    });
    const uri = generateURI({ issuer: ISSUER, label: user.email, secret });
    return {
      secret,
      qr_code: await QRCode.toDataURL(uri, { margin: 1, width: 240 }),
      backup_codes: backupCodes,
      manual_entry_key: secret.replace(/(.{4})(?=.)/g, '$1 '),
    };
  }

  /** @throws DomainError invalid `mfa_not_set_up`, `wrong_mfa_code`; conflict `mfa_already_enabled` */
  async enable(user: UserEntity, actor: Actor, code: string, client: ClientInfo): Promise<void> {
    await this.database.transaction(async (manager) => {
      await lockAccount(manager, user.id);
      const [pending] = await manager.query<PendingRow[]>(
        'SELECT id, sealed_secret, may_replace FROM mfa_configs WHERE user_id = $1 AND enabled_at IS NULL',
        [user.id],
      );
      if (!pending) {
        throw new DomainError('invalid', 'mfa_not_set_up', 'Please start the two-factor setup first');
      }
      const step = await this.factors.stepOf(pending.sealed_secret, pending.id, code);
      if (step === null) {
        const detail = 'Invalid verification code';
        throw new DomainError('invalid', 'wrong_mfa_code', detail, {
          fields: [{ path: 'token', message: detail }],
        });
      }
      if (!pending.may_replace && (await this.factors.isEnabled(user.id, manager))) {
        throw new DomainError(
          'conflict',
          'mfa_already_enabled',
          'Two-factor authentication is already enabled',
        );
      }
      const replaced = await affectedRows(
        manager,
        'DELETE FROM mfa_configs WHERE user_id = $1 AND enabled_at IS NOT NULL',
        [user.id],
      );
      await manager.query(
        'UPDATE mfa_configs SET enabled_at = now(), last_used_step = $2, on_new_device = $3 WHERE id = $1',
        [pending.id, step, !(await this.devices.isLongKnown(manager, user.id, client, SUSPICIOUS_DAYS))],
      );
      await this.mails.send(manager, { template: 'mfa_enabled', to: user });
      await this.audit.record(manager, actor, 'mfa.enabled', { type: 'user', id: user.id });
      const kind = replaced > 0 ? 'mfa_renewed' : 'mfa_enabled';
      await this.events.record(manager, { userId: user.id, kind, actor });
    });
  }

  /** Removes the active factor and a pending one. @throws DomainError invalid `mfa_not_enabled` */
  async disable(user: UserEntity, actor: Actor): Promise<void> {
    await this.database.transaction(async (manager) => {
      if ((await this.remove(manager, user, actor, 'true', [])) === 0) {
        throw new DomainError('invalid', 'mfa_not_enabled', 'Two-factor authentication is not enabled');
      }
    });
  }

  /** @throws DomainError not_found `mfa_config_not_found`, also for other people's */
  async delete(user: UserEntity, actor: Actor, id: string): Promise<void> {
    await this.database.transaction(async (manager) => {
      if ((await this.remove(manager, user, actor, 'id = $2', [id])) === 0) {
        throw new DomainError('not_found', 'mfa_config_not_found', 'MFA configuration not found');
      }
    });
  }

  private async remove(
    manager: EntityManager,
    user: UserEntity,
    actor: Actor,
    which: 'true' | 'id = $2',
    parameters: string[],
  ): Promise<number> {
    const removed = await queryRows<{ enabled: boolean }>(
      manager,
      `DELETE FROM mfa_configs WHERE user_id = $1 AND ${which} RETURNING enabled_at IS NOT NULL AS enabled`,
      [user.id, ...parameters],
    );
    if (removed.some((row) => row.enabled)) {
      await this.mails.send(manager, { template: 'mfa_disabled', to: user });
      await this.audit.record(manager, actor, 'mfa.disabled', { type: 'user', id: user.id });
      await this.events.record(manager, { userId: user.id, kind: 'mfa_disabled', actor });
    }
    return removed.length;
  }

  private rows(userId: UserId): Promise<ConfigRow[]> {
    return this.database.query<ConfigRow[]>(
      `SELECT c.id, c.name, c.type, c.created_at, c.enabled_at,
              (SELECT count(*)::int FROM mfa_backup_codes b WHERE b.config_id = c.id AND b.used_at IS NULL) AS backup_codes
         FROM mfa_configs c WHERE c.user_id = $1 ORDER BY c.created_at`,
      [userId],
    );
  }
}
