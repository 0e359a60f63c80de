import { Injectable } from '@nestjs/common';
import { clientBlock, clientNetwork, DomainError } from '@palisade/nest-kit';
import { DataSource } from 'typeorm';
import type { z } from 'zod';
import type { ClientFacts } from '../../http/client-facts.ts';
import { hashSecretToken } from '../../http/secret-tokens.ts';
import { lockAccount } from '../account-access/account-access.ts';
import { emailKey } from '../accounts/account-keys.ts';
import type { UserEntity } from '../accounts/user.entity.ts';
import { UserViews } from '../accounts/user-views.ts';
import { Users, wrongCredentials } from '../accounts/users.ts';
import { SecondFactors } from '../mfa/second-factors.ts';
import { PasswordHasher } from '../passwords/password-hasher.ts';
import { SecurityEvents } from '../security-activity/security-events.ts';
import { type DeviceKeeps, grantView } from '../sessions/device-keeps.ts';
import { Sessions } from '../sessions/sessions.ts';
import { type GuessCounter, GuessLimiter } from './guess-limiter.ts';
import { type DeviceTrust, KnownDevices } from './known-devices.ts';
import type { LoginResult, loginSchema } from './login.dto.ts';

export interface SignedIn {
  result: LoginResult;
  /** What this device is to keep; `null` while nobody is signed in. */
  keep: DeviceKeeps | null;
}

/**
 * Sign-in. Whether an address has an account shows neither in the answer nor in the work: the same queries run and a
 * password is hashed in both cases, in the same order.
 */
@Injectable()
export class Login {
  constructor(
    private readonly database: DataSource,
    private readonly users: Users,
    private readonly views: UserViews,
    private readonly hasher: PasswordHasher,
    private readonly devices: KnownDevices,
    private readonly limiter: GuessLimiter,
    private readonly secondFactors: SecondFactors,
    private readonly sessions: Sessions,
    private readonly events: SecurityEvents,
  ) {}

  /** @throws DomainError `too_many_attempts`, `hashing_busy`, `wrong_credentials`, `account_deactivated`, `wrong_mfa_code` */
  async login(request: z.infer<typeof loginSchema>, client: ClientFacts): Promise<SignedIn> {
    const user = await this.users.findForSignIn(this.database.manager, request.email);
    const trust = await this.devices.trust(user?.id ?? null, client);
    const counters = countersOf(emailKey(request.email), client, trust);
    await this.limiter.begin(counters);
    if (!(await this.passwordMatches(user, request.password, counters)) || user === null) {
      throw wrongCredentials();
    }
    if (!user.isActive) {
      await this.limiter.takeBack(counters);
      const detail = 'This account has been deactivated. Please contact support.';
      throw new DomainError('forbidden', 'account_deactivated', detail);
    }
    if (await this.secondFactors.isEnabled(user.id)) {
      if (!request.mfa_token) {
        await this.limiter.takeBack(counters);
        return { result: MFA_NEEDED, keep: null };
      }
      const actor = { userId: user.id, clientAddress: client.address };
      if (!(await this.secondFactors.redeem(actor, request.mfa_token))) {
        throw new DomainError('unauthenticated', 'wrong_mfa_code', 'Invalid authentication code');
      }
    }
    await this.limiter.takeBack(counters);
    await this.limiter.forget(counters.filter(({ ofAccount }) => ofAccount).map(({ key }) => key));
    return this.signIn(user, client, { remember: request.remember_me ?? false, trust });
  }

  /** A session for someone who has just proved who they are. */
  private async signIn(
    user: UserEntity,
    client: ClientFacts,
    { remember, trust }: { remember: boolean; trust: DeviceTrust },
  ): Promise<SignedIn> {
    const { session, deviceToken } = await this.database.transaction(async (manager) => {
      await lockAccount(manager, user.id);
      await this.users.requireUnchanged(manager, user);
      if (trust !== 'device') {
        await this.events.record(manager, {
          userId: user.id,
          kind: 'signed_in_on_new_device',
          actor: { userId: user.id, clientAddress: client.address },
          withoutMail: await this.devices.hasSeenLike(manager, user.id, client),
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
      keep: { deviceToken, session },
    };
  }

  private async passwordMatches(
    user: UserEntity | null,
    password: string,
    counters: readonly GuessCounter[],
  ): Promise<boolean> {
    try {
      return await this.hasher.matches(user?.passwordHash ?? null, password);
    } catch (error) {
      await this.limiter.takeBack(counters);
      throw error;
    }
  }
}

/** Those of an account are forgotten once its owner has been there. */
type LoginCounter = GuessCounter & { ofAccount: boolean };

const MFA_NEEDED: LoginResult = {
  requires_mfa: true,
  access_token: null,
  token_type: 'bearer',
  expires_in: null,
  expires_at: null,
  user: null,
};

/**
 * Who is slowed down by wrong guesses. The owner's device has a counter of its own, which strangers cannot reach.
 * From the owner's network without that device, guesses at this account have their own counter too. Everyone else
 * shares one per account; and whoever guesses at many accounts is slowed down by where they come from, also while they
 * change their address within a block of them.
 */
function countersOf(account: string, client: ClientFacts, trust: DeviceTrust): LoginCounter[] {
  const accountHash = hashSecretToken(account);
  const network = clientNetwork(client.address);
  const origin = [
    { key: `net:${network}`, free: 30, ofAccount: false },
    { key: `block:${clientBlock(client.address)}`, free: 300, ofAccount: false },
  ];
  switch (trust) {
    case 'device':
      return [
        { key: `dev:${accountHash}:${hashSecretToken(client.deviceToken)}`, free: 10, ofAccount: true },
      ];
    case 'network':
      return [
        ...origin,
        { key: `home:${accountHash}:${network}`, free: 10, memory: 'ACCOUNT', ofAccount: true },
      ];
    case 'unknown':
      return [...origin, { key: `acc:${accountHash}`, free: 5, memory: 'ACCOUNT', ofAccount: true }];
  }
}
