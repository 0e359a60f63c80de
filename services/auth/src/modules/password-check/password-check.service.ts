import { Injectable } from '@nestjs/common';
import { DomainError, type SessionId, type UserCaller } from '@palisade/nest-kit';
import { DataSource } from 'typeorm';
import { type AttemptCounter, LoginThrottleService } from '../login-throttle/login-throttle.service.ts';
import { PasswordHasherService } from '../passwords/password-hasher.service.ts';
import type { UserEntity } from '../users/user.entity.ts';
import { UsersService } from '../users/users.service.ts';
import { ReauthenticationFailuresService } from './reauthentication-failures.service.ts';

/** Counted per session: a thief of one session must not be able to lock the owner out in another. */
export const passwordCheckCounters = (sessionId: SessionId): AttemptCounter[] => [
  { key: `check:${sessionId}`, free: 10, memory: 'ACCOUNT' },
];

/** Asks a signed-in user for their password again, before actions that a stolen session must not allow. */
@Injectable()
export class PasswordCheckService {
  constructor(
    private readonly database: DataSource,
    private readonly users: UsersService,
    private readonly hasher: PasswordHasherService,
    private readonly throttle: LoginThrottleService,
    private readonly failures: ReauthenticationFailuresService,
  ) {}

  /**
   * @param field of the body with the password, for the error
   * @throws DomainError invalid `password_incorrect`, `too_many_attempts`, `hashing_busy`
   */
  async require(
    caller: Pick<UserCaller, 'userId' | 'sessionId' | 'clientAddress'>,
    password: string,
    field: 'password' | 'current_password' = 'password',
  ): Promise<UserEntity> {
    const user = await this.users.getWithPassword(this.database.manager, caller.userId);
    const counters = passwordCheckCounters(caller.sessionId);
    const attempt = await this.throttle.begin(counters);
    const matches = await this.hasher.matches(user.passwordHash, password).catch(async (error: unknown) => {
      await this.throttle.takeBack(counters);
      throw error;
    });
    if (!matches) {
      await this.failures.note(caller, attempt);
      // Not 401: the session is valid, and the client would take it for ended.
      const detail = 'Current password is incorrect';
      throw new DomainError('invalid', 'password_incorrect', detail, {
        fields: [{ path: field, message: detail }],
      });
    }
    // Taken back and not forgotten: a correct password must not allow more guesses at the code (see
    // `ReauthenticationService`).
    await this.throttle.takeBack(counters);
    return user;
  }
}
