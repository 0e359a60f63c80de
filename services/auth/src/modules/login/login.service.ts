import { Injectable } from '@nestjs/common';
import { DomainError } from '@palisade/nest-kit';
import { DataSource } from 'typeorm';
import type { z } from 'zod';
import type { ClientInfo } from '../../http/client-info.ts';
import { type DeviceTrust, KnownDevicesService } from '../known-devices/known-devices.service.ts';
import { type AttemptCounter, LoginThrottleService } from '../login-throttle/login-throttle.service.ts';
import { SecondFactorsService } from '../mfa/second-factors.service.ts';
import { PasswordHasherService } from '../passwords/password-hasher.service.ts';
import { UserViewsService } from '../profile/user-views.service.ts';
import { SecurityActivityService } from '../security-activity/security-activity.service.ts';
import { grantView } from '../sessions/session.schema.ts';
import { SessionsService, type SignInGrant } from '../sessions/sessions.service.ts';
import type { UserEntity } from '../users/user.entity.ts';
import { emailKey } from '../users/user.schema.ts';
import { lockAccount, UsersService, wrongCredentials } from '../users/users.service.ts';
import type { LoginResult, loginSchema } from './login.schema.ts';
import { loginCounters } from './login-counters.rules.ts';

export interface LoginOutcome {
  result: LoginResult;
  /** Token that this device is to keep; `null` while nobody is signed in. */
  grant: SignInGrant | null;
}

/**
 * Sign-in. Neither the response nor the work tells whether an address has an account: in both cases the same queries
 * run and one password is hashed, in the same order.
 */
@Injectable()
export class LoginService {
  constructor(
    private readonly database: DataSource,
    private readonly users: UsersService,
    private readonly views: UserViewsService,
    private readonly hasher: PasswordHasherService,
    private readonly devices: KnownDevicesService,
    private readonly throttle: LoginThrottleService,
    private readonly secondFactors: SecondFactorsService,
    private readonly sessions: SessionsService,
    private readonly events: SecurityActivityService,
  ) {}

  /** @throws DomainError `too_many_attempts`, `hashing_busy`, `wrong_credentials`, `account_deactivated`, `wrong_mfa_code` */
  async login(request: z.infer<typeof loginSchema>, client: ClientInfo): Promise<LoginOutcome> {
    const user = await this.users.findForSignIn(this.database.manager, request.email);
    const trust = await this.devices.trust(user?.id ?? null, client);
    const counters = loginCounters(emailKey(request.email), client, trust);
    await this.throttle.begin(counters);
    if (!(await this.passwordMatches(user, request.password, counters)) || user === null) {
      throw wrongCredentials();
    }
    if (!user.isActive) {
      await this.throttle.takeBack(counters);
      const detail = 'This account has been deactivated. Please contact support.';
      throw new DomainError('forbidden', 'account_deactivated', detail);
    }
    if (await this.secondFactors.isEnabled(user.id)) {
      if (!request.mfa_token) {
        await this.throttle.takeBack(counters);
        return { result: MFA_NEEDED, grant: null };
      }
      const actor = { userId: user.id, clientAddress: client.address };
      if (!(await this.secondFactors.redeem(actor, request.mfa_token))) {
        const detail = 'Invalid authentication code';
        throw new DomainError('unauthenticated', 'wrong_mfa_code', detail, {
          fields: [{ path: 'mfa_token', message: detail }],
        });
      }
    }
    await this.throttle.takeBack(counters);
    await this.throttle.forget(counters.filter(({ ofAccount }) => ofAccount).map(({ key }) => key));
    return this.signIn(user, client, { remember: request.remember_me ?? false, trust });
  }

  /** A session for someone who has just proved their identity. */
  private async signIn(
    user: UserEntity,
    client: ClientInfo,
    { remember, trust }: { remember: boolean; trust: DeviceTrust },
  ): Promise<LoginOutcome> {
    const { session, deviceToken } = await this.database.transaction(async (manager) => {
      await lockAccount(manager, user.id);
      await this.users.requireUnchanged(manager, user);
      if (trust !== 'device') {
        await this.events.record(manager, {
          userId: user.id,
          kind: 'signed_in_on_new_device',
          actor: { userId: user.id, clientAddress: client.address },
          withoutMail: await this.events.hasNotifiedOfDeviceLike(manager, user.id, client),
        });
      }
      const deviceToken = await this.devices.remember(manager, user.id, client);
      const session = await this.sessions.open(manager, user.id, client, { remember, deviceToken });
      return { session, deviceToken };
    });
    return {
      result: {
        requires_mfa: false,
        ...grantView(session),
        user: await this.views.of(user),
      },
      grant: { deviceToken, session },
    };
  }

  private async passwordMatches(
    user: UserEntity | null,
    password: string,
    counters: readonly AttemptCounter[],
  ): Promise<boolean> {
    try {
      return await this.hasher.matches(user?.passwordHash ?? null, password);
    } catch (error) {
      await this.throttle.takeBack(counters);
      throw error;
    }
  }
}

const MFA_NEEDED: LoginResult = {
  requires_mfa: true,
  access_token: null,
  token_type: 'bearer',
  expires_in: null,
  expires_at: null,
  user: null,
};
