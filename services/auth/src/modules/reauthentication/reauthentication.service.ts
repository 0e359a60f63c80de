import { Injectable } from '@nestjs/common';
import { DomainError, type UserCaller } from '@palisade/nest-kit';
import { DataSource } from 'typeorm';
import type { z } from 'zod';
import { AuditLogService } from '../audit/audit-log.service.ts';
import { LoginThrottleService } from '../login-throttle/login-throttle.service.ts';
import { SecondFactorsService } from '../mfa/second-factors.service.ts';
import { passwordCheckCounters } from '../password-check/password-check.service.ts';
import { ReauthenticationFailuresService } from '../password-check/reauthentication-failures.service.ts';
import { PasswordHasherService } from '../passwords/password-hasher.service.ts';
import { SessionsService } from '../sessions/sessions.service.ts';
import { lockAccount, UsersService } from '../users/users.service.ts';
import type { reauthenticateSchema } from './reauthentication.schema.ts';

/** Asks the user of a session for the password again, and for a code where there is a second factor. */
@Injectable()
export class ReauthenticationService {
  constructor(
    private readonly database: DataSource,
    private readonly users: UsersService,
    private readonly hasher: PasswordHasherService,
    private readonly throttle: LoginThrottleService,
    private readonly factors: SecondFactorsService,
    private readonly sessions: SessionsService,
    private readonly audit: AuditLogService,
    private readonly failures: ReauthenticationFailuresService,
  ) {}

  /**
   * Returns until when the session may perform sensitive actions, `null` if a code is needed first.
   * @throws DomainError invalid `password_incorrect`, `wrong_mfa_code`; `too_many_attempts`, `hashing_busy`
   */
  async confirm(caller: UserCaller, proof: z.infer<typeof reauthenticateSchema>): Promise<Date | null> {
    const counters = passwordCheckCounters(caller.sessionId);
    const user = await this.users.getWithPassword(this.database.manager, caller.userId);
    const attempt = await this.throttle.begin(counters);
    const matches = await this.hasher
      .matches(user.passwordHash, proof.password)
      .catch(async (error: unknown) => {
        await this.throttle.takeBack(counters);
        throw error;
      });
    if (!matches) {
      await this.failures.note(caller, attempt);
      throw refused('password', 'password_incorrect', 'Password is incorrect');
    }
    if (await this.factors.isEnabled(user.id)) {
      if (!proof.mfa_token) {
        await this.throttle.takeBack(counters);
        return null;
      }
      if (!(await this.factors.redeem(caller, proof.mfa_token))) {
        await this.failures.note(caller, attempt);
        throw refused('mfa_token', 'wrong_mfa_code', 'Invalid authentication code');
      }
    }
    const until = await this.database.transaction(async (manager) => {
      await lockAccount(manager, user.id);
      await this.users.requireUnchanged(manager, user);
      await this.audit.record(manager, caller, 'session.reauthenticated', {
        type: 'session',
        id: caller.sessionId,
      });
      return this.sessions.confirm(manager, user.id, caller.sessionId);
    });
    await this.throttle.forget(counters.map(({ key }) => key));
    return until;
  }
}

/** Not 401: the session is valid, and the client would take it for ended. */
const refused = (path: string, code: string, detail: string): DomainError =>
  new DomainError('invalid', code, detail, { fields: [{ path, message: detail }] });
