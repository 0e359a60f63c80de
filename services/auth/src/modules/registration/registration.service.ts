import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { z } from 'zod';
import type { ClientInfo } from '../../http/client-info.ts';
import { EmailConfirmationService } from '../email-confirmation/email-confirmation.service.ts';
import { KnownDevicesService } from '../known-devices/known-devices.service.ts';
import { rejectCommonPassword } from '../passwords/password.schema.ts';
import { PasswordHasherService } from '../passwords/password-hasher.service.ts';
import { UserViewsService } from '../profile/user-views.service.ts';
import { grantView } from '../sessions/session.schema.ts';
import { SessionsService, type SignInGrant } from '../sessions/sessions.service.ts';
import { UsersService } from '../users/users.service.ts';
import type { registerSchema, SessionTokenView } from './registration.schema.ts';

/** Registration: the account is created, signed in and sent a confirmation, all in one transaction. */
@Injectable()
export class RegistrationService {
  constructor(
    private readonly database: DataSource,
    private readonly users: UsersService,
    private readonly views: UserViewsService,
    private readonly hasher: PasswordHasherService,
    private readonly sessions: SessionsService,
    private readonly devices: KnownDevicesService,
    private readonly confirmation: EmailConfirmationService,
  ) {}

  /** @throws DomainError `account_exists`, `password_common`, `hashing_busy` */
  async register(
    request: z.infer<typeof registerSchema>,
    client: ClientInfo,
  ): Promise<{ view: SessionTokenView; grant: SignInGrant }> {
    rejectCommonPassword(request.password, request);
    const passwordHash = await this.hasher.hash(request.password);
    const { user, grant } = await this.database.transaction(async (manager) => {
      const user = await this.users.add(manager, {
        email: request.email,
        username: request.username,
        fullName: request.full_name ?? '',
        passwordHash,
        isAdmin: false,
        emailConfirmed: false,
      });
      await this.confirmation.request(manager, user);
      const deviceToken = await this.devices.remember(manager, user.id, client);
      const session = await this.sessions.open(manager, user.id, client, { remember: false, deviceToken });
      return { user, grant: { deviceToken, session } };
    });
    return { grant, view: { ...grantView(grant.session), user: await this.views.of(user) } };
  }
}
