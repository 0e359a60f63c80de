import {
  Inject,
  Injectable,
  Logger,
  type OnApplicationBootstrap,
  type OnApplicationShutdown,
} from '@nestjs/common';
import { DataSource } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';
import { AUTH_CONFIG, type AuthConfig } from '../../config.ts';
import type { ClientFacts } from '../../http/client-facts.ts';
import { AccountAccess, lockAccount } from '../account-access/account-access.ts';
import { emailKey } from '../accounts/account-keys.ts';
import { Users } from '../accounts/users.ts';
import { EmailConfirmation } from '../confirmation/email-confirmation.ts';
import { EmailTokens } from '../confirmation/email-tokens.ts';
import { MailRequests } from '../events/mail-requests.ts';
import { KnownDevices } from '../login/known-devices.ts';
import { DoubtfulFactors } from '../mfa/doubtful-factors.ts';
import { PasswordHasher } from '../passwords/password-hasher.ts';
import { refuseGuessable } from '../passwords/password-rules.ts';
import { SecurityEvents } from '../security-activity/security-events.ts';

/** Requests that no kick has announced, such as another instance's before it ended, wait for this long at most. */
const SWEEP_MS = 5_000;
const BATCH = 20;

/**
 * Forgotten passwords. The call only notes the request, for any address alike; whether there is an account is looked
 * up afterwards, so that neither answer nor work nor time tells.
 */
@Injectable()
export class PasswordRecovery implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly logger = new Logger('PasswordRecovery');
  private sweep: NodeJS.Timeout | null = null;
  private working: Promise<void> | null = null;
  /** Somebody has asked since the last look. */
  private wanted = false;

  constructor(
    @Inject(AUTH_CONFIG) private readonly config: AuthConfig,
    private readonly database: DataSource,
    private readonly users: Users,
    private readonly tokens: EmailTokens,
    private readonly mails: MailRequests,
    private readonly confirmation: EmailConfirmation,
    private readonly hasher: PasswordHasher,
    private readonly access: AccountAccess,
    private readonly devices: KnownDevices,
    private readonly events: SecurityEvents,
    private readonly doubtful: DoubtfulFactors,
  ) {}

  onApplicationBootstrap(): void {
    this.sweep = setInterval(() => this.kick(), SWEEP_MS);
    this.sweep.unref();
  }

  async onApplicationShutdown(): Promise<void> {
    if (this.sweep !== null) clearInterval(this.sweep);
    await this.working;
  }

  /** Notes that somebody has forgotten the password of the account with this address, if there is one. */
  async request(email: string): Promise<void> {
    await this.database.query('INSERT INTO recovery_requests (id, email_key) VALUES ($1, $2)', [
      uuidv7(),
      emailKey(email),
    ]);
    this.kick();
  }

  /**
   * Sets a new password by a mailed token and ends all access. The device that did it is known from then on.
   * @returns the token that this device is to keep
   * @throws DomainError `link_invalid`, `password_common`
   */
  async reset(token: string, newPassword: string, client: ClientFacts): Promise<string> {
    const owner = await this.tokens.peek(this.database.manager, token, 'reset');
    refuseGuessable(newPassword, await this.users.get(this.database.manager, owner.userId), 'new_password');
    const passwordHash = await this.hasher.hash(newPassword);
    const userId = await this.database.transaction(async (manager) => {
      await lockAccount(manager, owner.userId);
      const { userId, email } = await this.tokens.redeem(manager, token, 'reset');
      const user = await this.users.get(manager, userId);
      await this.users.setPassword(manager, userId, passwordHash);
      const actor = { userId, clientAddress: client.address };
      await this.events.record(manager, { userId, kind: 'password_reset', actor });
      await this.access.endAll(manager, { userId, reason: 'password_reset', actor });
      await this.doubtful.remove(manager, user, actor);
      await this.confirmation.markConfirmed(manager, actor, email);
      await this.mails.send(manager, { template: 'password_changed', to: user });
      return userId;
    });
    return this.database.transaction((manager) => this.devices.remember(manager, userId, client));
  }

  /** Resolves when everything is worked off that was requested before. Several instances share the work. */
  async workOff(): Promise<void> {
    this.kick();
    await this.working;
  }

  private kick(): void {
    this.wanted = true;
    this.working ??= this.workWhileWanted()
      .catch((error: unknown) => this.logger.error({ err: error }, 'requests for new passwords wait'))
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
      const [requests] = await manager.query<[{ email_key: string }[], number]>(
        `DELETE FROM recovery_requests WHERE id IN
           (SELECT id FROM recovery_requests ORDER BY requested_at LIMIT ${BATCH} FOR UPDATE SKIP LOCKED)
         RETURNING email_key`,
      );
      for (const address of new Set(requests.map((request) => request.email_key))) {
        const user = await this.users.findForSignIn(manager, address);
        // One mail a minute is enough for whoever waits for it, and too little to annoy somebody with.
        if (!user?.isActive || (await this.tokens.issuedRecently(manager, user.id, 'reset'))) continue;
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
