import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { z } from 'zod';
import type { ClientFacts } from '../../http/client-facts.ts';
import { EmailConfirmation } from '../confirmation/email-confirmation.ts';
import { KnownDevices } from '../login/known-devices.ts';
import { PasswordHasher } from '../passwords/password-hasher.ts';
import { refuseGuessable } from '../passwords/password-rules.ts';
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
  ): Promise<{ view: SessionTokenView; deviceToken: string }> {
    refuseGuessable(request.password, request);
    const passwordHash = await this.hasher.hash(request.password);
    const { user, session } = await this.database.transaction(async (manager) => {
      const user = await this.users.add(manager, {
        email: request.email,
        username: request.username,
        fullName: request.full_name ?? '',
        passwordHash,
        isAdmin: false,
        emailConfirmed: false,
      });
      await this.confirmation.request(manager, user);
      return { user, session: await this.sessions.open(manager, user.id, client, false) };
    });
    const deviceToken = await this.devices.remember(user.id, client);
    return {
      deviceToken,
      view: {
        access_token: session.token,
        token_type: 'bearer',
        expires_at: session.expiresAt.toISOString(),
        user: await this.views.of(user),
      },
    };
  }
}
