import { create } from '@bufbuild/protobuf';
import { Controller } from '@nestjs/common';
import { GrpcMethod } from '@nestjs/microservices';
import { authV1 } from '@palisade/contracts';
import {
  DomainError,
  ServiceCalls,
  type SessionId,
  type TokenProblem,
  type UserId,
} from '@palisade/nest-kit';
import { DataSource } from 'typeorm';
import { KnownDevicesService } from '../known-devices/known-devices.service.ts';
import { SupportViewsService } from '../support-views/support-views.service.ts';
import type { UserEntity } from '../users/user.entity.ts';
import { UsersService } from '../users/users.service.ts';
import { AuthenticationService } from './authentication.service.ts';

/**
 * Ended sessions must give no access after five seconds; one second of these is for requests in flight. Milliseconds.
 */
const CACHE_MS = 4_000;
const MAX_IDS = 1_000;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

const PROBLEMS: Readonly<Record<TokenProblem, authV1.TokenProblem>> = {
  invalid: authV1.TokenProblem.INVALID,
  expired: authV1.TokenProblem.EXPIRED,
  session_ended: authV1.TokenProblem.SESSION_ENDED,
  other_device: authV1.TokenProblem.OTHER_DEVICE,
};

@Controller()
@ServiceCalls()
export class AuthGrpcController {
  constructor(
    private readonly database: DataSource,
    private readonly authenticator: AuthenticationService,
    private readonly devices: KnownDevicesService,
    private readonly users: UsersService,
    private readonly supportViews: SupportViewsService,
  ) {}

  @GrpcMethod('AuthService', 'Authenticate')
  async authenticate({
    token,
    deviceHash,
  }: authV1.AuthenticateRequest): Promise<authV1.AuthenticateResponse> {
    const result = await this.authenticator.authenticate(token, deviceHash ?? null);
    if (!result.ok) {
      return create(authV1.AuthenticateResponseSchema, {
        problem: PROBLEMS[result.problem],
        cacheMs: CACHE_MS,
      });
    }
    const { userId, sessionId, isAdmin, scopes, reauthenticatedUntil } = result.identity;
    return create(authV1.AuthenticateResponseSchema, {
      identity: {
        userId,
        sessionId,
        isAdmin,
        scopes: [...scopes],
        ...(reauthenticatedUntil && { reauthenticatedUntilMs: BigInt(reauthenticatedUntil.getTime()) }),
      },
      cacheMs: CACHE_MS,
    });
  }

  @GrpcMethod('AuthService', 'KnowsDevice')
  async knowsDevice({ tokenHash }: authV1.KnowsDeviceRequest): Promise<authV1.KnowsDeviceResponse> {
    return create(authV1.KnowsDeviceResponseSchema, { known: await this.devices.isKnown(tokenHash) });
  }

  /** Records what an administrator is about to view as a customer; what cannot be recorded is not shown. */
  @GrpcMethod('AuthService', 'LookAsSupport')
  async lookAsSupport({
    viewId,
    adminId,
    sessionId,
    clientAddress,
    path,
    staysOpen,
  }: authV1.LookAsSupportRequest): Promise<authV1.LookAsSupportResponse> {
    const admin = { userId: adminId as UserId, sessionId: sessionId as SessionId, clientAddress };
    const { userId } = await this.supportViews.look(admin, viewId, { path, staysOpen });
    return create(authV1.LookAsSupportResponseSchema, { userId });
  }

  /** Existing users; ids of others, closed accounts included, are left out. */
  @GrpcMethod('AuthService', 'GetUsers')
  async getUsers({ ids }: authV1.GetUsersRequest): Promise<authV1.GetUsersResponse> {
    if (ids.length > MAX_IDS) {
      throw new DomainError('invalid', 'too_many_ids', `at most ${MAX_IDS} ids`);
    }
    const wellFormed = ids.filter((id) => UUID.test(id));
    const users = await this.users.findMany(this.database.manager, wellFormed);
    return create(authV1.GetUsersResponseSchema, { users: users.map(toUser) });
  }

  /** Without closed and deactivated accounts, and those whose address is not confirmed. */
  @GrpcMethod('AuthService', 'FindConfirmedUsers')
  async findConfirmedUsers({
    emails,
  }: authV1.FindConfirmedUsersRequest): Promise<authV1.FindConfirmedUsersResponse> {
    if (emails.length > MAX_IDS) {
      throw new DomainError('invalid', 'too_many_emails', `at most ${MAX_IDS} addresses`);
    }
    const users = await this.users.findConfirmed(this.database.manager, emails);
    return create(authV1.FindConfirmedUsersResponseSchema, { users: users.map(toUser) });
  }

  @GrpcMethod('AuthService', 'CountUsers')
  async countUsers(): Promise<authV1.CountUsersResponse> {
    const { total, active } = await this.users.count(this.database.manager);
    return create(authV1.CountUsersResponseSchema, {
      total: BigInt(total),
      active: BigInt(active),
    });
  }
}

const toUser = (user: UserEntity) => ({
  id: user.id,
  email: user.email,
  username: user.username,
  fullName: user.fullName,
  isAdmin: user.isAdmin,
  isActive: user.isActive,
  emailConfirmed: user.emailConfirmedAt !== null,
  notifications: {
    emailAlerts: user.emailAlerts,
    attackNotifications: user.attackNotifications,
    weeklyReports: user.weeklyReports,
    marketingEmails: user.marketingEmails,
  },
});
