import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { z } from 'zod';
import type { ClientFacts } from '../../http/client-facts.ts';
import { EmailConfirmation } from '../confirmation/email-confirmation.ts';
import { KnownDevices } from '../login/known-devices.ts';
import { PasswordHasher } from '../passwords/password-hasher.ts';
import { refuseGuessable } from '../passwords/password-rules.ts';
import { type DeviceKeeps, grantView } from '../sessions/device-keeps.ts';
import { Sessions } from '../sessions/sessions.ts';
import type { registerSchema, SessionTokenView } from './account.dto.ts';
import { UserViews } from './user-views.ts';
import { Users } from './users.ts';

/** Opening an account: it is there, signed in and asked to confirm its address, or nothing of it is. */
@Injectable()
export class Registration {
  constructor(
    private readonly database: DataSource,
    private readonly users: Users,
    private readonly views: UserViews,
    private readonly hasher: PasswordHasher,
    private readonly sessions: Sessions,
    private readonly devices: KnownDevices,
    private readonly confirmation: EmailConfirmation,
  ) {}

  /** @throws DomainError `account_exists`, `password_common`, `hashing_busy` */
  async register(
    request: z.infer<typeof registerSchema>,
    client: ClientFacts,
  ): Promise<{ view: SessionTokenView; keep: DeviceKeeps }> {
    refuseGuessable(request.password, request);
    const passwordHash = await this.hasher.hash(request.password);
    const { user, keep } = await this.database.transaction(async (manager) => {
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
      return { user, keep: { deviceToken, session } };
    });
    return { keep, view: { ...grantView(keep.session), user: await this.views.of(user) } };
  }
}
