import { Inject, Injectable } from '@nestjs/common';
import { affectedRows, SecretBox, type UserId } from '@palisade/nest-kit';
import { verify } from 'otplib';
import { DataSource, type EntityManager } from 'typeorm';
import type { Actor } from '../audit/audit-log.service.ts';
import { SecurityActivityService } from '../security-activity/security-activity.service.ts';
import { hashBackupCode } from './backup-codes.ts';

const TOTP_CODE = /^\d{6}$/;
/** Codes of the previous and the next step count too: phones' clocks are never exact. Seconds. */
const TOLERANCE = 30;

interface ActiveFactor {
  id: string;
  sealed_secret: string;
  last_used_step: string;
}

export const mfaSecretContext = (configId: string): string => `mfa_configs.sealed_secret:${configId}`;

/** Checks second factors at sign-in. Every code, TOTP or backup, works once. */
@Injectable()
export class SecondFactorsService {
  constructor(
    private readonly database: DataSource,
    @Inject(SecretBox) private readonly secrets: SecretBox,
    private readonly events: SecurityActivityService,
  ) {}

  async isEnabled(userId: UserId, manager: EntityManager = this.database.manager): Promise<boolean> {
    return (await this.active(userId, manager)) !== null;
  }

  /** Whether the code is correct and unused; consumes it. */
  async redeem(actor: Actor, code: string): Promise<boolean> {
    const factor = await this.active(actor.userId);
    if (factor === null) return false;
    return TOTP_CODE.test(code.trim())
      ? this.redeemTotp(factor, code.trim())
      : this.redeemBackupCode(actor, factor, code);
  }

  /** The time step of a code, if it is one of this secret's current codes. */
  async stepOf(sealedSecret: string, configId: string, code: string): Promise<number | null> {
    if (!TOTP_CODE.test(code)) return null;
    const secret = this.secrets.open(sealedSecret, mfaSecretContext(configId));
    const result = await verify({ secret, token: code, epochTolerance: TOLERANCE });
    return result.valid && 'timeStep' in result ? result.timeStep : null;
  }

  private async redeemTotp(factor: ActiveFactor, code: string): Promise<boolean> {
    const step = await this.stepOf(factor.sealed_secret, factor.id, code);
    if (step === null) return false;
    // One statement, so that of two requests with the same code only one finds the step unused.
    const changed = await affectedRows(
      this.database,
      'UPDATE mfa_configs SET last_used_step = $2 WHERE id = $1 AND last_used_step < $2',
      [factor.id, step],
    );
    return changed === 1;
  }

  private redeemBackupCode(actor: Actor, factor: ActiveFactor, code: string): Promise<boolean> {
    return this.database.transaction(async (manager) => {
      const changed = await affectedRows(
        manager,
        'UPDATE mfa_backup_codes SET used_at = now() WHERE config_id = $1 AND code_hash = $2 AND used_at IS NULL',
        [factor.id, hashBackupCode(code)],
      );
      if (changed !== 1) return false;
      const [left] = await manager.query<{ count: string }[]>(
        'SELECT count(*) FROM mfa_backup_codes WHERE config_id = $1 AND used_at IS NULL',
        [factor.id],
      );
      await this.events.record(manager, {
        userId: actor.userId,
        kind: 'backup_code_used',
        actor,
        details: { left: left?.count ?? '0' },
      });
      return true;
    });
  }

  private async active(
    userId: UserId,
    manager: EntityManager = this.database.manager,
  ): Promise<ActiveFactor | null> {
    const [factor] = await manager.query<ActiveFactor[]>(
      'SELECT id, sealed_secret, last_used_step FROM mfa_configs WHERE user_id = $1 AND enabled_at IS NOT NULL',
      [userId],
    );
    return factor ?? null;
  }
}
