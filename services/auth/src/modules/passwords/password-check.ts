import { Injectable } from '@nestjs/common';
import { DomainError, type SessionId, type UserCaller } from '@palisade/nest-kit';
import { DataSource } from 'typeorm';
import type { UserEntity } from '../accounts/user.entity.ts';
import { Users } from '../accounts/users.ts';
import { type GuessCounter, GuessLimiter } from '../login/guess-limiter.ts';
import { PasswordHasher } from './password-hasher.ts';
import { ReauthenticationFailures } from './reauthentication-failures.ts';

/** Of the session alone: who has stolen one must not be able to keep the owner waiting in another. */
export const checkCounters = (sessionId: SessionId): GuessCounter[] => [
  { key: `check:${sessionId}`, free: 10 },
];

/** Asks a signed-in user for their password again, before what a stolen session must not be able to do. */
@Injectable()
export class PasswordCheck {
  constructor(
    private readonly database: DataSource,
    private readonly users: Users,
    private readonly hasher: PasswordHasher,
    private readonly limiter: GuessLimiter,
    private readonly failures: ReauthenticationFailures,
  ) {}

  /** @throws DomainError invalid `password_incorrect`, `too_many_attempts`, `hashing_busy` */
  async require(
    caller: Pick<UserCaller, 'userId' | 'sessionId' | 'clientAddress'>,
    password: string,
  ): Promise<UserEntity> {
    const user = await this.users.getWithPassword(this.database.manager, caller.userId);
    const counters = checkCounters(caller.sessionId);
    const attempt = await this.limiter.begin(counters);
    const matches = await this.hasher.matches(user.passwordHash, password).catch(async (error: unknown) => {
      await this.limiter.takeBack(counters);
      throw error;
    });
    if (!matches) {
      await this.failures.note(caller, attempt);
      // Not 401: the session is good, and the client would take it for the end of it.
      throw new DomainError('invalid', 'password_incorrect', 'Current password is incorrect');
    }
    // Taken back and not forgotten: the password must not buy more guesses at the code (see `Reauthentication`).
    await this.limiter.takeBack(counters);
    return user;
  }
}
