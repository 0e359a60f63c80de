import {
  Inject,
  Injectable,
  Logger,
  type OnApplicationBootstrap,
  type OnApplicationShutdown,
} from '@nestjs/common';
import { queryRows } from '@palisade/nest-kit';
import { DataSource } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';
import { AUTH_CONFIG, type AuthConfig } from '../../config/config.ts';
import type { ClientInfo } from '../../http/client-info.ts';
import { AccountAccessService } from '../account-access/account-access.service.ts';
import { EmailConfirmationService } from '../email-confirmation/email-confirmation.service.ts';
import { EmailTokensService } from '../email-tokens/email-tokens.service.ts';
import { KnownDevicesService } from '../known-devices/known-devices.service.ts';
import { MailRequestsService } from '../mail-requests/mail-requests.service.ts';
import { SuspiciousFactorsService } from '../mfa/suspicious-factors.service.ts';
import { rejectCommonPassword } from '../passwords/password.schema.ts';
import { PasswordHasherService } from '../passwords/password-hasher.service.ts';
import { SecurityActivityService } from '../security-activity/security-activity.service.ts';
import { emailKey } from '../users/user.schema.ts';
import { lockAccount, UsersService } from '../users/users.service.ts';

/** Maximum wait of requests that no notification announced, such as those of an instance that ended. */
const SWEEP_MS = 5_000;
const BATCH = 20;

/**
 * Forgotten passwords. The call only stores the request, for any address alike; whether there is an account is looked
 * up afterwards, so that neither response nor work nor time tells.
 */
@Injectable()
export class PasswordRecoveryService implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly logger = new Logger(PasswordRecoveryService.name);
  private sweep: NodeJS.Timeout | null = null;
  private working: Promise<void> | null = null;
  /** A request has arrived since the last look. */
  private wanted = false;

  constructor(
    @Inject(AUTH_CONFIG) private readonly config: AuthConfig,
    private readonly database: DataSource,
    private readonly users: UsersService,
    private readonly tokens: EmailTokensService,
    private readonly mails: MailRequestsService,
    private readonly confirmation: EmailConfirmationService,
    private readonly hasher: PasswordHasherService,
    private readonly access: AccountAccessService,
    private readonly devices: KnownDevicesService,
    private readonly events: SecurityActivityService,
    private readonly suspiciousFactors: SuspiciousFactorsService,
  ) {}

  onApplicationBootstrap(): void {
    this.sweep = setInterval(() => this.kick(), SWEEP_MS);
    this.sweep.unref();
  }

  async onApplicationShutdown(): Promise<void> {
    if (this.sweep !== null) clearInterval(this.sweep);
    await this.working;
  }

  /** Stores a request to reset the password of the account with this address, if there is one. */
  async request(email: string): Promise<void> {
    await this.database.query('INSERT INTO recovery_requests (id, email_key) VALUES ($1, $2)', [
      uuidv7(),
      emailKey(email),
    ]);
    this.kick();
  }

  /**
   * Sets a new password by a mailed token and revokes all access. The device that did it is known from then on.
   * @returns the token that this device is to keep
   * @throws DomainError `link_invalid`, `password_common`
   */
  async reset(token: string, newPassword: string, client: ClientInfo): Promise<string> {
    const owner = await this.tokens.peek(this.database.manager, token, 'reset');
    rejectCommonPassword(
      newPassword,
      await this.users.get(this.database.manager, owner.userId),
      'new_password',
    );
    const passwordHash = await this.hasher.hash(newPassword);
    const userId = await this.database.transaction(async (manager) => {
      await lockAccount(manager, owner.userId);
      const { userId, email } = await this.tokens.redeem(manager, token, 'reset');
      const user = await this.users.get(manager, userId);
      await this.users.setPassword(manager, userId, passwordHash);
      const actor = { userId, clientAddress: client.address };
      await this.events.record(manager, { userId, kind: 'password_reset', actor });
      await this.access.endAll(manager, { userId, reason: 'password_reset', actor });
      await this.suspiciousFactors.remove(manager, user, actor);
      await this.confirmation.markConfirmed(manager, actor, email);
      await this.mails.send(manager, { template: 'password_changed', to: user });
      return userId;
    });
    return this.database.transaction((manager) => this.devices.remember(manager, userId, client));
  }

  /** Resolves when everything requested before has been processed. Several instances share the work. */
  async processPending(): Promise<void> {
    this.kick();
    await this.working;
  }

  private kick(): void {
    this.wanted = true;
    this.working ??= this.workWhileWanted()
      .catch((error: unknown) =>
        this.logger.error({ err: error }, 'password recovery: processing requests failed'),
      )
      .finally(() => {
        this.working = null;
      });
  }

  private async workWhileWanted(): Promise<void> {
    while (this.wanted) {
      this.wanted = false;
      while ((await this.workOffBatch()) === BATCH);
    }
  }

  private workOffBatch(): Promise<number> {
    return this.database.transaction(async (manager) => {
      const requests = await queryRows<{ email_key: string }>(
        manager,
        `DELETE FROM recovery_requests WHERE id IN
           (SELECT id FROM recovery_requests ORDER BY requested_at LIMIT ${BATCH} FOR UPDATE SKIP LOCKED)
         RETURNING email_key`,
      );
      for (const address of new Set(requests.map((request) => request.email_key))) {
        const user = await this.users.findForSignIn(manager, address);
        // Anybody can request a reset for anybody: the number of mails is bounded, and new links never revoke earlier
        // ones.
        if (!user?.isActive || (await this.tokens.hasEnoughResets(manager, user))) continue;
        const token = await this.tokens.issue(manager, user, 'reset');
        await this.mails.send(manager, {
          template: 'reset_password',
          to: user,
          secretVariables: { link: `${this.config.PALISADE_PUBLIC_URL}/reset-password?token=${token}` },
        });
      }
      return requests.length;
    });
  }
}
