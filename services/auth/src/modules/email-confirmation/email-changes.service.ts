import { Inject, Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { AUTH_CONFIG, type AuthConfig } from '../../config/config.ts';
import { newSecretToken } from '../../http/secret-tokens.ts';
import { AccountAccessService } from '../account-access/account-access.service.ts';
import { EmailTokensService } from '../email-tokens/email-tokens.service.ts';
import { MailRequestsService } from '../mail-requests/mail-requests.service.ts';
import { SuspiciousFactorsService } from '../mfa/suspicious-factors.service.ts';
import { PasswordHasherService } from '../passwords/password-hasher.service.ts';
import { SecurityActivityService } from '../security-activity/security-activity.service.ts';
import type { UserEntity } from '../users/user.entity.ts';
import { lockAccount, UsersService } from '../users/users.service.ts';
import { EmailConfirmationService } from './email-confirmation.service.ts';

/**
 * A changed address takes effect at once. Whoever reads mail to the old one can undo the change: it is the only way
 * back for an owner whose account has been taken over.
 */
@Injectable()
export class EmailChangesService {
  constructor(
    @Inject(AUTH_CONFIG) private readonly config: AuthConfig,
    private readonly database: DataSource,
    private readonly users: UsersService,
    private readonly access: AccountAccessService,
    private readonly hasher: PasswordHasherService,
    private readonly confirmation: EmailConfirmationService,
    private readonly tokens: EmailTokensService,
    private readonly mails: MailRequestsService,
    private readonly events: SecurityActivityService,
    private readonly suspiciousFactors: SuspiciousFactorsService,
  ) {}

  /**
   * Sends a confirmation to the new address, and notifies the old one if it had been confirmed: an address that nobody
   * has proved to read must not be able to reclaim the account.
   */
  async announce(
    manager: EntityManager,
    user: UserEntity,
    before: { email: string; confirmed: Date | null },
  ): Promise<void> {
    await this.confirmation.request(manager, user);
    if (before.confirmed === null) return;
    const token = await this.tokens.issue(manager, { id: user.id, email: before.email }, 'undo');
    await this.mails.send(manager, {
      template: 'email_changed',
      to: { ...user, emailConfirmedAt: before.confirmed },
      address: before.email,
      variables: { new_email: user.email },
      secretVariables: { link: this.link('undo-email-change', token) },
    });
  }

  /**
   * Restores the old address, revokes all access, and removes second factors set up since. The password may be known to
   * whoever changed the address, so it stops working and the owner is sent a link to choose another.
   * @throws DomainError invalid `link_invalid`; `account_exists` if somebody has registered the address meanwhile
   */
  async undo(token: string, clientAddress: string): Promise<void> {
    const owner = await this.tokens.peek(this.database.manager, token, 'undo');
    const nobodysPassword = await this.hasher.hash(newSecretToken());
    await this.database.transaction(async (manager) => {
      await lockAccount(manager, owner.userId);
      const { userId, email, issuedAt } = await this.tokens.redeem(manager, token, 'undo');
      const user = await this.users.get(manager, userId);
      await this.users.update(manager, user, { email });
      await this.users.setPassword(manager, userId, nobodysPassword);
      const actor = { userId, clientAddress };
      await this.confirmation.markConfirmed(manager, actor, email);
      await this.events.record(manager, { userId, kind: 'email_change_undone', actor });
      await this.access.endAll(manager, { userId, reason: 'email_change_undone', actor });
      // The intruder's second factor would keep the owner out.
      await this.suspiciousFactors.remove(
        manager,
        { ...user, emailConfirmedAt: new Date() },
        actor,
        issuedAt,
      );
      const reset = await this.tokens.issue(manager, user, 'reset');
      await this.mails.send(manager, {
        template: 'reset_password',
        to: user,
        secretVariables: { link: this.link('reset-password', reset) },
      });
    });
  }

  private link(page: string, token: string): string {
    return `${this.config.PALISADE_PUBLIC_URL}/${page}?token=${token}`;
  }
}
